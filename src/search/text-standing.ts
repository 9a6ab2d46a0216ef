import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import type { Candidate } from './candidate.js'
import { wantedAt } from './full-text-layer.js'
import type { Look } from './layer.js'
import type { LayerStanding } from './layer-standing.js'
import { measure } from './measure.js'
import { findPostings } from './postings.js'
import { percent } from './reason.js'
import { WEIGHTS } from './weights.js'

/** Why the text layer has no rank for an item, by the same lists and the same worth of words as the search. */
export function* textStanding(look: Look, row: Candidate): Tx<LayerStanding> {
  const { question, bank, spine } = look
  const { terms } = question.query
  const layer = 'text'
  const asked = terms.map(({ form }) => form)
  const { counts } = measure(row, question)
  const held = asked.filter((_form, index) => counts[index]! > 0)
  if (held.length === 0) {
    return { layer, state: 'no_word', why: `its text has none of the words ${asked.join(', ')}`, asked, held }
  }
  const wanted = wantedAt(look.depth)
  const totals = look.holds.totals ?? { items: 0, words: 0 }
  const postings = yield* findPostings(spine.store, bank, totals, question, WEIGHTS)
  const indexed = yield* get<{ text_rid: number }>(
    sql`select text_rid from item where bank = ${bank} and rid = ${row.rid}`,
  )
  const value = postings.shareOf(indexed?.text_rid ?? 0)
  const words = { asked, held, value }
  const its = `its words of the question (${held.join(', ')}) are worth ${percent(value)} of what the best text has`
  if (value < wanted.leastShare) {
    return {
      layer,
      state: 'too_little',
      why: `${its}; ${percent(wanted.leastShare)} is the least`,
      ...words,
      least: wanted.leastShare,
    }
  }
  return {
    layer,
    state: 'too_far_down',
    why: `${its}; ${wanted.rows} texts with more, or newer ones with as much, were looked at`,
    ...words,
  }
}
