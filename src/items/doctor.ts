import { CHAIN_START, type ChainCheck, type ChainPosition, checkChain } from '../audit.js'
import type { Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import type { Spine } from './spine.js'

export interface Finding {
  readonly check: string
  readonly isOk: boolean
  readonly detail: string
  /** What to do about it. */
  readonly hint: string | null
}

/** Looks at the store from end to end: the engine's own checks, index against source, counters, audit chain. */
export async function doctor(spine: Spine, reach: Reach): Promise<Finding[]> {
  const report = await spine.store.inspect()
  return [
    finding(
      'store',
      report.problems.length === 0,
      report.problems[0] ??
        `${report.version}, schema ${report.schema}, ${report.bytes} bytes at ${report.location}`,
      'restore the last backup; keep the damaged file for recovery',
    ),
    finding('write-ahead log', report.walBytes <= WAL_BOUND_BYTES, `${report.walBytes} bytes`, WAL_HINT),
    ...(await counted(spine, reach)),
    finding(
      'full-text',
      report.indexProblem === null,
      report.indexProblem ??
        (spine.store.can.fullText ? 'agrees with the stored terms' : 'this engine has none yet'),
      'run: recollect reindex',
    ),
    await chainIsWhole(spine, reach),
  ]
}

const WAL_BOUND_BYTES = 128 * 1024 * 1024
const WAL_HINT = 'a reader keeps an old state open: end that process, then run doctor again'

function finding(check: string, isOk: boolean, detail: string, hint: string): Finding {
  return { check, isOk, detail, hint: isOk ? null : hint }
}

async function counted(spine: Spine, { writes: bank }: Reach): Promise<Finding[]> {
  const [lost, orphans, stale, drift] = (await spine.store.read(function* look(): Tx<number[]> {
    const counts: number[] = []
    for (const query of [
      sql`select count(*) as n from item i
        left join item_text x on x.bank = i.bank and x.rid = i.text_rid
        left join item_terms t on t.bank = i.bank and t.rid = i.text_rid
        where i.bank = ${bank} and (x.rid is null or t.rid is null)`,
      sql`select count(*) as n from item_text x
        left join item i on i.bank = x.bank and i.text_rid = x.rid and i.id = x.item_id
        where x.bank = ${bank} and i.id is null`,
      sql`select count(*) as n from item_terms where bank = ${bank} and version <> ${SEGMENT_VERSION}`,
      sql`select count(*) as n from bank b where b.bank = ${bank} and (
        b.items <> (select count(*) from item i where i.bank = b.bank)
        or b.words <> (select coalesce(sum(t.length), 0) from item_terms t where t.bank = b.bank))`,
    ]) {
      counts.push(yield* count(query))
    }
    return counts
  })) as [number, number, number, number]
  return [
    finding(
      'items',
      lost === 0,
      `${lost} items without their text or index row`,
      'run: recollect reindex --all',
    ),
    finding('texts', orphans === 0, `${orphans} texts without an item`, 'restore a backup and report this'),
    finding(
      'index version',
      stale === 0,
      `${stale} texts of an older segmentation`,
      'run: recollect reindex',
    ),
    finding(
      'counters',
      drift === 0,
      drift === 0 ? 'agree with the rows' : 'differ from the rows',
      'report this',
    ),
  ]
}

function* count(query: Sql): Tx<number> {
  return (yield* get<{ n: number }>(query))?.n ?? 0
}

async function chainIsWhole({ store }: Spine, { writes: bank }: Reach): Promise<Finding> {
  let position: ChainPosition | undefined = CHAIN_START
  let rows = 0
  while (position !== undefined) {
    const { problem, next }: ChainCheck = await store.read(checkChain, bank, position)
    if (problem !== undefined)
      return finding('audit chain', false, problem, 'someone changed the file by hand')
    rows = next?.seq ?? rows
    position = next
  }
  return finding('audit chain', true, rows === 0 ? 'unbroken' : `unbroken, over ${rows} rows`, '')
}
