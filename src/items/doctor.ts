import { CHAIN_START, type ChainCheck, type ChainPosition, checkChain } from '../audit.js'
import { countRows, readBankModel } from '../embedding/bank-model.js'
import { embeddingStats } from '../embedding/embedding-stats.js'
import { graphChecks } from '../graph/graph-checks.js'
import { type Reach, wholeStore } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import { examineWords } from '../words/examine-words.js'
import { CHANGED_BY_HAND, type RowCheck } from './kind.js'
import { waitingErasures } from './note-erasure.js'
import { proposalChecks } from './proposal-archive.js'
import type { Spine } from './spine.js'
import { waitingWork } from './waiting-work.js'

export interface Finding {
  readonly check: string
  readonly isOk: boolean
  readonly detail: string
  /** What to do about it. */
  readonly hint: string | null
}

/**
 * Looks at the store from end to end: the engine's own checks, index against source, counters, audit chain. `also`: the
 * caller in other banks of theirs, which are looked at too.
 */
export async function doctor(spine: Spine, reach: Reach, also: readonly Reach[] = []): Promise<Finding[]> {
  const report = await spine.store.inspect()
  const [damage] = report.problems
  // Of a damaged file nothing else can be said: reading on would only fail.
  if (damage !== undefined) return [finding('store', false, damage, DAMAGE_HINT)]
  const about = `${report.version}, schema ${report.schema}, ${report.bytes} bytes at ${report.location}`
  return [
    finding('store', true, about, DAMAGE_HINT),
    finding('write-ahead log', report.walBytes <= WAL_BOUND_BYTES, `${report.walBytes} bytes`, WAL_HINT),
    finding(
      'leftovers',
      report.leftovers.length === 0,
      report.leftovers.length === 0
        ? 'none'
        : `of an interrupted restore or backup: ${report.leftovers.join(', ')}`,
      'delete these files: they may hold what was forgotten',
    ),
    ...report.checks.map(({ check, isOk, detail, hint }) => finding(check, isOk, detail, hint)),
    ...(await erasuresAreDone(spine, reach)),
    await importsAreComplete(spine),
    ...(await besideStore(spine, reach)),
    ...(await rowsAgree(spine, [reach, ...also])),
    ...(await kindsAreSound(spine, [reach, ...also])),
    await vectorsAreCounted(spine, reach),
    ...(await waitingWork(spine, reach)),
    ...(await storedVectorsAgree(spine, [reach, ...also])),
    await wordsAgree(spine, [reach, ...also]),
    await chainsAreWhole(spine, [reach, ...also], 'audit chain'),
    ...(reach.actor.audience === 'administrator'
      ? [await chainsAreWhole(spine, [wholeStore(reach, 'memory.doctor')], "the store's own audit chain")]
      : []),
  ]
}

async function wordsAgree({ store }: Spine, reaches: readonly Reach[]): Promise<Finding> {
  const problems: string[] = []
  for (const bank of new Set(reaches.flatMap(({ reads }) => reads))) {
    const problem = await examineWords(store.within({ reads: [bank], writes: [] }), bank)
    if (problem !== null) problems.push(problem)
  }
  const [first] = problems
  return finding(
    'full-text',
    first === undefined,
    first ?? 'agrees with the stored terms',
    'run: recollect reindex',
  )
}

/**
 * Nothing is wrong with what waits: the rows are gone from every answer. Of all banks for the owner of the store, who alone
 * can do something about it.
 */
async function erasuresAreDone({ store }: Spine, reach: Reach): Promise<Finding[]> {
  if (store.can.physicalErasure) return []
  const seen = reach.actor.audience === 'administrator' ? store.whole : store
  const { banks, erasures, since } = await seen.read(waitingErasures, store)
  const detail =
    since === null
      ? 'nothing that was forgotten waits to leave the files of the server'
      : `${erasures} erasures in ${banks} banks are gone from every answer, and wait to leave the files of the server since ` +
        `${new Date(since).toISOString()}: the owner of the database runs recollect vacuum`
  return [finding('erasure', true, detail, '')]
}

async function besideStore({ beside }: Spine, reach: Reach): Promise<Finding[]> {
  if (beside === undefined) return []
  const problem = await beside.examine(reach)
  return [
    finding(
      'files of records',
      problem === null,
      problem ?? 'as their rows',
      'recollect records lists what is wrong; a folder that is missing is put back, or named: recollect record-move',
    ),
  ]
}

const DAMAGE_HINT =
  'restore the last backup; keep this file, as `sqlite3 FILE .recover` may still read parts of it'
export const WAL_BOUND_BYTES = 128 * 1024 * 1024
const WAL_HINT = 'a reader keeps an old state open: end that process, then run doctor again'

function finding(check: string, isOk: boolean, detail: string, hint: string): Finding {
  return { check, isOk, detail, hint: isOk ? null : hint }
}

const rowChecks: readonly RowCheck[] = [
  {
    check: 'items',
    wrong: (bank) => sql`
      select count(*) as n from item i left join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where i.bank = ${bank} and x.rid is null`,
    what: 'items without their text',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'texts',
    wrong: (bank) => sql`
      select count(*) as n from item_text x
      left join item i on i.bank = x.bank and i.text_rid = x.rid and i.id = x.item_id
      where x.bank = ${bank} and i.id is null`,
    what: 'texts without an item',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'index rows',
    wrong: (bank) => sql`
      select count(*) as n from item i left join item_terms t on t.bank = i.bank and t.rid = i.text_rid
      where i.bank = ${bank} and i.quotes = 0 and (t.rid is null or t.version <> ${SEGMENT_VERSION})`,
    what: 'items without an index row of this version',
    hint: 'run: recollect reindex',
  },
  {
    check: 'counters',
    wrong: (bank) => sql`
      select case when
        (select count(*) from item where bank = ${bank} and quotes = 0)
          = coalesce((select items from bank where bank = ${bank}), 0)
        and (select coalesce(sum(length), 0) from item_terms where bank = ${bank})
          = coalesce((select words from bank where bank = ${bank}), 0)
      then 0 else 1 end as n`,
    what: 'counters that differ from the rows',
    hint: 'run: recollect reindex',
  },
  {
    check: 'lineage',
    wrong: (bank) => sql`
      select count(*) as n from lineage l
      left join item i on i.bank = l.bank and i.id = l.item_id
      left join item s on s.bank = l.bank and s.id = l.source_id
      where l.bank = ${bank} and (i.id is null or s.id is null)`,
    what: 'links to items that are not there',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'vectors',
    wrong: (bank) => sql`
      select count(*) as n from embedding e
      left join item i on i.bank = e.bank and i.rid = e.item_rid and i.text_rid = e.text_rid
      left join embedding_bank b on b.bank = e.bank
      where e.bank = ${bank} and (i.rid is null or b.bank is null or (e.vector is null) = (e.problem is null)
        or (b.next_model is null and e.vector is not null and length(e.vector) <> 4 * b.dimensions))`,
    what: 'vectors without their text, or of another model',
    hint: 'run: recollect embed --all',
  },
  {
    check: 'vector codes',
    wrong: (bank) => sql`
      select count(*) as n from vector_codes c
      where c.bank = ${bank} and length(c.rids) <> 8 * (
        select count(*) from embedding e
        where e.bank = c.bank and e.rid > c.after_rid and e.rid <= c.last_rid and e.vector is not null)`,
    what: 'stretches of codes of other vectors than there are',
    hint: 'run: recollect reindex',
  },
]

async function rowsAgree({ store, kinds }: Spine, reaches: readonly Reach[]): Promise<Finding[]> {
  const checks = [
    ...rowChecks,
    ...proposalChecks,
    ...graphChecks,
    ...[...kinds.values()].flatMap((kind) => kind.checks),
  ]
  const counts = await store.read(function* look(): Tx<number[]> {
    const found: number[] = []
    for (const { wrong } of checks) {
      let wrongRows = 0
      for (const { writes } of reaches) wrongRows += (yield* get<{ n: number }>(wrong(writes)))?.n ?? 0
      found.push(wrongRows)
    }
    return found
  })
  return checks.map(({ check, what, hint }, index) =>
    finding(check, counts[index] === 0, `${counts[index]} ${what}`, hint),
  )
}

/** Where the engine compares vectors itself: what it compares is derived from the rows. */
async function storedVectorsAgree({ store }: Spine, reaches: readonly Reach[]): Promise<Finding[]> {
  const { vectors } = store
  if (vectors === undefined) return []
  let wrong = 0
  for (const { writes } of reaches) wrong += (await store.query(vectors.countWrong(writes)))?.n ?? 0
  return [
    finding(
      'vectors that the server compares',
      wrong === 0,
      wrong === 0 ? 'agree with the rows' : `${wrong} are lacking or of other dimensions`,
      'run: recollect reindex',
    ),
  ]
}

async function kindsAreSound(spine: Spine, reaches: readonly Reach[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { examine } of spine.kinds.values()) {
    if (examine === undefined) continue
    const looked = []
    for (const reach of reaches) looked.push(await examine(spine, reach))
    const [first] = looked
    if (first === undefined) continue
    const { check, problem, hint } = looked.find((one) => one.problem !== null) ?? first
    findings.push(finding(check, problem === null, problem ?? 'as it was kept', hint))
  }
  return findings
}

/** And are this embedder's, as far as it is known which one that is. */
async function vectorsAreCounted({ store, embedding }: Spine, { writes: bank }: Reach): Promise<Finding> {
  const check = 'vector counters'
  const status = embedding?.status(bank)
  const looked = await store.read(function* look() {
    const known = yield* readBankModel(bank)
    return { known, rows: yield* countRows(bank), stats: yield* embeddingStats(embedding, bank, status) }
  })
  const { known, rows, stats } = looked
  if (stats.state === 'stale') return finding(check, false, stats.reason ?? '', 'run: recollect embed --all')
  if (known?.next_model != null) {
    const detail = `${rows.vectors} of the model before are still there`
    return finding(check, false, detail, 'run: recollect embed: it goes on from there')
  }
  const isRight = (['indexed', 'failed', 'skipped', 'vectors'] as const).every(
    (name) => rows[name] === (known?.[name] ?? 0),
  )
  const detail = isRight
    ? `${rows.indexed} texts indexed, ${rows.failed} failed, ${stats.pending} pending`
    : 'they differ from the rows'
  return finding(check, isRight, detail, 'run: recollect embed')
}

/** An archive that was broken off leaves turns without their places, which is nobody's mistake. */
async function importsAreComplete({ store }: Spine): Promise<Finding> {
  const begun = await store.query(
    get<{ n: number }>(sql`select count(*) as n from store_meta where name like 'importing:%'`),
  )
  const count = begun?.n ?? 0
  return finding(
    'archives',
    count === 0,
    count === 0 ? 'none half taken in' : `${count} taken in half`,
    'import the same archive again: it goes on from there',
  )
}

async function chainsAreWhole({ store }: Spine, reaches: readonly Reach[], check: string): Promise<Finding> {
  let rows = 0
  for (const { writes: bank } of reaches) {
    let position: ChainPosition | undefined = CHAIN_START
    let last = 0
    while (position !== undefined) {
      const { problem, next }: ChainCheck = await store.read(checkChain, bank, position)
      if (problem !== undefined) return finding(check, false, problem, 'someone changed the file by hand')
      last = next?.seq ?? last
      position = next
    }
    rows += last
  }
  return finding(check, true, rows === 0 ? 'unbroken' : `unbroken, over ${rows} rows`, '')
}
