import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { sourceKey } from '../named-document.js'
import { placeKey } from '../place-key.js'
import { type DocumentState, documentState } from './document-state.js'

/** Where a text comes from. */
export interface DocumentOrigin {
  /** What it is called. */
  readonly source: string
  /** Where its file lies, whatever it is called; undefined where nobody says. */
  readonly place?: string | undefined
  /** This place is where the document of that source comes from now, also where it came from another. */
  readonly takeOver?: boolean | undefined
}

/**
 * The document that came from there: that of the same place, else that of the same source. Throws `conflict` where the source
 * is that of a file in another place: two projects may both have docs/index.md.
 */
export function* knownDocument(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  { source, place, takeOver = false }: DocumentOrigin,
): Tx<DocumentState | undefined> {
  if (place !== undefined) {
    const there = yield* documentState(bank, sql`d.place_key = ${placeKey(spine, bank, place)}`)
    if (there !== undefined) return there
  }
  const called = yield* documentState(bank, sql`d.source_key = ${sourceKey(spine, bank, source)}`)
  if (called?.placeKey != null && place !== undefined && !takeOver) {
    throw new MemoryError(
      'conflict',
      `${source} is a document that was imported from another folder`,
      'give it another name: --source NAME; where this folder is where it comes from now: --take-over (in a program takeOver: true)',
    )
  }
  return called
}
