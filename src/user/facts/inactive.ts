import { MemoryError } from '../../errors.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { holderOf, type StoredFact } from './fact.js'

/** Why something cannot be done with a fact that does not hold, and with which it can. */
export function* inactive(bank: string, fact: StoredFact, done: string): Tx<MemoryError> {
  const holder = fact.keyHash === null ? undefined : yield* holderOf(bank, fact.keyHash)
  const instead = holder?.id ?? (yield* successorOf(bank, fact.rid))
  const hint =
    fact.status === 'proposed'
      ? 'decide about it first: recollect conflicts'
      : instead === undefined
        ? 'restore it first, if it is true'
        : `what holds now is ${instead}`
  return new MemoryError('conflict', `only what holds can be ${done}: this fact is ${fact.status}`, hint)
}

function* successorOf(bank: string, rid: number): Tx<string | undefined> {
  const row = yield* get<{ id: string }>(sql`
    select i.id from fact_conflict c
    join fact f on f.bank = c.bank and f.item_rid = c.new_rid and f.status = 'active'
    join item i on i.bank = f.bank and i.rid = f.item_rid
    where c.bank = ${bank} and c.old_rid = ${rid} order by c.rid desc limit 1`)
  return row?.id
}
