import { connect, type Socket } from 'node:net'
import { MemoryError } from '../errors.js'
import { createLineSplitter } from '../text/line-splitter.js'
import type { EmbeddedAs, Embedder, EmbeddingModel } from './embedder.js'
import type { NoEmbedder } from './embedder-source.js'
import {
  MAX_REPLY_BYTES,
  MAX_REQUEST_BYTES,
  MAX_TEXTS,
  type Request,
  readGreeting,
  readReply,
} from './socket-messages.js'
import { socketPlace } from './socket-place.js'

/** The embedder that another process holds. */
export interface SharedEmbedder extends Embedder {
  /** False when the other process is gone: then connect anew, or load one. */
  isOpen(): boolean
}

export interface SharedOptions {
  /** Until the other process has said its model, in milliseconds. */
  readonly connectMs?: number
  /** For one request, in milliseconds. */
  readonly timeoutMs?: number
  /** Others are as good as none. */
  readonly accepts?: (model: EmbeddingModel) => boolean
}

/**
 * Asks the process that holds the embedder of the store in `home`, if there is one. A connection without a request
 * keeps no program alive.
 */
export function connectSharedEmbedder(
  home: string,
  options: SharedOptions = {},
): Promise<SharedEmbedder | NoEmbedder> {
  const { connectMs = CONNECT_MS, timeoutMs = TIMEOUT_MS, accepts = () => true } = options
  const path = socketPlace(home, { isToMake: false })?.path
  if (path === undefined) return Promise.resolve(NOBODY)
  return new Promise((resolve) => {
    const socket = connect(path)
    const lines = createLineSplitter(MAX_REPLY_BYTES)
    let talk: Talk | undefined
    // What came in while this process was busy is read before it is given up.
    const giveUp = () => setImmediate(() => talk ?? socket.destroy())
    const timer = setTimeout(giveUp, connectMs)
    let hear = (line: string | undefined): void => {
      const model = readGreeting(line)
      if (model === undefined || !accepts(model)) {
        socket.destroy()
        return
      }
      clearTimeout(timer)
      talk = beginTalk(socket, model, timeoutMs)
      hear = talk.hear
      resolve(talk.embedder)
    }
    socket.on('data', (chunk: Buffer) => {
      for (const line of lines.push(chunk)) hear(line)
    })
    // `close` follows whatever happens, and is what counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(NOBODY)
    })
  })
}

const CONNECT_MS = 200
const TIMEOUT_MS = 60_000
const NOBODY: NoEmbedder = {
  off: 'the model is not loaded: recollect search --meaning, or a server, loads it',
}

interface Talk {
  readonly embedder: SharedEmbedder
  hear(line: string | undefined): void
}

function beginTalk(socket: Socket, model: EmbeddingModel, timeoutMs: number): Talk {
  const waiting = new Map<number, (vectors: Float32Array[] | Error) => void>()
  let nextId = 0
  socket.unref()
  socket.on('close', () => {
    for (const settle of waiting.values()) settle(gone())
  })

  function ask(texts: readonly string[], as: EmbeddedAs, signal?: AbortSignal): Promise<Float32Array[]> {
    const request: Request = { id: nextId++, as, texts }
    const line = `${JSON.stringify(request)}\n`
    if (Buffer.byteLength(line) > MAX_REQUEST_BYTES) throw tooLarge()
    return new Promise((resolve, reject) => {
      const settle = (vectors: Float32Array[] | Error) => {
        waiting.delete(request.id)
        if (waiting.size === 0) socket.unref()
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        if (vectors instanceof Error) reject(vectors)
        else resolve(vectors)
      }
      const abort = () => settle(signal?.reason)
      const timer = setTimeout(() => settle(late(timeoutMs)), timeoutMs)
      signal?.addEventListener('abort', abort)
      waiting.set(request.id, settle)
      socket.ref()
      socket.write(line)
    })
  }

  return {
    hear: (line) => {
      const reply = readReply(line, model.dimensions)
      // Who speaks nonsense once cannot be relied upon.
      if (reply === undefined) socket.destroy()
      else waiting.get(reply.id)?.(reply.vectors)
    },
    embedder: {
      model,
      isOpen: () => !socket.destroyed,
      embed: async (texts, as, signal) => {
        const vectors: Float32Array[] = []
        for (let at = 0; at < texts.length; at += MAX_TEXTS) {
          signal?.throwIfAborted()
          if (socket.destroyed) throw gone()
          const some = texts.slice(at, at + MAX_TEXTS)
          const found = await ask(some, as, signal)
          if (found.length !== some.length) throw gone()
          vectors.push(...found)
        }
        return vectors
      },
      close: async () => {
        socket.destroy()
      },
    },
  }
}

const gone = () =>
  new MemoryError('model_unavailable', 'the process that held the embedder is gone', 'try again')
const late = (timeoutMs: number) =>
  new MemoryError(
    'model_unavailable',
    `no answer within ${timeoutMs} ms from the process that holds the embedder`,
    'it may be busy with long texts; try again',
  )
const tooLarge = () =>
  new MemoryError('too_large', 'more text than another process takes at once', 'embed fewer texts at once')
