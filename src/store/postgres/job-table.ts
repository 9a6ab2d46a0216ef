import {
  type Claim,
  type JobCount,
  type JobKind,
  type Jobs,
  LEASE_MS,
  MAX_TRIES,
  type WantedJob,
} from '../jobs.js'
import { inText, sql } from '../sql.js'
import { all, get, run, type Tx, unwaited } from '../statement.js'

/**
 * Jobs as rows of one table. Taking is `for update skip locked` at read committed: who comes second sees the row as the
 * first has left it, or not at all, and nobody is spoiled.
 *
 * @param compete runs a body so, on the rows of all banks
 * @param newId of claims
 */
export function createJobTable(compete: <T>(body: () => Tx<T>) => Promise<T>, newId: () => string): Jobs {
  return {
    want,
    claim: (kinds, limit) => compete(() => claimDue(kinds, limit, newId())),
    claimOne: (job) => compete(() => claimOne(job, newId())),
    extend: (claim) => compete(() => extend(claim)),
    finish: (claim) => compete(() => finish(claim)),
    release: (claim) => compete(() => release(claim)),
    fail: (claim, { code, isPassing }) => compete(() => fail(claim, code, isPassing)),
    counts,
  }
}

// Stable within a statement, so that an index can be asked for it.
const NOW = sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`

/**
 * Also where nothing changes the row is locked until the commit: who takes the job sees what was committed with it. A row
 * that waits is left as it is, so that many writes cost one.
 */
function* want({ bank, kind, subject, actor }: WantedJob): Tx<void> {
  yield* unwaited(
    run(sql`
      insert into job (bank, kind, subject, actor, wanted, tries, due_at)
      values (${bank}, ${kind}, ${subject}, ${actor}, 1, 0, ${NOW})
      on conflict (bank, kind, subject) do update set wanted = job.wanted + 1, actor = excluded.actor,
        tries = case when job.due_at is null then 0 else job.tries end, due_at = coalesce(job.due_at, ${NOW})
      where job.claimed_by is not null or job.due_at is null`),
  )
}

function* claimDue(kinds: readonly JobKind[], limit: number, id: string): Tx<readonly Claim[]> {
  // Whose workers died again and again is what they died of.
  // bank-ok: of every bank
  yield* run(sql`
    update job set due_at = null, claimed_by = null, error = ${WORKERS_DIED}
    where due_at <= ${NOW} and tries >= ${MAX_TRIES} and claimed_by is not null and kind ${inText(kinds)}`)
  const rows = yield* all<Row>(sql`
    with due as (
      select bank, kind, subject from job where due_at <= ${NOW} and kind ${inText(kinds)}
      order by due_at limit ${limit} for update skip locked)
    update job set claimed_by = ${id}, due_at = ${NOW} + ${LEASE_MS}, tries = job.tries + 1
    from due where job.bank = due.bank and job.kind = due.kind and job.subject = due.subject
    returning job.bank, job.kind, job.subject, job.actor, job.wanted, job.tries`)
  return rows.map((row) => ({ ...row, id }))
}

const WORKERS_DIED = 'workers_died'

function* claimOne({ bank, kind, subject, actor }: WantedJob, id: string): Tx<Claim | undefined> {
  const row = yield* get<Row>(sql`
    insert into job (bank, kind, subject, actor, wanted, tries, due_at, claimed_by)
    values (${bank}, ${kind}, ${subject}, ${actor}, 1, 1, ${NOW} + ${LEASE_MS}, ${id})
    on conflict (bank, kind, subject) do update
      set claimed_by = excluded.claimed_by, due_at = excluded.due_at, tries = job.tries + 1
      where job.claimed_by is null or job.due_at <= ${NOW}
    returning bank, kind, subject, actor, wanted, tries`)
  return row && { ...row, id }
}

type Row = Omit<Claim, 'id'>

function* extend(claim: Claim): Tx<boolean> {
  // bank-ok: `isOurs` says which
  return (yield* run(sql`update job set due_at = ${NOW} + ${LEASE_MS} where ${isOurs(claim)}`)) > 0
}

function* finish(claim: Claim): Tx<boolean> {
  // bank-ok: `isOurs` says which
  const done = yield* run(sql`delete from job where ${isOurs(claim)} and wanted = ${claim.wanted}`)
  if (done > 0) return true
  // bank-ok: `isOurs` says which
  const wantedAgain = yield* run(sql`
    update job set claimed_by = null, due_at = ${NOW}, tries = 0, error = null where ${isOurs(claim)}`)
  // Neither: it was taken over, and whoever has it now does the rest.
  return wantedAgain === 0
}

function* release(claim: Claim): Tx<void> {
  // bank-ok: `isOurs` says which
  yield* run(sql`
    update job set claimed_by = null, due_at = ${NOW}, tries = greatest(0, tries - 1) where ${isOurs(claim)}`)
}

function* fail(claim: Claim, code: string, isPassing: boolean): Tx<void> {
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(claim.tries - 1, 16))
  const dueAt = !isPassing && claim.tries >= MAX_TRIES ? sql`null` : sql`${NOW} + ${delayMs}`
  // Of what fails in passing the tries stop before the end.
  const tries = isPassing ? Math.min(claim.tries, MAX_TRIES - 1) : claim.tries
  // bank-ok: `isOurs` says which
  yield* run(sql`
    update job set claimed_by = null, due_at = ${dueAt}, tries = ${tries}, error = ${code} where ${isOurs(claim)}`)
}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 5 * 60_000

function isOurs({ bank, kind, subject, id }: Claim) {
  return sql`bank = ${bank} and kind = ${kind} and subject = ${subject} and claimed_by = ${id}`
}

function* counts(bank?: string): Tx<readonly JobCount[]> {
  const meant = bank === undefined ? sql`` : sql`where bank = ${bank}`
  // bank-ok: of `meant`, or of all banks for who looks after the store
  return yield* all<JobCount>(sql`
    select kind, state, count(*) as count, max(error) as error
    from (select kind, error, case when claimed_by is not null and due_at > ${NOW} then 'running'
      when due_at is null then 'failed' else 'waiting' end as state from job ${meant}) as known
    group by kind, state order by kind, state`)
}
