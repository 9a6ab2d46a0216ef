import { inInt, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { canonicalForm } from './canonical-form.js'
import { readFacts, type StoredFact } from './fact.js'
import { settleConflicts } from './ledger.js'
import { setStatus } from './set-status.js'

/**
 * What holds a key with this very value, or waits to, in whatever form: a correction knows the value alone, a statement
 * whom or what it names.
 */
export function* ofSameValue(bank: string, key: Uint8Array | null, value: string | null): Tx<StoredFact[]> {
  if (key === null || value === null) return []
  const facts = yield* readFacts(bank, sql`f.key_hash = ${key} and f.status in ('active', 'proposed')`)
  if (facts.length === 0) return []
  const texts = yield* all<{ item_rid: number; value: string | null }>(sql`
    select item_rid, value from fact_text
    where bank = ${bank} and item_rid ${inInt(facts.map(({ rid }) => rid))}`)
  const form = canonicalForm(value)
  const same = new Set(
    texts.flatMap((text) => (text.value !== null && canonicalForm(text.value) === form ? text.item_rid : [])),
  )
  return facts.filter(({ rid }) => same.has(rid))
}

/** What waits, or others put in their own words, gives way to the same in the user's: there is nothing to decide. */
export function* giveWay(
  bank: string,
  others: readonly StoredFact[],
  { saidAt, at }: { readonly saidAt: number; readonly at: number },
): Tx<void> {
  for (const other of new Map(others.map((one) => [one.rid, one])).values()) {
    const validUntil = other.status === 'active' ? Math.max(other.validFrom, saidAt) : other.validFrom
    yield* setStatus(bank, other, { status: 'superseded', validUntil, at })
    yield* settleConflicts(bank, other.rid, at)
  }
}
