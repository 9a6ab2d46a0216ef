import type { z } from 'zod'
import type { Env } from './clock.js'
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
import type { MemoryOptions } from './memory-options.js'
import type { ChatModel } from './model/chat/chat-model.js'
import type { ChatModels } from './model/chat/chat-models.js'
import { createChatModels } from './model/chat/create-chat-models.js'
import { chooseEmbedder } from './model/choose-embedder.js'
import { openStore } from './open-store.js'
import { callOperation } from './operations/call-operation.js'
import { jobHandlers } from './operations/do-jobs.js'
import type { Call, Operation, Progress } from './operations/operation.js'
import { type OperationName, type Operations, operations } from './operations/table.js'
import { kindOfBank, type Reach, reachedBanks, reachOf, type Who } from './reach.js'
import { createReadLog, type ReadLog } from './read-log.js'
import { createNearVectors } from './search/vectors/create-near-vectors.js'
import { type Settled, settleOptions } from './settle-options.js'
import type { JobKind } from './store/jobs.js'
import type { Store } from './store/store.js'
import { nameOfStore } from './store-place.js'
import { refuseHalfMoved } from './transfer/move/move-mark.js'
import { createDatabaseRecords } from './user/records/database-records.js'
import type { KeptRecords } from './user/records/record-home.js'
import { choosePlace } from './user/records/record-place.js'
import { workspaceIdentity } from './user/workspace/workspace-identity.js'
import { createWordUpkeep } from './words/word-upkeep.js'
import { createWorker, type JobHandler, type Worker } from './work/worker.js'

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
  const settled = settleOptions(options)
  const { place, records, home } = settled
  const store = await openStore(settled)
  try {
    await refuseHalfMoved(store, nameOfStore(place))
    if (records !== undefined) await choosePlace(store, records, home)
    return await engineOn(store, settled)
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
  const words = createWordUpkeep(store, env)
  await words.takeOver()
  let spine: Spine = { store, env, identityKey, zone, kinds, embedding, vectors, words }
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
    const banks = reachedBanks(reach)
    const own = store.within(banks)
    const lagging = store.within({ ...banks, mayLag: true })
    return async (
      { progress, signal, clientModel, idempotencyKey }: CallOptions,
      { mayLag = false, looksAtMuch = false } = {},
    ): Promise<Call> => {
      const keyed = idempotencyKey === undefined ? undefined : createKeyedCall(idempotencyKey)
      const chosen = (store: Store) => (looksAtMuch ? store.aside : store)
      const held = { ...spine, store: chosen(own), keyed }
      const seen = mayLag ? { ...held, store: chosen(lagging) } : held
      const found = await recordsOf(seen, reach)
      // Files are compared with the store as it is, whoever asks.
      const { records, beside } = mayLag && found.beside !== undefined ? await recordsOf(held, reach) : found
      return {
        spine: { ...seen, beside },
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
      const call = await callOf(options, {
        mayLag: mayLag(operation),
        looksAtMuch: operation.looksAtMuch === true,
      })
      const output = await withKeyRenewed(operation, callOperation(operation, call, input))
      embedding?.noticed(reach.writes)
      words.noticed(reach.writes)
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
        if (worker !== undefined) await worker.close()
        while (working.size > 0) await Promise.all(working)
        await Promise.all([words.close(), embedding?.close()])
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

/** What only shows what is remembered; neither what leads to a write nor what says who may do what. */
function mayLag({ effect, capability }: Operation): boolean {
  return effect === 'read' && (capability === 'memory.read' || capability === 'knowledge.read')
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
