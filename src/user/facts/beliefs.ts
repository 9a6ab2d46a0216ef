import { sql } from '../../store/sql.js'
import { run, type Tx, unwaited } from '../../store/statement.js'

/**
 * What we believed, by when we did: from `since` until `until` we took the fact to be true from its `valid_from` to
 * this `valid_until`. So both questions have an answer: what was true then, and what did we think then.
 */
export function* beginBelief(bank: string, rid: number, since: number, validUntil: number | null): Tx<void> {
  yield* unwaited(
    run(sql`
    insert into fact_belief (bank, item_rid, since, valid_until) values (${bank}, ${rid}, ${since}, ${validUntil})`),
  )
}

/** What was believed for no time at all leaves no trace. */
export function* endBelief(bank: string, rid: number, until: number): Tx<void> {
  yield* unwaited(
    run(sql`
    delete from fact_belief where bank = ${bank} and item_rid = ${rid} and until is null and since >= ${until}`),
  )
  yield* unwaited(
    run(sql`
    update fact_belief set until = ${until} where bank = ${bank} and item_rid = ${rid} and until is null`),
  )
}
