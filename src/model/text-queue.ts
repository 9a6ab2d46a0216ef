import type { EmbeddedAs } from './embedder.js'

/**
 * Texts that wait for a model that reads one at a time. Questions come before passages, also before those left of a
 * call that has begun: a search waits for the text that is being read, never for a batch.
 */
export interface TextQueue {
  /** The vectors of these texts, when all were read. Rejects with the signal's reason when that is aborted. */
  add(texts: readonly string[], as: EmbeddedAs, signal?: AbortSignal): Promise<Float32Array[]>
  /** Whether a call is waiting, of this kind or of any. */
  has(as?: EmbeddedAs): boolean
  /** The text to be read now; `done` or `failed` says what became of it before the next is taken. */
  next(): string | undefined
  done(vector: Float32Array): void
  /** Fails the call whose text was read, and no other. */
  failed(error: Error): void
  failAll(error: Error): void
}

export function createTextQueue(): TextQueue {
  const waiting: Record<EmbeddedAs, Job[]> = { question: [], passage: [] }
  let read: Job | undefined

  function end(job: Job, settle: () => void): void {
    const queue = waiting[job.as]
    const at = queue.indexOf(job)
    // Aborted while its text was being read.
    if (at === -1) return
    queue.splice(at, 1)
    job.signal?.removeEventListener('abort', job.abort)
    settle()
  }

  function taken(): Job | undefined {
    const job = read
    read = undefined
    return job
  }

  return {
    add: (texts, as, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        if (texts.length === 0) return resolve([])
        const abort = () => end(job, () => reject(signal?.reason))
        const job: Job = { texts, as, vectors: [], resolve, reject, signal, abort }
        signal?.addEventListener('abort', abort)
        waiting[as].push(job)
      }),
    has: (as) => (as === undefined ? [...waiting.question, ...waiting.passage] : waiting[as]).length > 0,
    next: () => {
      read = waiting.question[0] ?? waiting.passage[0]
      return read?.texts[read.vectors.length]
    },
    done: (vector) => {
      const job = taken()
      if (job === undefined) return
      job.vectors.push(vector)
      if (job.vectors.length === job.texts.length) end(job, () => job.resolve(job.vectors))
    },
    failed: (error) => {
      const job = taken()
      if (job !== undefined) end(job, () => job.reject(error))
    },
    failAll: (error) => {
      read = undefined
      for (const job of [...waiting.question, ...waiting.passage]) end(job, () => job.reject(error))
    },
  }
}

interface Job {
  readonly texts: readonly string[]
  readonly as: EmbeddedAs
  readonly vectors: Float32Array[]
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (reason: unknown) => void
  readonly signal: AbortSignal | undefined
  readonly abort: () => void
}
