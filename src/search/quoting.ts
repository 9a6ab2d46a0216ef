import type { ItemKind } from '../items/item.js'
import { inText, type Sql, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { segment } from '../text/segment.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import type { Question } from './question.js'
import { readRows } from './read-rows.js'
import { factKinds, isCurrent, type Moment, type StatedFact, type StatedFacts } from './stated-facts.js'

/**
 * Which rows a search for some kinds looks at (`i` is the item's row). Facts that quote their source stand in no index:
 * their sources are looked at for them.
 */
export function onlyKinds(kinds: readonly ItemKind[] | undefined): Sql {
  if (kinds === undefined) return sql``
  const ofFacts = kinds.filter((kind) => factKinds.has(kind))
  if (ofFacts.length === 0) return sql`and i.kind ${inText(kinds)}`
  return sql`and (i.kind ${inText(kinds)} or exists (
    select 1 from fact_source s join item q on q.bank = s.bank and q.rid = s.item_rid
    where s.bank = i.bank and s.source_rid = i.rid and q.kind ${inText(ofFacts)}))`
}

export interface Quoting extends Moment {
  readonly kinds: readonly ItemKind[]
  readonly facts: ReadonlyMap<string, StatedFacts>
  readonly includeSuperseded: boolean
  readonly question: Question
  readonly accepts: (row: FoundRow) => boolean
}

/**
 * Puts in the place of each hit that is of no wanted kind the facts of those kinds that quote it, each once: first the
 * one whose words are most of the question's.
 */
export function* answerWithQuoting(fused: readonly Fused[], quoting: Quoting): Tx<Fused[]> {
  const wanted = new Set(quoting.kinds)
  const rows = yield* rowsQuoting(fused, quoting)
  const answer: Fused[] = []
  const shown = new Set<string>()
  const show = (entry: Fused) => {
    if (shown.has(entry.row.id)) return
    shown.add(entry.row.id)
    answer.push(entry)
  }
  for (const entry of fused) {
    const { row, reasons } = entry
    if (wanted.has(row.kind)) show(entry)
    const quotes = quotingOf(row, quoting)
      .flatMap(({ id }) => rows.get(id) ?? [])
      .map((quote) => ({ quote, held: heldWords(quote.text, quoting.question) }))
      .sort((a, b) => b.held - a.held || a.quote.rid - b.quote.rid)
    for (const { quote } of quotes)
      show({ ...entry, row: quote, reasons: [...reasons, { kind: 'quotes', source: row.id }] })
  }
  return answer
}

function quotingOf(row: FoundRow, { facts, kinds, includeSuperseded, ...moment }: Quoting): StatedFact[] {
  const stated = facts.get(row.bank)?.get(row.rid) ?? []
  return stated.filter(
    (fact) =>
      fact.id !== row.id && kinds.includes(fact.kind) && (includeSuperseded || isCurrent(fact, moment)),
  )
}

function* rowsQuoting(fused: readonly Fused[], quoting: Quoting): Tx<ReadonlyMap<string, FoundRow>> {
  const rows = new Map<string, FoundRow>()
  for (const bank of new Set(fused.map(({ row }) => row.bank))) {
    const rids = fused
      .filter(({ row }) => row.bank === bank)
      .flatMap(({ row }) => quotingOf(row, quoting).map(({ rid }) => rid))
    for (const row of yield* readRows(bank, [...new Set(rids)]))
      if (quoting.accepts(row)) rows.set(row.id, row)
  }
  return rows
}

function heldWords(text: string, { query: { terms } }: Question): number {
  const { words, parts } = segment(text)
  const tokens = new Set([...words, ...parts])
  return terms.reduce((sum, { token, weight }) => (tokens.has(token) ? sum + weight : sum), 0)
}
