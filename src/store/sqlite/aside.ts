import { Worker } from 'node:worker_threads'
import { MemoryError } from '../../errors.js'
import { createCompiler } from '../compile.js'
import type { Stmt, Tx } from '../statement.js'
import { stepAsync } from '../step-async.js'
import type { Answer, Asked, Failure, Question, Result, ThreadData } from './aside-message.js'
import { named } from './driver.js'

/**
 * Bodies whose statements take long, run by a thread: started with the first, ended when there was none for a while. One
 * body after another. Rejects with what SQLite says, untranslated.
 */
export interface Aside {
  /** On one snapshot. */
  read<T>(body: () => Tx<T>): Promise<T>
  /** In a transaction of its own. */
  write<T>(body: () => Tx<T>): Promise<T>
  /** Finishes what is running, and refuses what comes behind it. */
  close(): Promise<void>
}

/**
 * @param data as the store itself is opened
 * @param holding keeps other writers of this process back while a writing body runs
 */
export function createAside(data: ThreadData, holding: <T>(work: () => Promise<T>) => Promise<T>): Aside {
  const compile = createCompiler<string>('sqlite', (text) => text)
  let thread: Thread | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  function running(): Thread {
    if (isClosed) throw closed(data.file)
    clearTimeout(idle)
    if (thread === undefined || thread.isOver()) thread = startThread(data)
    return thread
  }

  async function run<T>(access: 'reading' | 'writing', body: () => Tx<T>): Promise<T> {
    const at = running()
    let begins: 'reading' | 'writing' | undefined = access
    const perform = async (statement: Stmt<unknown>): Promise<unknown> => {
      const question = { does: 'perform', statements: askedOf(statement), begins } as const
      begins = undefined
      return shaped(statement, await at.ask(question))
    }
    try {
      const value = await stepAsync(body, perform)
      if (access === 'writing' && begins === undefined) await at.ask({ does: 'commit' })
      return value
    } finally {
      at.send({ does: 'end' })
    }
  }

  function askedOf({ mode, query, parts }: Stmt<unknown>): Asked[] {
    if (mode === 'batch' || mode === 'unwaited') return parts.flatMap(askedOf)
    const { prepared, values } = compile(query)
    return [{ text: prepared, mode, values }]
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1
    const done = last.then(work)
    last = done.then(ignore, ignore)
    return done.finally(rest)
  }

  /** Gone when it had nothing to do for a while: its connection keeps memory. */
  function rest(): void {
    waiting -= 1
    if (waiting > 0) return
    const resting = thread
    idle = setTimeout(() => {
      thread = undefined
      void resting?.close()
    }, IDLE_MS).unref()
  }

  return {
    read: (body) => inTurn(() => run('reading', body)),
    write: (body) => inTurn(() => holding(() => run('writing', body))),
    close: async () => {
      isClosed = true
      await last
      clearTimeout(idle)
      await thread?.close()
    },
  }
}

const IDLE_MS = 30_000

interface Thread {
  ask(question: Question): Promise<readonly Result[]>
  send(question: Question): void
  isOver(): boolean
  close(): Promise<void>
}

function startThread(data: ThreadData): Thread {
  const worker = new Worker(new URL('./aside-thread.js', import.meta.url), { workerData: data, execArgv: [] })
  let isOver = false
  let asking: { resolve(results: readonly Result[]): void; reject(error: unknown): void } | undefined
  let cause: unknown
  const send = (question: Question): void => worker.postMessage(question)
  const over = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isOver = true
      asking?.reject(died(data.file, cause))
      resolve()
    })
  })
  // Nothing but an answer that is waited for keeps a program alive.
  worker.unref()
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('message', (answer: Answer) => {
    const asked = asking
    asking = undefined
    worker.unref()
    if ('results' in answer) asked?.resolve(answer.results)
    else asked?.reject(errorOf(answer.failed))
  })
  return {
    send,
    isOver: () => isOver,
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (isOver) throw died(data.file, cause)
        // What cannot be sent throws, and is not waited for.
        send(question)
        asking = { resolve, reject }
        worker.ref()
      }),
    close: async () => {
      worker.ref()
      send({ does: 'close' })
      await over
    },
  }
}

/** What the statement answers, as the connection of the store itself gives it. */
function shaped(statement: Stmt<unknown>, results: readonly Result[]): unknown {
  let next = 0
  const take = ({ mode, parts }: Stmt<unknown>): unknown => {
    if (mode === 'batch' || mode === 'unwaited') return parts.map(take)
    const { names, rows, changed } = results[next++] as Result
    if (mode === 'column') return rows
    if (mode === 'run') return changed
    if (mode === 'get') return rows[0] === undefined ? undefined : named(names, rows[0] as unknown[])
    return rows.map((row) => named(names, row as unknown[]))
  }
  return take(statement)
}

/** Errors do not travel between threads as what they are. */
function errorOf({ name, message, code }: Failure): Error {
  const error = name === 'TypeError' ? new TypeError(message) : new Error(message)
  return code === undefined ? error : Object.assign(error, { code })
}

function died(file: string, cause: unknown): MemoryError {
  return new MemoryError('store_failed', `the thread beside ${file} ended early`, 'try again', { cause })
}

function closed(file: string): MemoryError {
  return new MemoryError('store_failed', `${file} was closed`, 'open it again')
}

function ignore(): void {
  // Who comes next only waits for it to be over.
}
