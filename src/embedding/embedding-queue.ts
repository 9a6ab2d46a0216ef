import type { Env } from '../clock.js'
import { MemoryError } from '../errors.js'
import { type Embedder, fingerprintOf } from '../model/embedder.js'
import { type EmbedderSource, isEmbedder } from '../model/embedder-source.js'
import { holdingProgram } from '../model/holding-program.js'
import { codeBehind } from '../search/vectors/code-behind.js'
import type { JobFailure } from '../store/jobs.js'
import type { Store } from '../store/store.js'
import { aborted } from './aborted.js'
import { createBankJobs } from './bank-jobs.js'
import { countPending, readBankModel, recountBank, refuseOther } from './bank-model.js'
import { createBankTurns } from './bank-turns.js'
import { embedTexts } from './embed-texts.js'
import type { Embedding, Trouble } from './embedding.js'
import { type PendingText, readPending } from './pending.js'
import { createPendingWalk } from './pending-walk.js'
import { removePage } from './start-anew.js'
import { inPortions, type Written, writeEmbeddings } from './write-embeddings.js'

export interface EmbeddingOptions {
  readonly store: Store
  readonly env: Env
  readonly source: EmbedderSource
}

/**
 * The background of embedding: one batch at a time, in turn of what was just added and of what has been waiting for
 * long, and of this one bank after the other.
 *
 *     added ──▶ queue of ids ──┐
 *                (256, then    ├─▶ read texts ─▶ embed ─▶ write, if they are still there
 *     noticed ─▶  dropped) ─▶ walk through what has no rows
 *
 * Everything that waits here waits in the store too, as texts without rows: the queue holds no text and may be lost.
 * Where many processes share the store, a bank is embedded by the one that has taken its job (store/jobs.ts): what others
 * add meanwhile they leave to it, and it looks once more before it lets go.
 *
 * After a failure nothing is tried for a while, and then only when the store is used again: no timer runs. It keeps no
 * program alive: one that ends meanwhile leaves the rest to the next.
 */
export function createEmbedding({ store, env, source }: EmbeddingOptions): Embedding {
  const queue: { readonly bank: string; readonly id: string }[] = []
  const banks = createBankTurns(env.now)
  /** Ends everything, and what may as well be done another time. */
  const stop = new AbortController()
  const stopWalks = new AbortController()
  const jobs = createBankJobs(store.jobs)
  let turn: Promise<unknown> = Promise.resolve()
  let working: Promise<void> | undefined
  /** The bank of the batch at hand. */
  let current: string | undefined
  let isClosing = false
  let isWalksTurn = true
  let tidyAt = Number.NEGATIVE_INFINITY
  let trouble: Trouble | undefined
  let failures = 0
  let restUntil = Number.NEGATIVE_INFINITY

  function wake(): void {
    if (working !== undefined || isClosing || env.now() < restUntil) return
    working = work()
  }

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      // Whoever has just written is answered first.
      await moment()
      const job = nextJob()
      current = job?.bank
      if (job === undefined) break
      try {
        await inTurn(job.run)
        trouble = undefined
        failures = 0
        await letGo(job.bank)
      } catch (error) {
        if (!job.signal.aborted) await rest(job.bank, error)
      }
      if (env.now() < restUntil) break
    }
    working = undefined
    current = undefined
  }

  /** Who captures without a pause holds up nobody's import, and an import no capture. */
  function nextJob(): Job | undefined {
    isWalksTurn = !isWalksTurn
    return isWalksTurn ? (nextWalk() ?? nextAdded()) : (nextAdded() ?? nextWalk())
  }

  function nextAdded(): Job | undefined {
    const bank = queue[0]?.bank
    if (bank === undefined) return undefined
    let count = 1
    while (count < BATCH_TEXTS && queue[count]?.bank === bank) count++
    const ids = queue.splice(0, count).map(({ id }) => id)
    return { bank, signal: stop.signal, run: () => embedAdded(bank, ids) }
  }

  function nextWalk(): Job | undefined {
    const bank = isClosing ? undefined : banks.next()
    return bank === undefined ? undefined : { bank, signal: stopWalks.signal, run: () => catchUp(bank) }
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = turn.then(run)
    turn = mine.catch(toldElsewhere)
    return mine
  }

  async function embedAdded(bank: string, ids: readonly string[]): Promise<void> {
    if (!(await takes(bank))) return
    const embedder = await readyFor(bank, stop.signal)
    if (embedder === undefined) return
    await embed(bank, embedder, await within(bank).read(readPending, bank, ids), stop.signal)
  }

  /** Whether the bank is ours to see to. */
  async function takes(bank: string): Promise<boolean> {
    const taken = await jobs.take(bank)
    const own = banks.of(bank)
    // What others left in it before it was ours, they have told nobody but the store.
    if (taken === 'newly ours') own.isBehind = true
    if (taken !== 'elsewhere') return true
    own.isBehind = false
    own.walk = undefined
    drop((entry) => entry.bank === bank)
    return false
  }

  /** Once nothing is left to do in the bank. */
  async function letGo(bank: string): Promise<void> {
    const own = banks.of(bank)
    const isBusy = own.isBehind || own.walk !== undefined || queue.some((entry) => entry.bank === bank)
    if (isBusy) return
    if (store.vectors === undefined) await codeBehind(store, bank, () => !isClosing)
    if (!(await jobs.finish(bank))) own.isBehind = true
  }

  function within(bank: string): Store {
    return store.within({ writes: [bank] })
  }

  /** One step through what others have left in the bank without vectors. */
  async function catchUp(bank: string): Promise<void> {
    const own = banks.of(bank)
    if (own.walk === undefined) {
      // Before the look: what is added from now on sets it again.
      own.isBehind = false
      if ((await within(bank).read(countPending, bank)) === 0) return
      if (!(await takes(bank))) return
      own.isBehind = false
      own.walk = { ...createPendingWalk(within(bank), bank), found: 0 }
    }
    const { walk } = own
    const embedder = await readyFor(bank, stopWalks.signal)
    if (embedder === undefined) return
    const texts = await walk.next(BATCH_TEXTS)
    if (texts === undefined) {
      own.walk = undefined
      // Nothing, though the counters said so: they are wrong.
      if (walk.found === 0) await within(bank).aside.tx(recountBank, bank)
      return
    }
    walk.found += texts.length
    const { present } = await embed(bank, embedder, texts, stopWalks.signal)
    // Another process is at the same work, and does it all.
    if (present > 0) own.walk = undefined
  }

  /** The embedder, where the bank's vectors are its own. While those of another model are being removed, it helps. */
  async function readyFor(bank: string, signal: AbortSignal): Promise<Embedder | undefined> {
    const given = await source.get(signal, { isInBackground: true })
    if (!isEmbedder(given)) throw new Off(given.off)
    const present = await within(bank).read(readBankModel, bank)
    const fingerprint = fingerprintOf(given.model)
    if (present?.next_model === fingerprint) {
      await within(bank).tx(removePage, bank, given.model)
      banks.of(bank).isBehind = true
      return undefined
    }
    refuseOther(present, fingerprint)
    banks.of(bank).stale = undefined
    return given
  }

  async function embed(
    bank: string,
    embedder: Embedder,
    texts: readonly PendingText[],
    signal: AbortSignal,
  ): Promise<Written> {
    const embedded = await embedTexts(embedder, texts, signal)
    signal.throwIfAborted()
    return inPortions(embedded, (portion) =>
      within(bank).tx(writeEmbeddings, store.vectors, bank, embedder.model, portion),
    )
  }

  /** Everything that waits is pending in the store; what is in memory can go. */
  async function rest(bank: string, error: unknown): Promise<void> {
    const own = banks.of(bank)
    own.walk = undefined
    if (error instanceof MemoryError && error.code === 'index_stale') {
      own.stale = { kind: 'stale', reason: `${error.message}; ${error.hint}` }
      own.isBehind = false
      drop(({ bank: other }) => other === bank)
      await jobs.fail(bank, { code: error.code, isPassing: false })
      return
    }
    const isOff = error instanceof Off
    trouble = {
      kind: isOff ? 'off' : 'unavailable',
      // Of other errors the message may quote what is another bank's.
      reason: error instanceof MemoryError || error instanceof Off ? error.message : 'it failed unexpectedly',
    }
    restUntil = env.now() + (isOff ? LOOK_EVERY_MS : Math.min(REST_MAX_MS, REST_MS * 2 ** failures))
    failures += 1
    for (const { bank: other } of queue) banks.of(other).isBehind = true
    own.isBehind = true
    drop(() => true)
    await jobs.failAll(failureOf(error))
  }

  function drop(isDropped: (entry: (typeof queue)[number]) => boolean): void {
    const kept = queue.filter((entry) => !isDropped(entry))
    queue.splice(0, queue.length, ...kept)
  }

  return {
    source,
    added(bank, ids) {
      if (isClosing) return
      const own = banks.of(bank)
      // A walk finds many as soon, and leaves room for what others add.
      const isLeft = env.now() < restUntil || ids.length > ENTRIES_AT_ONCE
      if (isLeft) own.isBehind = true
      for (const id of isLeft ? [] : ids) {
        if (queue.length < QUEUE_ENTRIES) queue.push({ bank, id })
        else {
          own.dropped += 1
          own.isBehind = true
        }
      }
      wake()
    },
    filled(bank) {
      banks.of(bank).isBehind = true
      wake()
    },
    noticed(bank) {
      if (env.now() >= tidyAt) {
        tidyAt = env.now() + LOOK_EVERY_MS
        banks.tidy()
      }
      const own = banks.of(bank)
      if (env.now() >= own.lookAt) {
        own.lookAt = env.now() + LOOK_EVERY_MS
        own.isBehind = true
      }
      wake()
    },
    isResting: () => isClosing || env.now() < restUntil,
    seeTo(claim) {
      const done = jobs.accept(claim)
      banks.of(claim.bank).isBehind = true
      wake()
      if (working === undefined) void jobs.fail(claim.bank, { code: 'model_unavailable', isPassing: true })
      return done
    },
    exclusively: async (run) => {
      const done = await holdingProgram(() => inTurn(run))
      trouble = undefined
      failures = 0
      restUntil = Number.NEGATIVE_INFINITY
      for (const own of banks.all()) own.stale = undefined
      return done
    },
    status(bank) {
      const own = banks.known(bank)
      const queued = queue.filter((entry) => entry.bank === bank).length
      return {
        isWorking:
          working !== undefined &&
          (current === bank || queued > 0 || own?.isBehind === true || own?.walk !== undefined),
        queued,
        dropped: own?.dropped ?? 0,
        trouble: own?.stale ?? trouble,
      }
    },
    async close() {
      isClosing = true
      stopWalks.abort(CLOSED)
      if (working === undefined) return jobs.close()
      const giveUp = () => stop.abort(CLOSED)
      const giveUpUnready = () => {
        if (source.current().state !== 'ready') giveUp()
      }
      const timers = [setTimeout(giveUpUnready, READY_MS), setTimeout(giveUp, DRAIN_MS)]
      // An embedder that does not listen to the signal is left behind: it cannot write any more.
      await Promise.race([working, aborted(stop.signal)])
      giveUp()
      for (const timer of timers) clearTimeout(timer)
      await jobs.close()
    },
  }
}

/** A model that is not there may be back in a moment; what fails otherwise may do so for good. */
function failureOf(error: unknown): JobFailure {
  if (error instanceof Off) return { code: 'model_unavailable', isPassing: true }
  if (error instanceof MemoryError) return { code: error.code, isPassing: true }
  return { code: 'failed', isPassing: false }
}

interface Job {
  readonly bank: string
  readonly signal: AbortSignal
  run(): Promise<void>
}

/** There is no embedder, and nobody is to blame. */
class Off extends Error {}

const QUEUE_ENTRIES = 256
/** Of one commit. */
const ENTRIES_AT_ONCE = 64
/** A question that comes meanwhile waits for one batch at most. */
const BATCH_TEXTS = 16
const LOOK_EVERY_MS = 30_000
const REST_MS = 1_000
const REST_MAX_MS = 5 * 60_000
const DRAIN_MS = 2_000
/** Another process that holds a model has answered by then; one that is being loaded is not waited for. */
const READY_MS = 300

const CLOSED = new MemoryError('model_unavailable', 'the memory was closed', 'open it again')

/** In which a program that has nothing else to do ends: an immediate would be run in the same turn of its loop. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1).unref())
}

function toldElsewhere(): void {
  // Who asked for that turn hears of its failure; the next one only waits for its end.
}
