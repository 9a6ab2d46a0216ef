import type { Env } from '../clock.js'
import type { Embedder } from './embedder.js'
import type { EmbedderSocket } from './embedder-socket.js'

/** Offers the embedder of this process to others of the same store, as long as it is loaded. */
export interface Sharing {
  /** Called at each use: who found the place taken takes it over when it is free, a minute later at most. */
  offer(embedder: Embedder): void
  withdraw(): Promise<void>
}

export function createSharing(home: string, env: Pick<Env, 'now'>): Sharing {
  let socket: EmbedderSocket | undefined
  let last = Number.NEGATIVE_INFINITY
  let work: Promise<void> = Promise.resolve()

  function then(step: () => Promise<void>): Promise<void> {
    // It saves memory and time; nothing depends on it, and the next use tries again.
    work = work.then(step).catch(() => {
      socket = undefined
    })
    return work
  }

  return {
    offer: (embedder) => {
      if (env.now() - last < AGAIN_MS) return
      last = env.now()
      void then(async () => {
        if (socket?.isInPlace() === true) return
        await socket?.close()
        const { serveEmbedder } = await import('./embedder-socket.js')
        socket = await serveEmbedder(home, embedder)
      })
    },
    withdraw: () => {
      last = Number.NEGATIVE_INFINITY
      return then(async () => {
        const gone = socket
        socket = undefined
        await gone?.close()
      })
    },
  }
}

const AGAIN_MS = 60_000
