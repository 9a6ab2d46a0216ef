import { setEdgeStatus } from '../../graph/edges.js'
import type { ArchiveIntake } from '../../items/archive-table.js'
import { dropQuoting } from '../../items/drop-quoting.js'
import type { ItemId } from '../../items/item.js'
import { inText, sql } from '../../store/sql.js'
import { all, column, get, run, type Tx } from '../../store/statement.js'
import { endBelief } from './beliefs.js'
import { holderOf, readFacts } from './fact.js'
import { forgetFact } from './forget-fact.js'
import { rederiveFact } from './rederive-fact.js'
import { setStatus } from './set-status.js'

/**
 * Settles the facts that came with an archive, once their places and the ledger are here too. Answers the texts that are
 * gone again.
 */
export function* settleTakenFacts(into: ArchiveIntake): Tx<string[]> {
  const texts = yield* dropUnfounded(into)
  texts.push(...(yield* weighAnew(into)))
  yield* settleWaiting(into)
  return texts
}

interface TakenRow {
  readonly rid: number
  readonly id: ItemId
  readonly body: string
}

/** What quotes only what was forgotten here comes back no more than that; it may yet come with another source. */
function* dropUnfounded({ reach, lastRidBefore, at }: ArchiveIntake): Tx<string[]> {
  const bank = reach.writes
  const rows = yield* all<TakenRow>(sql`
    select i.rid, i.id, x.body from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where f.bank = ${bank} and f.item_rid > ${lastRidBefore} and i.quotes = 1
      and not exists (select 1 from fact_source s where s.bank = f.bank and s.item_rid = f.item_rid)`)
  const texts: string[] = []
  for (const { rid, id, body } of rows) {
    const gone = yield* forgetFact({ bank, rid, id })
    yield* dropQuoting(bank, rid)
    texts.push(body, ...gone.texts)
    const replaced = yield* readFacts(bank, sql`i.id ${inText(gone.restorable ?? [])}`)
    for (const fact of replaced) {
      const isHeld = fact.keyHash !== null && (yield* holderOf(bank, fact.keyHash)) !== undefined
      if (!isHeld) yield* setStatus(bank, fact, { status: 'active', at })
    }
  }
  return texts
}

/** A fact is trusted as the most trusted of its sources is, whatever the archive says. */
function* weighAnew({ env, reach, lastRidBefore }: ArchiveIntake): Tx<string[]> {
  const bank = reach.writes
  const rows = yield* all<Omit<TakenRow, 'body'>>(sql`
    select i.rid, i.id from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    where f.bank = ${bank} and f.item_rid > ${lastRidBefore} and i.quotes = 1
      and not exists (select 1 from fact_source s join item o on o.bank = s.bank and o.rid = s.source_rid
        where s.bank = f.bank and s.item_rid = f.item_rid and o.trust = i.trust)`)
  const texts: string[] = []
  for (const { rid, id } of rows) texts.push(...(yield* rederiveFact({ env }, { bank, rid, id })).texts)
  return texts
}

/**
 * What its user accepted there holds here too, if nothing else does; what they
 * did not waits from now on. What is still believed, and not active, is what came as active.
 */
function* settleWaiting({ reach, lastRidBefore, at }: ArchiveIntake): Tx<void> {
  const bank = reach.writes
  const waiting = yield* column<number>(sql`
    select f.item_rid from fact f
    where f.bank = ${bank} and f.status = 'proposed' and f.item_rid > ${lastRidBefore}
      and exists (select 1 from fact_belief b
        where b.bank = f.bank and b.item_rid = f.item_rid and b.until is null)`)
  for (const rid of waiting) {
    const isAccepted = yield* get(sql`
      select c.rid from fact_conflict c join fact f on f.bank = c.bank and f.item_rid = c.new_rid
      where c.bank = ${bank} and c.new_rid = ${rid} and c.reviewed_at is not null
        and not exists (select 1 from fact h
          where h.bank = f.bank and h.key_hash = f.key_hash and h.status = 'active')`)
    if (isAccepted === undefined) {
      yield* endBelief(bank, rid, at)
      continue
    }
    yield* run(sql`update fact set status = 'active' where bank = ${bank} and item_rid = ${rid}`)
    yield* setEdgeStatus(bank, rid, 'active')
    yield* run(
      sql`delete from fact_conflict where bank = ${bank} and new_rid = ${rid} and reviewed_at is null`,
    )
  }
}
