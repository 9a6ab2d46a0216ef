import type { Env } from '../clock.js'
import { MemoryError } from '../errors.js'
import type { Embedder, EmbeddingModel } from './embedder.js'
import type { EmbedderSource, EmbedderState, NoEmbedder } from './embedder-source.js'
import { holdingProgram } from './holding-program.js'
import { unlessAborted } from './unless-aborted.js'

/** An embedder that was found, and whether it still answers without being loaded again. */
export interface Held {
  readonly embedder: Embedder
  isReady(): boolean
  /** It is of another process. */
  readonly isShared?: boolean
}

export interface LazySourceOptions {
  /** Comes by an embedder; called by one at a time. Throws `model_unavailable` where that failed. */
  find(search: Finding): Promise<Held | NoEmbedder>
  /** Hears of every use of what is held. */
  used?(held: Held): void
  close(): Promise<void>
  /** Known before it is loaded. */
  readonly model?: EmbeddingModel
  /** For how long nobody looks again after there was none, in milliseconds. */
  readonly restMs: number
  readonly env: Pick<Env, 'now'>
}

export interface Finding {
  /** Aborted when the source is closed. */
  readonly signal: AbortSignal
  /** Says that what comes now takes long, and that no search shall wait for it. */
  loads(): void
}

/** Finds an embedder when one is needed, keeps it as long as it is ready, and looks again when it is not. */
export function createLazySource(options: LazySourceOptions): EmbedderSource {
  const { find, used = () => undefined, restMs, env } = options
  const closing = new AbortController()
  let { model } = options
  let held: Held | undefined
  let search: Search | undefined
  let none: { readonly why: string; readonly isFailure: boolean; readonly until: number } | undefined

  function begin(): Search {
    let delay: (why: NoEmbedder) => void = () => undefined
    const begun: Search = {
      delayed: undefined,
      slow: new Promise((resolve) => {
        delay = (why) => {
          begun.delayed ??= why
          resolve(begun.delayed)
        }
      }),
      late: () => delay(LATE),
      found: Promise.resolve()
        .then(() => find({ signal: closing.signal, loads: () => delay(LOADING) }))
        .then(keep, failed)
        .finally(() => {
          search = undefined
        }),
    }
    // Whoever waits hears of a failure; where nobody does, the next call tries again.
    begun.found.catch(() => undefined)
    return begun
  }

  function keep(found: Held | NoEmbedder): Embedder | NoEmbedder {
    if (closing.signal.aborted) return CLOSED
    if ('off' in found) {
      none = { why: found.off, isFailure: false, until: env.now() + restMs }
      return found
    }
    none = undefined
    held = found
    model = found.embedder.model
    used(held)
    return held.embedder
  }

  function failed(error: unknown): never {
    const why = error instanceof MemoryError ? error.message : 'the embedder failed'
    none = { why, isFailure: true, until: env.now() + restMs }
    throw error
  }

  function atHand(): Embedder | NoEmbedder | undefined {
    if (closing.signal.aborted) return CLOSED
    if (held?.isReady() !== true) return undefined
    used(held)
    return held.embedder
  }

  const resting = () => (none !== undefined && env.now() < none.until ? none : undefined)

  return {
    current: (): EmbedderState => {
      if (closing.signal.aborted) return { state: 'off', why: CLOSED.off }
      if (held?.isReady() === true) return { state: 'ready', model: held.embedder.model }
      if (search === undefined && none?.isFailure === false) return { state: 'off', why: none.why }
      return {
        state: search === undefined ? 'not loaded' : 'loading',
        ...(model === undefined ? {} : { model }),
        ...(none === undefined ? {} : { why: none.why }),
      }
    },
    atOnce: async (signal) => {
      const ready = atHand()
      if (ready !== undefined) return ready
      const rest = resting()
      if (rest !== undefined) return { off: rest.why }
      search ??= begin()
      const { found, slow, late, delayed } = search
      if (delayed !== undefined) return delayed
      // Who waited once in vain is not to wait at every question.
      signal?.addEventListener('abort', late, { once: true })
      if (signal?.aborted === true) late()
      try {
        return await Promise.race([found, slow])
      } catch (error) {
        return { off: error instanceof MemoryError ? error.message : 'the embedder failed' }
      } finally {
        signal?.removeEventListener('abort', late)
      }
    },
    get: async (signal, { isInBackground = false } = {}) => {
      signal?.throwIfAborted()
      const ready = atHand()
      if (ready !== undefined) return ready
      const rest = resting()
      if (rest?.isFailure === false) return { off: rest.why }
      search ??= begin()
      const { found } = search
      const wait = () => (signal === undefined ? found : unlessAborted(found, signal))
      return isInBackground ? wait() : holdingProgram(wait)
    },
    close: async () => {
      closing.abort(new MemoryError('model_unavailable', CLOSED.off, 'open the store again'))
      await options.close()
      await search?.found.catch(() => undefined)
    },
  }
}

const CLOSED: NoEmbedder = { off: 'the memory was closed' }
const LOADING: NoEmbedder = { off: 'the model is being loaded: ask again in a moment' }
const LATE: NoEmbedder = { off: 'the embedder has not answered yet' }

interface Search {
  readonly found: Promise<Embedder | NoEmbedder>
  /** Resolves when it begins to take long, with what is told to those who do not wait. */
  readonly slow: Promise<NoEmbedder>
  delayed: NoEmbedder | undefined
  readonly late: () => void
}
