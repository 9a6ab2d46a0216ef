import { actorLabel, type Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { column, get, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { wellFormed } from '../text/well-formed.js'
import { deleteRecalls } from './delete-recalls.js'
import { packHits, type Recall } from './recall.js'

/** How far the bank's log of writes had come before a search looked. */
export type LookedAt = number & { readonly __brand: 'LookedAt' }

/** To be asked before the search begins: what is forgotten later, its recall must not bring back. */
export async function beforeLooking(store: Store, { writes }: Reach): Promise<LookedAt> {
  const last = await store.query(
    get<{ seq: number }>(sql`select seq from audit where bank = ${writes} order by seq desc limit 1`),
  )
  return (last?.seq ?? 0) as LookedAt
}

/**
 * Only a search in nothing but the caller's own bank is kept: forgetting in another bank could not find a question
 * that quotes it.
 */
export function isKept({ reads, writes }: Reach): boolean {
  return reads.every((bank) => bank === writes)
}

/**
 * Writes one recall, and drops those that are too old or too many. Nothing is written where something was forgotten
 * in the bank since the search looked, by whichever process.
 */
export function* keepRecall(reach: Reach, recall: Omit<Recall, 'actor'>, lookedAt: LookedAt): Tx<void> {
  const bank = reach.writes
  if (yield* hasForgotten(bank, lookedAt)) return
  const { id, at, question, options, ranked, missing, hits } = recall
  const kept = yield* get<{ rid: number }>(sql`
    insert into recall (bank, id, at, actor, question, options, ranked, missing, hits)
    values (${bank}, ${id}, ${at}, ${actorLabel(reach.actor)}, ${wellFormed(question)},
      ${JSON.stringify(options)}, ${ranked}, ${JSON.stringify(missing)}, ${packHits(hits)})
    returning rid`)
  yield* drop(bank, sql`at < ${at - KEPT_MS}`)
  // Counting so many each time would cost more than all the rest.
  if (kept !== undefined && kept.rid % BETWEEN_COUNTS === 0) yield* dropAllBut(bank, MOST_KEPT)
}

/** Also where the log of writes is another one by now: a backup was restored. */
function* hasForgotten(bank: string, lookedAt: LookedAt): Tx<boolean> {
  const since = yield* get<{ last: number; removals: number }>(sql`
    select seq as last, (
      select count(*) from audit
      where bank = ${bank} and seq > ${lookedAt} and capability in ('memory.forget', 'admin') and outcome = 'done'
    ) as removals
    from audit where bank = ${bank} order by seq desc limit 1`)
  return since === undefined ? lookedAt > 0 : since.removals > 0 || since.last < lookedAt
}

const KEPT_MS = 30 * 86_400_000
/** Forgetting reads all of them. */
const MOST_KEPT = 10_000
const BETWEEN_COUNTS = 100

function* dropAllBut(bank: string, most: number): Tx<void> {
  const beyond = yield* get<{ rid: number }>(
    sql`select rid from recall where bank = ${bank} order by rid desc limit 1 offset ${most}`,
  )
  if (beyond !== undefined) yield* drop(bank, sql`rid <= ${beyond.rid}`)
}

function* drop(bank: string, which: Sql): Tx<void> {
  const rids = yield* column<number>(sql`select rid from recall where bank = ${bank} and ${which}`)
  if (rids.length > 0) yield* deleteRecalls(bank, rids)
}
