import { join } from 'node:path'
import type { z } from 'zod'
import { type Env, systemEnv } from './clock.js'
import { homeFolder, STORE_FILE } from './config.js'
import { MemoryError } from './errors.js'
import { loadIdentityKey, type Spine } from './items/spine.js'
import { kinds } from './kinds.js'
import { callOperation } from './operations/call-operation.js'
import type { Operation, Progress } from './operations/operation.js'
import { type OperationName, type Operations, operations } from './operations/table.js'
import { type Reach, reachOf, type Who } from './reach.js'
import { createReadLog } from './read-log.js'
import { openSqlite } from './store/sqlite/sqlite-store.js'
import type { Store } from './store/store.js'
import { isZone, machineZone } from './text/zone.js'

export interface MemoryOptions {
  /** Folder of the store; `RECOLLECT_HOME`, else `~/.recollect`, when absent. */
  readonly home?: string
  /** `postgres://…`: keeps everything there instead of in a file. */
  readonly postgres?: string
  /** `full` (default): what was acknowledged survives a power cut. `normal`: the last commits may not. */
  readonly durability?: 'full' | 'normal'
  /** IANA time zone in which the user's days begin and end. Default: this machine's. */
  readonly zone?: string
  /** How long a write waits for other processes before `store_busy`, in milliseconds. Default 15,000. */
  readonly busyTimeoutMs?: number
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface CallOptions {
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** The operations, as methods, for one caller. */
export type Memory = {
  readonly [N in OperationName]: (
    input: z.input<Operations[N]['input']>,
    options?: CallOptions,
  ) => Promise<z.output<Operations[N]['output']>>
}

/** An open store. Close it when done; what was acknowledged is safe without. */
export interface Engine {
  /** The operations for whom it speaks: a user, or an agent on a user's behalf. */
  as(who: Who): Memory
  close(): Promise<void>
}

/**
 * Opens the memory, and makes it when there is none.
 *
 * @example
 * const engine = await openMemory({ home: './memory' })
 * const memory = engine.as({ user: 'ann' })
 * await memory.capture({ text: 'Mia moved to Lisbon in March' })
 * const { hits } = await memory.search({ question: 'where does Mia live?' })
 * await engine.close()
 */
export async function openMemory(options: MemoryOptions = {}): Promise<Engine> {
  const { env = systemEnv(), zone = machineZone() } = options
  if (!isZone(zone)) {
    throw new MemoryError('invalid_input', `not a time zone: ${zone}`, 'give an IANA name like Europe/Lisbon')
  }
  const store = await openStore(options, env)
  const identityKey = await loadIdentityKey(store, env)
  const spine: Spine = { store, env, identityKey, zone, kinds }
  const readLog = createReadLog(store, env)
  return {
    as: (who) => operationsFor(spine, readLog, reachOf(who)),
    close: async () => {
      try {
        await readLog.flush()
      } finally {
        await store.close()
      }
    },
  }
}

async function openStore(options: MemoryOptions, env: Env): Promise<Store> {
  const { home, postgres, durability, busyTimeoutMs } = options
  const patience = busyTimeoutMs === undefined ? {} : { busyTimeoutMs }
  if (postgres !== undefined) {
    // Loaded only where it is used: most programs keep a file.
    const { openPostgres } = await import('./store/postgres/postgres-store.js')
    return openPostgres({ url: postgres, env, ...patience })
  }
  return openSqlite({
    file: join(home ?? homeFolder(process.env), STORE_FILE),
    env,
    ...(durability === undefined ? {} : { durability }),
    ...patience,
  })
}

function operationsFor(spine: Spine, readLog: ReturnType<typeof createReadLog>, reach: Reach): Memory {
  const method =
    (operation: Operation) =>
    (input: unknown, { progress, signal }: CallOptions = {}) =>
      callOperation(operation, { spine, reach, readLog, progress, signal }, input)
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    method(operation as Operation),
  ])
  return Object.fromEntries(methods) as Memory
}
