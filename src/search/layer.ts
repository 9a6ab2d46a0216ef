import type { Spine } from '../items/spine.js'
import type { Sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { BankHolds } from './bank-holds.js'
import type { Candidate, FoundRow } from './candidate.js'
import type { Depth } from './depth.js'
import type { Question } from './question.js'
import type { Reason } from './reason.js'
import type { Meaning } from './vectors/meaning.js'

export type LayerName = 'text' | 'vectors' | 'entities' | 'time'

/** One way of finding items. Its scores are its own: the fusion makes them comparable. */
export interface Layer {
  readonly name: LayerName
  /** Looks in one bank, inside the search's snapshot, also at what the layers before it found there, best first. */
  find(look: Look, near: readonly Candidate[]): Tx<LayerAnswer>
  /** What this layer thinks of items of the bank that others found, by id; those that it has nothing to say for left out. */
  weigh?(look: Look, rows: readonly FoundRow[]): Tx<ReadonlyMap<string, Judgement>>
  /** Judges the hits of the bank together, once all of them are known. */
  settle?(hits: readonly LayerHit[], answer: FoundAnswer): readonly LayerHit[]
}

/** One look into one bank. */
export interface Look {
  readonly spine: Spine
  readonly bank: string
  readonly question: Question
  readonly meaning: Meaning
  readonly holds: BankHolds
  readonly depth: Depth
  /** What was true then counts as true, ms UTC; what is held true now when absent. */
  readonly asOf: number | undefined
  /** What a result must be, whatever found it. */
  accepts(row: FoundRow): boolean
  /** The same as a condition on an item's row `i`, as far as its kind goes: for what is read. */
  readonly only: Sql
}

export type LayerAnswer =
  | FoundAnswer
  /** The layer could not take part; the reason goes to the caller. */
  | { readonly outcome: 'missing'; readonly reason: string }

/** What a layer found, and between which scores they lie. */
export interface FoundAnswer {
  readonly outcome: 'found'
  readonly hits: readonly LayerHit[]
  /** The rows of the hits with their segmented texts, for layers that come behind; none where it did not read them. */
  readonly candidates?: readonly Candidate[]
  /** Score of an item that has nothing of what was asked for; at most that of every hit that counts. */
  readonly floor: number
  /** Score of an item that has all that was asked for: what a layer found of less is worth less. */
  readonly full: number
  /** What the question asked of it and it could not answer, in words. */
  readonly note?: string
}

export interface Judgement {
  readonly score: number
  readonly reasons: readonly Reason[]
}

export interface LayerHit extends Judgement {
  readonly row: FoundRow
}
