import { actorLabel, type Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { column, get, run, type Tx } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import { wellFormed } from '../text/well-formed.js'
import { askedTokens } from './asked-tokens.js'
import { deleteRecalls } from './delete-recalls.js'
import { packHits, packItems, type Recall } from './recall.js'

/** How far the bank's log of writes had come where a search looked. */
export type LookedAt = number & { readonly __brand: 'LookedAt' }

/** To be asked on the snapshot of the search: what is forgotten later, its recall must not bring back. */
export function* whereLooked({ writes }: Reach): Tx<LookedAt> {
  const last = yield* get<{ seq: number }>(
    sql`select seq from audit where bank = ${writes} order by seq desc limit 1`,
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
  const { id, at, options, ranked, missing, hits } = recall
  const question = wellFormed(recall.question)
  const last = yield* get<{ seq: number }>(
    sql`select seq from recall where bank = ${bank} order by seq desc limit 1`,
  )
  const seq = (last?.seq ?? 0) + 1
  yield* run(sql`
    insert into recall
      (bank, id, seq, at, actor, question, tokens, version, options, ranked, missing, items, hits)
    values (${bank}, ${id}, ${seq}, ${at}, ${actorLabel(reach.actor)}, ${question}, ${askedTokens(question)},
      ${SEGMENT_VERSION}, ${JSON.stringify(options)}, ${ranked}, ${JSON.stringify(missing)}, ${packItems(hits)},
      ${packHits(hits)})`)
  yield* drop(bank, sql`at < ${at - KEPT_MS}`)
  yield* drop(bank, sql`seq <= ${seq - MOST_KEPT}`)
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

function* drop(bank: string, which: Sql): Tx<void> {
  const rids = yield* column<number>(sql`select rid from recall where bank = ${bank} and ${which}`)
  if (rids.length > 0) yield* deleteRecalls(bank, rids)
}
