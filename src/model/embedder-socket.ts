import { chmodSync, mkdtempSync, renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { MemoryError } from '../errors.js'
import { createLineSplitter } from '../text/line-splitter.js'
import type { Embedder } from './embedder.js'
import {
  encode,
  type Greeting,
  MAX_REPLY_BYTES,
  MAX_REQUEST_BYTES,
  type Reply,
  type Request,
  readRequest,
  VERSION,
} from './socket-messages.js'
import { type SocketPlace, socketPlace } from './socket-place.js'

/** Lets other processes of the same user and store use a loaded embedder. Keeps no program alive. */
export interface EmbedderSocket {
  /** False when another process took the place over: then this one is out of reach, and to be closed. */
  isInPlace(): boolean
  close(): Promise<void>
}

/**
 * Listens beside the store in `home`, on a socket that nobody else may open. Undefined where another process listens
 * already, or no safe place can be had: sharing saves memory and time, and nothing depends on it.
 */
export async function serveEmbedder(home: string, embedder: Embedder): Promise<EmbedderSocket | undefined> {
  const place = socketPlace(home, { isToMake: true })
  if (place === undefined || (await isAnswered(place.path))) return undefined
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    // Places are few: who is silent gives his up, and connects again when he has something to ask.
    socket.setTimeout(SILENT_MS, () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    answerRequests(socket, embedder)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.unref()
  const isInPlace = await listenAt(place, server)
  if (isInPlace === undefined) return undefined
  // A connection that could not be accepted (no file descriptor left, say) is tried again by who wanted it; unheard,
  // the error would end the program that shares its embedder.
  server.on('error', () => undefined)
  return {
    isInPlace,
    close: async () => {
      if (place.folder !== undefined && isInPlace()) unlinkSync(place.path)
      for (const socket of connections) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const MAX_CONNECTIONS = 64
/** Longer than any passage takes: a connection that waits for an answer is silent too. */
const SILENT_MS = 120_000
/** Of one connection, not yet answered: no more is read until they are. */
const MAX_WAITING = 16
const CONNECT_MS = 200

/** Whether a living process listens there: what a dead one left behind refuses. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isThere)
    }
    const timer = setTimeout(() => end(false), CONNECT_MS)
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
  })
}

/**
 * Bound where nobody else can look, closed to others, and only then moved into its place: the move replaces what a
 * dead process left behind in one step. Of two that do so at the same moment the later has the place, the earlier
 * finds out (`isInPlace`), and there is never none. Undefined when it cannot be done.
 */
async function listenAt({ path, folder }: SocketPlace, server: Server): Promise<(() => boolean) | undefined> {
  try {
    if (folder === undefined) {
      await listen(server, path)
      return () => true
    }
    const own = mkdtempSync(join(folder, 'embedder-'))
    const bound = join(own, 's')
    try {
      await listen(server, bound)
      chmodSync(bound, 0o600)
      const { ino, dev } = statSync(bound)
      renameSync(bound, path)
      return () => {
        const now = statSync(path, { throwIfNoEntry: false })
        return now?.ino === ino && now.dev === dev
      }
    } finally {
      rmdirSync(own)
    }
  } catch (error) {
    server.close()
    // A file system without sockets, a full disk: there is no sharing.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Whoever sends what is no request, too much of it, or reads no answers, is cut off. */
function answerRequests(socket: Socket, embedder: Embedder): void {
  const lines = createLineSplitter(MAX_REQUEST_BYTES)
  const gone = new AbortController()
  let waiting = 0

  function send(message: Greeting | Reply): void {
    if (socket.destroyed) return
    socket.write(`${JSON.stringify(message)}\n`)
    if (socket.writableLength > MAX_REPLY_BYTES * 2) socket.destroy()
  }

  async function answer({ id, as, texts }: Request): Promise<void> {
    waiting++
    try {
      const vectors = await embedder.embed(texts, as, gone.signal)
      send({ id, vectors: vectors.map(encode) })
    } catch (error) {
      send({ id, error: toldError(error) })
    } finally {
      waiting--
      if (waiting < MAX_WAITING) socket.resume()
    }
  }

  socket.unref()
  socket.on('error', () => socket.destroy())
  socket.on('close', () => gone.abort())
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      const request = readRequest(line)
      if (request === undefined) {
        socket.destroy()
        return
      }
      void answer(request)
    }
    if (waiting >= MAX_WAITING) socket.pause()
  })
  send({ recollect: 'embedder', version: VERSION, model: embedder.model })
}

function toldError(error: unknown): { code: string; message: string; hint?: string } {
  if (!(error instanceof MemoryError)) return { code: 'model_unavailable', message: 'the embedder failed' }
  const { code, message, hint } = error
  return { code, message, ...(hint === undefined ? {} : { hint }) }
}
