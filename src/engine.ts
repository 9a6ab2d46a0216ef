import type { z } from 'zod'
import { type Env, systemEnv } from './clock.js'
import { homeFolder, keepsRecalls } from './config.js'
import { readConfigFile } from './config-file.js'
import { anyModel } from './embedding/bank-model.js'
import type { Embedding } from './embedding/embedding.js'
import { createEmbedding } from './embedding/embedding-queue.js'
import { MemoryError } from './errors.js'
import { type ChangeLog, createChangeLog } from './items/change-log.js'
import { createKeyedCall } from './items/keyed/keyed-call.js'
import { currentIdentityKey, loadIdentityKey, type Spine } from './items/spine.js'
import { type StoreSize, storeSize } from './items/store-size.js'
import { createKeyring, type Keyring } from './keys/keyring.js'
import { kinds } from './kinds.js'
import type { ChatModel } from './model/chat/chat-model.js'
import type { ChatModels } from './model/chat/chat-models.js'
import { type ChatSetting, type ChatSettings, readChatSettings } from './model/chat/chat-setting.js'
import { createChatModels } from './model/chat/create-chat-models.js'
import { chooseEmbedder } from './model/choose-embedder.js'
import { type EmbedderSetting, readEmbedderSetting } from './model/embedder-setting.js'
import { callOperation } from './operations/call-operation.js'
import { jobHandlers } from './operations/do-jobs.js'
import type { Call, Operation, Progress } from './operations/operation.js'
import { type OperationName, type Operations, operations } from './operations/table.js'
import { kindOfBank, type Reach, reachedBanks, reachOf, type Who } from './reach.js'
import { createReadLog, type ReadLog } from './read-log.js'
import { type RemoteSetting, readRemoteSettings } from './remote/remote-setting.js'
import { createRemotes, type Remotes } from './remote/remotes.js'
import { createNearVectors } from './search/vectors/create-near-vectors.js'
import { readServerSetting } from './server-setting.js'
import type { JobKind } from './store/jobs.js'
import { openSqlite } from './store/sqlite/sqlite-store.js'
import type { Store } from './store/store.js'
import { nameOfStore, readStoreSetting, type StorePlace } from './store-place.js'
import { isZone, LOCAL_ZONE } from './text/zone.js'
import { refuseHalfMoved } from './transfer/move/move-mark.js'
import { createDatabaseRecords } from './user/records/database-records.js'
import { createRecordHome, type KeptRecords, type RecordHome } from './user/records/record-home.js'
import { choosePlace, type RecordsSetting, readRecordsSetting } from './user/records/record-place.js'
import { workspaceIdentity } from './user/workspace/workspace-identity.js'
import { createWorker, type JobHandler, type Worker } from './work/worker.js'

export interface MemoryOptions {
  /** Folder of the store; `RECOLLECT_HOME`, else `~/.recollect`, when absent. */
  readonly home?: string
  /**
   * Where everything is kept: `postgres://USER@HOST/DATABASE`, a database of a server (docs/scaling.md), or `file`, the one
   * of the home folder. `RECOLLECT_STORE` when absent, else `store` of `config.json` in the home folder, else `file`.
   */
  readonly store?: string
  /**
   * Standbys of the server, for what only reads (docs/scaling.md): what this process wrote is always found. The variable
   * `RECOLLECT_POSTGRES_REPLICAS` (addresses with spaces between) when absent, else `replicas` of `config.json`, else none.
   */
  readonly replicas?: readonly string[]
  /**
   * On a server: how many calls of this process may use it at once, each on a connection of its own; others wait.
   * `RECOLLECT_POSTGRES_POOL_SIZE` when absent, else `poolSize` of `config.json`, else 10.
   */
  readonly poolSize?: number
  /**
   * On a server: how long one statement may run before its call fails with `store_busy`, in milliseconds.
   * `RECOLLECT_POSTGRES_STATEMENT_TIMEOUT_MS` when absent, else `statementTimeoutMs` of `config.json`, else 30,000.
   */
  readonly statementTimeoutMs?: number
  /** `full` (default): what was acknowledged survives a power cut. `normal`: the last commits may not. */
  readonly durability?: 'full' | 'normal'
  /** IANA time zone in which the user's days begin and end. Default: this machine's. */
  readonly zone?: string
  /** How long a write waits for other processes before `store_busy`, in milliseconds. Default 15,000. */
  readonly busyTimeoutMs?: number
  /**
   * Makes vectors of texts, so that a question finds what was meant (docs/embedders.md). `RECOLLECT_EMBEDDER` when
   * absent, else `auto`: a model on this machine, loaded when it is first needed. One of your own is yours to close.
   */
  readonly embedder?: EmbedderSetting
  /**
   * Chat models, for what words alone cannot do (docs/models.md): `ollama:qwen3`, `anthropic:MODEL` …, one for all or one
   * for each role. `RECOLLECT_MODEL` when absent, else `config.json` in the home folder, else none.
   */
  readonly model?: ChatSetting
  /** Tokens that the chat models of one bank may use in a day (UTC). Default 200,000. */
  readonly modelDailyTokens?: number
  /**
   * Where a new store keeps memory records: `database` (the store alone), `folder` (also as Markdown files in `records` of
   * the home folder, which a person may change), a folder of your own, or `s3://bucket/prefix` (docs/records.md).
   * `RECOLLECT_RECORDS` when absent, else `config.json` in the home folder, else `database`. A store that has records
   * keeps its place: another one is refused with `conflict`, and `record.move` changes it. `kept`: wherever that is.
   */
  readonly records?: RecordsSetting
  /**
   * Memories that lie elsewhere and may be asked (docs/remote.md): other Recollects, services that answer JSON, functions of
   * your own. `remotes` of `config.json` in the home folder when absent, else none.
   */
  readonly remotes?: readonly RemoteSetting[]
  /**
   * On a database that many processes share: how many jobs of all banks this process does at a time, beside its own calls
   * (docs/scaling.md). Default 0: it does what its own calls have made, where no other process is at it.
   */
  readonly workers?: number
  /** For a program that ends in a moment: loads no model, and asks the process that holds one. */
  readonly isBrief?: boolean
  /** For a server, whose first question comes soon: loads the model at once, if the store has vectors. */
  readonly isWarm?: boolean
  /**
   * Whether searches are kept for 30 days, so that they can be explained (docs/why-found.md). `RECOLLECT_RECALL_LOG`
   * (`on`, `off`) when absent, else true.
   */
  readonly recallLog?: boolean
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface CallOptions {
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  /** A chat model lent by who calls, for the roles that have none of their own. */
  readonly clientModel?: ChatModel
  /**
   * Of a call that writes, for who may have to send it again: for a day the same key and input have their effect once, and
   * the same answer. Up to 255 visible ASCII characters, new ones for each call: a UUID for example.
   */
  readonly idempotencyKey?: string
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
  /**
   * The workspace of the project that a folder belongs to, as `as({ workspace })` takes it: what its remote of git is called,
   * `github.com/acme/web`, the same in all clones and worktrees; else a name of the folder's own. Reads files only.
   */
  workspaceOf(folder: string): Promise<string>
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
  const { env = systemEnv(), zone = LOCAL_ZONE, recallLog = keepsRecalls(process.env) } = options
  if (!isZone(zone)) {
    throw new MemoryError('invalid_input', `not a time zone: ${zone}`, 'give an IANA name like Europe/Lisbon')
  }
  if ('postgres' in options) throw new TypeError('the option postgres is called store')
  // Refused before there is a store that would have to be closed, or was made for nothing.
  readEmbedderSetting(options.embedder, process.env)
  const home = options.home ?? homeFolder(process.env)
  const file = readConfigFile(home)
  const chat = readChatSettings({
    model: options.model,
    dailyTokens: options.modelDailyTokens,
    environment: process.env,
    file,
  })
  const records = readRecordsSetting(options.records, process.env, file, home)
  const place = readStoreSetting({ given: options.store, environment: process.env, file, home })
  const remotes = createRemotes(readRemoteSettings(options.remotes, file, process.env), env, zone)
  const server = readServerSetting({ given: options, environment: process.env, file })
  const store = await openStore(place, { ...options, ...server }, env)
  try {
    await refuseHalfMoved(store, nameOfStore(place))
    if (records !== undefined) await choosePlace(store, records, home)
    return await engineOn(store, {
      ...options,
      env,
      zone,
      recallLog,
      chat,
      asked: remotes,
      recordHome: createRecordHome(home, env),
      // A program with a database and no folder of its own leaves nothing in anyone's.
      sharedIn: place.engine === 'postgres' ? options.home : home,
    })
  } catch (error) {
    await store.close()
    throw error
  }
}

async function engineOn(store: Store, options: Settled): Promise<Engine> {
  const { env, zone, recallLog, chat, asked, recordHome } = options
  const readLog = createReadLog(store, env, { keepsRecalls: recallLog })
  const keyring = createKeyring(store, env, readLog)
  const chatModels = createChatModels({ settings: chat, store, env })
  const embedding = embeddingOf(options, store, env)
  const vectors = embedding === undefined ? undefined : createNearVectors(store)
  const identityKey = await loadIdentityKey(store, env)
  let spine: Spine = { store, env, identityKey, zone, kinds, embedding, vectors }
  if (options.isWarm === true && embedding !== undefined) void warm(store, embedding)

  /** An archive or a backup that fills an empty store, also another process's, brings its own key along. */
  async function withKeyRenewed<T>(operation: Operation, work: Promise<T>): Promise<T> {
    // What only looks changes no key, and looking again at a damaged store would take its answer away.
    let isToRenew = operation.capability === 'admin' && operation.effect !== 'read'
    try {
      return await work
    } catch (error) {
      isToRenew ||= error instanceof MemoryError && error.code === 'store_busy'
      throw error
    } finally {
      if (isToRenew) spine = { ...spine, identityKey: await currentIdentityKey(spine) }
    }
  }

  const working = new Set<Promise<unknown>>()
  let isClosing = false
  /** Closing waits for it, however it ends. */
  function track<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => undefined,
      () => undefined,
    )
    working.add(ended)
    void ended.then(() => working.delete(ended))
    return work
  }

  /** Those of a workspace have no files: one that anybody may write would be a way around the gate. */
  async function recordsOf(one: Spine, { writes }: Reach): Promise<KeptRecords> {
    if (kindOfBank(writes) !== 'workspace') return recordHome.now(one)
    return { records: createDatabaseRecords(one), beside: undefined }
  }

  const callsOf = (reach: Reach) => {
    const own = store.within(reachedBanks(reach))
    return async ({ progress, signal, clientModel, idempotencyKey }: CallOptions): Promise<Call> => {
      const keyed = idempotencyKey === undefined ? undefined : createKeyedCall(idempotencyKey)
      const held = { ...spine, store: own, keyed }
      const { records, beside } = await recordsOf(held, reach)
      return {
        spine: { ...held, beside },
        reach,
        readLog,
        records,
        recordHome,
        models: chatModels.lentBy(clientModel),
        remotes: asked,
        modelDailyTokens: chat.dailyTokens,
        progress,
        signal,
        background: (work) => void track(work),
      }
    }
  }

  const performer = (reach: Reach): Perform => {
    const callOf = callsOf(reach)
    return async (operation, input, options) => {
      const call = await callOf(options)
      const output = await withKeyRenewed(operation, callOperation(operation, call, input))
      embedding?.noticed(reach.writes)
      return output
    }
  }

  /** A call that writes is waited for from the first: it may go on in the background. */
  const perform = (reach: Reach): Perform => {
    const run = performer(reach)
    return async (operation, input, options) => {
      if (isClosing) throw new MemoryError('store_failed', 'the memory was closed', 'open it again')
      const work = run(operation, input, options)
      return operation.effect === 'write' ? track(work) : work
    }
  }

  const worker = workerOf(
    store,
    options,
    jobHandlers(embedding, (reach) => callsOf(reach)({})),
  )

  const engine: Engine = {
    as: (who) => {
      const reach = reachOf(who)
      const memory = operationsFor(perform(reach))
      reaches.set(memory, reach)
      return memory
    },
    workspaceOf: async (folder) => workspaceIdentity(folder, await currentIdentityKey(spine)),
    close: async () => {
      isClosing = true
      try {
        await worker?.close()
        while (working.size > 0) await Promise.all(working)
        await embedding?.close()
        await embedding?.source.close()
        await vectors?.close()
        await keyring.flush()
        await readLog.flush()
      } finally {
        await store.close()
      }
    },
  }
  parts.set(engine, {
    chatModels: chatModels.lentBy(undefined),
    keyring,
    changes: createChangeLog(store),
    readLog,
    size: () => storeSize(store),
  })
  return engine
}

const reaches = new WeakMap<Memory, Reach>()
/** What ways in need of an open store beside its operations. */
interface EngineParts {
  readonly chatModels: ChatModels
  readonly keyring: Keyring
  readonly changes: ChangeLog
  readonly readLog: ReadLog
  size(): Promise<StoreSize>
}

const parts = new WeakMap<Engine, EngineParts>()

function partsOf(engine: Engine): EngineParts {
  const found = parts.get(engine)
  if (found !== undefined) return found
  throw new MemoryError('invalid_input', 'not an open store', 'give what openMemory answers')
}

/** The news of an open store's banks, for who tells others of them: whose a bank is, the caller has to know. */
export function changesOf(engine: Engine): ChangeLog {
  return partsOf(engine).changes
}

/** How much there is in an open store, in numbers, for who watches it. */
export function sizeOf(engine: Engine): Promise<StoreSize> {
  return partsOf(engine).size()
}

/** The keys of an open store, for who lets callers in. */
export function keyringOf(engine: Engine): Keyring {
  return partsOf(engine).keyring
}

/** The chat models of an open store, for who talks with one; what they use is counted for the bank of the reach. */
export function chatModelsOf(engine: Engine): ChatModels {
  return partsOf(engine).chatModels
}

/** Where an open store keeps who read what, for who reads it elsewhere in the same process. */
export function readLogOf(engine: Engine): ReadLog {
  return partsOf(engine).readLog
}

/** For whom a memory speaks, and what it may do: so that nothing is lent to a model as if it were a person. */
export function reachOfMemory(memory: Memory): Reach {
  const reach = reaches.get(memory)
  if (reach !== undefined) return reach
  throw new MemoryError(
    'invalid_input',
    'not a memory of an open store',
    'give what engine.as({ … }) answers',
  )
}

type Settled = MemoryOptions &
  Required<Pick<MemoryOptions, 'env' | 'zone' | 'recallLog'>> & {
    readonly chat: ChatSettings
    readonly asked: Remotes
    readonly recordHome: RecordHome
    /** The folder by which processes of this machine share an embedder. */
    readonly sharedIn: string | undefined
  }

/** Undefined where whoever makes work does it. */
function workerOf(
  { jobs, news }: Store,
  { workers = 0, env }: Settled,
  handlers: ReadonlyMap<JobKind, JobHandler>,
): Worker | undefined {
  if (!Number.isSafeInteger(workers) || workers < 0)
    throw new RangeError('workers is a whole number from 0 on')
  if (jobs === undefined || workers === 0) return undefined
  return createWorker({ jobs, news, handlers, slots: workers, random: () => env.random() })
}

async function warm(store: Store, { source }: Embedding): Promise<void> {
  try {
    if ((await store.query(anyModel())) !== undefined) await source.atOnce()
  } catch (error) {
    // The first question meets the same trouble, and says it to whom it concerns.
    if (!(error instanceof MemoryError)) throw error
  }
}

/** Undefined where no embedder may be used. */
function embeddingOf(options: Settled, store: Store, env: Env): Embedding | undefined {
  const { embedder, isBrief = false, sharedIn } = options
  const source = chooseEmbedder({
    setting: embedder,
    environment: process.env,
    env,
    isBrief,
    storedModel: () => store.query(anyModel()).then((row) => row?.model),
    ...(sharedIn === undefined ? {} : { home: sharedIn }),
  })
  return source.current().state === 'off' ? undefined : createEmbedding({ store, env, source })
}

async function openStore(place: StorePlace, options: MemoryOptions, env: Env): Promise<Store> {
  const { durability, busyTimeoutMs, replicas, poolSize, statementTimeoutMs } = options
  const patience = busyTimeoutMs === undefined ? {} : { busyTimeoutMs }
  if (place.engine === 'postgres') {
    // Loaded only where it is used: most programs keep a file.
    const { openPostgres } = await import('./store/postgres/postgres-store.js')
    return openPostgres({
      url: place.url,
      env,
      ...patience,
      ...(replicas === undefined ? {} : { replicas }),
      ...(poolSize === undefined ? {} : { poolSize }),
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    })
  }
  return openSqlite({
    file: place.file,
    env,
    ...(durability === undefined ? {} : { durability }),
    ...patience,
  })
}

type Perform = (operation: Operation, input: unknown, options: CallOptions) => Promise<unknown>

function operationsFor(perform: Perform): Memory {
  const method =
    (operation: Operation) =>
    (input: unknown, options: CallOptions = {}) =>
      perform(operation, input, options)
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    method(operation as unknown as Operation),
  ])
  return Object.fromEntries(methods) as Memory
}
