import type { Spine } from '../items/spine.js'
import type { Tx } from '../store/statement.js'
import type { FoundRow } from './candidate.js'
import type { Question } from './question.js'
import type { Reason } from './reason.js'
import type { Meaning } from './vectors/meaning.js'

export type LayerName = 'text' | 'vectors' | 'time'

/** One way of finding items. Its scores are its own: the fusion makes them comparable. */
export interface Layer {
  readonly name: LayerName
  /** Looks in one bank, inside the search's snapshot. */
  find(look: Look): Tx<LayerAnswer>
  /** What this layer thinks of an item that another one found; undefined when it has nothing to say for it. */
  judge?(look: Look, row: FoundRow): Judgement | undefined
  /** The same of all that the others found, by id, where it has to be read for. */
  weigh?(look: Look, rows: readonly FoundRow[]): Tx<ReadonlyMap<string, Judgement>>
}

/** One look into one bank. */
export interface Look {
  readonly spine: Spine
  readonly bank: string
  readonly question: Question
  readonly meaning: Meaning
  /** What a result must be, whatever found it. */
  accepts(row: FoundRow): boolean
}

/** `full` is the score of an item that has all that was asked for: what a layer found of less is worth less. */
export type LayerAnswer =
  | { readonly outcome: 'found'; readonly hits: readonly LayerHit[]; readonly full: number }
  /** The layer could not take part; the reason goes to the caller. */
  | { readonly outcome: 'missing'; readonly reason: string }

export interface Judgement {
  readonly score: number
  readonly reasons: readonly Reason[]
}

export interface LayerHit extends Judgement {
  readonly row: FoundRow
}
