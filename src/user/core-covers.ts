import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { searchForm } from '../text/search-form.js'
import { grouped } from './hygiene/grouped.js'

/** Of facts by row number: the others that say the same and more, the longest first. */
export type Covers = ReadonlyMap<number, readonly number[]>

/**
 * One sentence may state several things, each of which is a fact: `Beacon uses Kafka` and `Beacon uses Kafka and needs
 * Atlas`. A fact is covered by another whose clause holds its own in one source, and whose words hold its words. Of two
 * with the same clause the earlier one given covers the later.
 */
export function* coversOf(facts: readonly CoverFact[]): Tx<Covers> {
  const byRid = new Map(
    facts.map((fact, index) => [fact.rid, { ...fact, index, form: searchForm(fact.text) }]),
  )
  const covers = new Map<number, Set<number>>()
  for (const bank of new Set(facts.map((fact) => fact.bank))) {
    const rids = facts.flatMap((fact) => (fact.bank === bank ? fact.rid : []))
    const places = yield* all<Place>(sql`
      select item_rid as rid, source_rid as source, clause_start as start, clause_end as "end"
      from fact_source where bank = ${bank} and item_rid ${inInt(rids)}`)
    for (const group of grouped(places, ({ source }) => source).values()) {
      for (const inner of group) {
        for (const outer of group) {
          const [small, large] = [byRid.get(inner.rid), byRid.get(outer.rid)]
          if (small === undefined || large === undefined || small === large) continue
          if (outer.start > inner.start || outer.end < inner.end || !large.form.includes(small.form)) continue
          if (large.form === small.form && large.index > small.index) continue
          covers.set(inner.rid, (covers.get(inner.rid) ?? new Set()).add(outer.rid))
        }
      }
    }
  }
  const lengthOf = (rid: number) => byRid.get(rid)?.form.length ?? 0
  return new Map(
    [...covers].map(([rid, by]) => [rid, [...by].sort((a, b) => lengthOf(b) - lengthOf(a) || a - b)]),
  )
}

interface CoverFact {
  readonly rid: number
  readonly bank: string
  readonly text: string
}

interface Place {
  readonly rid: number
  readonly source: number
  readonly start: number
  readonly end: number
}
