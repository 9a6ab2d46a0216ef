import { Worker } from 'node:worker_threads'
import { MemoryError } from '../../errors.js'
import type { MemoryOptions } from '../../memory-options.js'
import type { OperationName } from '../../operations/table.js'
import type { Who } from '../../reach.js'
import type { ReaderAnswer, ReaderCall } from './reader-message.js'

/** Threads that read the store beside the server's own, so that it goes on answering while they search. */
export interface Readers {
  /**
   * Performs an operation that only reads, and answers its output as JSON; undefined where all threads have enough to do,
   * or none can be started.
   * Throws what the operation throws.
   */
  perform(who: Who, key: OperationName, input: unknown, signal: AbortSignal): Promise<string> | undefined
  /** Writes out what their reads left to be logged. */
  flush(): Promise<void>
  /** Ends them, when what runs is done. */
  close(): Promise<void>
}

export interface ReadersOptions {
  /** As the server's own store was opened. */
  readonly memory: Pick<MemoryOptions, 'home' | 'store' | 'zone' | 'embedder' | 'recallLog' | 'busyTimeoutMs'>
  /** How many threads: the cores less one leave the server its own. */
  readonly threads: number
}

/**
 * Starts the threads. One that dies is started anew with the next question, and what it had been asked fails with
 * `store_failed`; one that never answered anything is given up.
 *
 * @example
 * const readers = createReaders({ memory: { home }, threads: 1 })
 * const json = await readers.perform({ user: 'ann' }, 'search', { question: 'where does Mia live?' }, signal)
 */
export function createReaders({ memory, threads }: ReadersOptions): Readers {
  const readers = Array.from({ length: threads }, () => createReader(memory))
  return {
    perform: (who, key, input, signal) => {
      const able = readers.filter((reader) => reader.isAble())
      const [idlest] = able.sort((a, b) => a.asked() - b.asked())
      if (idlest === undefined || idlest.asked() >= ASKED_MAX) return undefined
      return idlest.ask({ does: 'perform', who, key, input }, signal)
    },
    flush: async () => {
      // What one that dies meanwhile had to write is lost, as with any crash.
      await Promise.allSettled(readers.map((reader) => reader.flush()))
    },
    close: async () => {
      await Promise.all(readers.map((reader) => reader.close()))
    },
  }
}

/** One that is worked on, and one that waits behind it; beyond that the server's own thread is sooner done. */
const ASKED_MAX = 2

/** Its id is given where it is sent. */
type Question =
  | Omit<ReaderCall & { readonly does: 'perform' }, 'id'>
  | Omit<ReaderCall & { readonly does: 'flush' }, 'id'>

interface Reader {
  /** Not where a thread ended before it had answered anything: the next would as well. */
  isAble(): boolean
  asked(): number
  ask(call: Question, signal: AbortSignal): Promise<string>
  flush(): Promise<void>
  close(): Promise<void>
}

function createReader(memory: ReadersOptions['memory']): Reader {
  let isAble = true
  const start = (): Thread =>
    startThread(memory, ({ hasAnswered }) => {
      isAble = hasAnswered
      thread = undefined
    })
  let thread: Thread | undefined = start()
  const running = (): Thread => {
    thread ??= start()
    return thread
  }
  return {
    isAble: () => isAble,
    asked: () => thread?.waiting.size ?? 0,
    ask: (call, signal) => askThread(running(), call, signal),
    flush: async () => {
      if (thread !== undefined) await askThread(thread, { does: 'flush' })
    },
    close: async () => {
      const ended = thread
      if (ended === undefined) return
      ended.worker.postMessage({ does: 'close' } satisfies ReaderCall)
      await ended.over
    },
  }
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, { resolve(body: string): void; reject(error: unknown): void }>
  readonly over: Promise<void>
  lastId: number
  hasAnswered: boolean
}

function startThread(memory: ReadersOptions['memory'], onEnd: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./reader-thread.js', import.meta.url), {
    workerData: memory,
    execArgv: [],
  })
  const thread: Thread = {
    worker,
    waiting: new Map(),
    over: new Promise((resolve) => worker.once('exit', () => resolve())),
    lastId: 0,
    hasAnswered: false,
  }
  worker.on('message', (answer: ReaderAnswer) => {
    thread.hasAnswered = true
    const asked = thread.waiting.get(answer.id)
    thread.waiting.delete(answer.id)
    if (asked === undefined) return
    if ('body' in answer) asked.resolve(answer.body)
    else asked.reject(errorOf(answer))
  })
  let cause: unknown
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    onEnd(thread)
    for (const { reject } of thread.waiting.values()) reject(died(cause))
    thread.waiting.clear()
  })
  return thread
}

async function askThread(thread: Thread, call: Question, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted()
  thread.lastId += 1
  const id = thread.lastId
  const abort = () => thread.worker.postMessage({ does: 'abort', id } satisfies ReaderCall)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      // What cannot be sent throws, and is not waited for.
      thread.worker.postMessage({ ...call, id } satisfies ReaderCall)
      thread.waiting.set(id, { resolve, reject })
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

function errorOf(answer: Exclude<ReaderAnswer, { readonly body: string }>): Error {
  if ('refused' in answer) {
    const { code, message, hint } = answer.refused
    return new MemoryError(code, message, hint)
  }
  const { name, message, stack } = answer.mistake
  return Object.assign(new Error(message), { name, stack })
}

function died(cause: unknown): MemoryError {
  return new MemoryError(
    'store_failed',
    'a thread that searches has ended',
    'ask again: another is started',
    {
      cause,
    },
  )
}
