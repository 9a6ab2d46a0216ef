import { createHash } from 'node:crypto'
import { type Env, systemEnv } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { storedIdentityKey } from '../../items/spine.js'
import { catalogueOf, type Table } from './catalogue.js'
import { copyTables } from './copy-tables.js'
import { type End, identityOf, openSource, openTarget } from './end.js'
import { finishMove } from './finish-move.js'
import { markIn, refuseHalfMoved, setMark, storedMark } from './move-mark.js'
import type { Row } from './row.js'
import { statementsFor } from './table-statements.js'
import { verifyTables } from './verify-tables.js'

export interface MoveOptions {
  /** What is moved: a file, the folder that it is in, or `postgres://…`. It stays as it is. */
  readonly from: string
  /** Where to: the same. Empty, or what an earlier try of this very move has left. */
  readonly to: string
  readonly progress?: (progress: MoveProgress) => void
  /** How long to wait for others that write to the source before `store_busy`, in milliseconds. Default 15,000. */
  readonly busyTimeoutMs?: number
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface MoveProgress {
  readonly phase: 'copy' | 'compare' | 'index'
  /** Rows of both passes. */
  readonly done: number
  readonly total: number
}

export interface MoveReport {
  readonly from: string
  readonly to: string
  readonly tables: number
  readonly banks: number
  /** All of them compared at the end, by number and by hash. */
  readonly rows: number
  /** An earlier try was gone on with. */
  readonly isResumed: boolean
  /** Rows that were copied again, because the source had changed since they were copied first. */
  readonly mended: number
  readonly tookMs: number
}

/**
 * Copies a store into another engine, or another place, whole: keys, audit chains, tombstones, vectors. The source is only
 * read; at the end others cannot write to it until everything was compared, so that nothing they wrote is missing.
 * Killed at any point, the same call goes on. Throws `conflict` where the target holds something else.
 *
 *     source ──pages──▶ target (marked: no one may open it)
 *     source held still: each table of each bank counted and hashed on both sides, what differs copied again
 *     words indexed, row numbers set ──▶ mark taken away
 *
 * @example
 * await moveStore({ from: '~/.recollect/recollect.db', to: 'postgres://memory@db.example/memory' })
 */
export async function moveStore(options: MoveOptions): Promise<MoveReport> {
  const { from, to, env = systemEnv(), busyTimeoutMs = 15_000, progress = () => undefined } = options
  const [here, there] = [await identityOf(from), await identityOf(to)]
  if (here !== undefined && here === there)
    throw new MemoryError('invalid_input', 'a store cannot be moved to where it is', 'give another --to')
  const startedAt = env.now()
  const source = await openSource(from, env, busyTimeoutMs)
  try {
    await refuseHalfMoved(source.store, source.name)
    const target = await openTarget(to, env, busyTimeoutMs)
    try {
      const report = await move({ env, source, target, progress })
      return { from: source.name, to: target.name, ...report, tookMs: env.now() - startedAt }
    } finally {
      await target.store.close()
    }
  } finally {
    await source.store.close()
  }
}

interface Moving {
  readonly env: Env
  readonly source: End
  readonly target: End
  readonly progress: (progress: MoveProgress) => void
}

async function move({
  env,
  source,
  target,
  progress,
}: Moving): Promise<Omit<MoveReport, 'from' | 'to' | 'tookMs'>> {
  const tables = await catalogueOf(source.store)
  refuseOtherTables(tables, await catalogueOf(target.store))
  const isResumed = await begin(source, target, tables)
  const total = 2 * (await countRows(source, tables))
  let done = 0
  const tell = (phase: MoveProgress['phase']) => (rows: number) => {
    done += rows
    progress({ phase, done: Math.min(done, total), total })
  }
  await copyTables({ source: source.store, target: target.store, tables, copied: tell('copy') })
  const release = await source.holdStill(tables.map(({ name }) => name))
  try {
    const verified = await verifyTables({
      source: source.store,
      target: target.store,
      tables,
      compared: tell('compare'),
    })
    tell('index')(0)
    await finishMove({ env, source: source.store, target: target.store, tables, shifts: verified.shifts })
    return {
      tables: tables.length,
      banks: verified.banks,
      rows: verified.rows,
      isResumed,
      mended: verified.mended,
    }
  } finally {
    await release()
  }
}

function refuseOtherTables(here: readonly Table[], there: readonly Table[]): void {
  const shapes = (tables: readonly Table[]) =>
    JSON.stringify(
      tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
    )
  if (shapes(here) === shapes(there)) return
  const names = new Set(there.map(({ name }) => name))
  const missing = here.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  throw new MemoryError(
    'conflict',
    `the two stores do not have the same tables${missing.length === 0 ? '' : `: ${missing.join(', ')}`}`,
    'give the target a database of its own',
  )
}

/** Marks an empty target; true where it was marked by an earlier try already. */
async function begin(source: End, target: End, tables: readonly Table[]): Promise<boolean> {
  const key = await source.store.query(storedIdentityKey())
  if (key === undefined)
    throw new MemoryError(
      'invalid_input',
      `${source.name} is empty: there is nothing to move`,
      'check --from',
    )
  const id = createHash('sha256').update(key.value).digest('hex')
  const present = await target.store.query(storedMark())
  if (present !== undefined) {
    const mark = markIn(present.value)
    if (mark.source === id) return true
    throw new MemoryError(
      'conflict',
      `${target.name} is half filled out of another store, ${mark.from}`,
      'go on with that move, or give an empty place',
    )
  }
  const left = new Map<Table, readonly string[]>()
  for (const table of tables) {
    const rows = await target.store.query(statementsFor(table, target.store.engine).page(undefined, FEW))
    if (rows.length === 0) continue
    if (!OF_NO_WEIGHT.has(table.name) || rows.length === FEW || rows.some(holdsSomething))
      throw new MemoryError(
        'conflict',
        `${target.name} is not empty`,
        'a move fills an empty place; to join two stores: recollect export FILE --all, recollect import FILE',
      )
    left.set(table, [...new Set(rows.map((row) => String(row['bank'])))])
  }
  await target.store.tx(function* () {
    for (const [table, banks] of left) yield* statementsFor(table, target.store.engine).clear(banks)
    yield* setMark({ source: id, from: source.name, table: tables[0]?.name, after: undefined, copied: 0 })
  })
  return false
}

/** What is there once somebody has looked whether it works. */
const OF_NO_WEIGHT: ReadonlySet<string> = new Set(['store_meta', 'bank', 'audit_read', 'recall'])
const FEW = 100

/** Of a bank: whether something is in it, or was. */
function holdsSomething(row: Row): boolean {
  return Number(row['items'] ?? 0) > 0
}

async function countRows({ store }: End, tables: readonly Table[]): Promise<number> {
  let rows = 0
  for (const table of tables) rows += (await store.query(statementsFor(table, store.engine).count()))?.n ?? 0
  return rows
}
