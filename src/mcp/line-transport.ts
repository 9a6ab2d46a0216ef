import type { Readable } from 'node:stream'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { createLineSplitter } from '../text/line-splitter.js'

export interface LineTransportOptions {
  readonly input: Readable
  /** Writes one line of protocol. Rejects when nobody reads any more. */
  write(line: string): Promise<void>
  /** What could not be understood, for the log. */
  log(problem: string): void
  /** How long requests may run on when the client has closed its end. */
  readonly graceMs?: number
}

export interface LineTransport {
  readonly transport: Transport
  /** Resolves when the connection is over, whoever ended it. */
  readonly ended: Promise<void>
}

/**
 * JSON-RPC, one message a line. Unlike the transport of the package it answers what is still in flight when the
 * client closes its end, and survives every line: one too long is skipped as it comes, one that is no message is
 * answered where it has an id and logged where not.
 */
export function createLineTransport(options: LineTransportOptions): LineTransport {
  const { input, write, log, graceMs = GRACE_MS } = options
  const unanswered = createUnanswered()
  const splitter = createLineSplitter(MAX_LINE_BYTES)
  let isClosed = false
  let isFinishing = false
  let tellEnded: () => void
  const ended = new Promise<void>((resolve) => {
    tellEnded = resolve
  })

  const transport: Transport = {
    start: async () => {
      input.on('data', receive)
      for (const event of ['end', 'close', 'error']) input.once(event, finish)
      if (input.readableEnded || input.destroyed) setImmediate(finish)
    },
    send: async (message) => {
      if (isClosed) throw new Error('the connection is closed')
      try {
        await write(`${JSON.stringify(message)}\n`)
      } finally {
        if ('id' in message && !('method' in message)) settle(message.id)
      }
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      input.off('data', receive)
      // A client that is asked to go away without closing its end must not keep the process alive.
      input.destroy()
      transport.onclose?.()
      tellEnded()
    },
  }

  function receive(chunk: Buffer): void {
    for (const line of splitter.push(chunk)) {
      if (line === undefined) log(`a line of more than ${MAX_LINE_BYTES} bytes was skipped`)
      else deliver(line)
    }
    if (unanswered.count() >= MAX_UNANSWERED) input.pause()
  }

  function settle(id: Id | undefined): void {
    unanswered.settle(id)
    if (input.isPaused() && unanswered.count() < MAX_UNANSWERED) input.resume()
  }

  function deliver(line: string): void {
    if (isClosed || line.trim() === '') return
    const read = readMessage(line)
    if (read.message === undefined) {
      // Not the line itself: a log is kept, and what was to be remembered may be forgotten.
      log(`a line of ${line.length} characters is ${read.problem}`)
      if (read.id !== undefined) refuse(read.id, read.problem)
      return
    }
    note(read.message)
    transport.onmessage?.(read.message)
  }

  function note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) {
      if (!staysOpen(message.method)) unanswered.add(message.id)
    } else if (message.method === 'notifications/cancelled') {
      // What is cancelled gets no answer.
      settle((message.params as { requestId?: Id } | undefined)?.requestId)
    }
  }

  function refuse(id: Id, problem: string): void {
    const answer = { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message: problem } }
    write(`${JSON.stringify(answer)}\n`).catch((error: Error) => log(error.message))
  }

  /** The client has closed its end: what it asked is answered first. */
  async function finish(): Promise<void> {
    if (isFinishing) return
    isFinishing = true
    for (const line of splitter.end()) if (line !== undefined) deliver(line)
    await unanswered.settled(graceMs)
    await transport.close()
  }

  return { transport, ended }
}

type Id = string | number

/** Of one message: the longest note with each of its characters escaped takes a fifth of it. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

/** A client that asks for more at once waits: what it sends stays in the pipe. */
const MAX_UNANSWERED = 64

const GRACE_MS = 10_000
const INVALID_REQUEST = -32_600

/** A subscription is answered when it ends, which is with the connection. */
function staysOpen(method: string): boolean {
  return method === 'subscriptions/listen'
}

type ReadMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly message?: undefined; readonly problem: string; readonly id: Id | undefined }

function readMessage(line: string): ReadMessage {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { problem: 'not JSON', id: undefined }
  }
  try {
    return { message: parseJSONRPCMessage(value) }
  } catch {
    return { problem: 'not a JSON-RPC message', id: idOf(value) }
  }
}

/** Only a request waits for an answer. */
function idOf(value: unknown): Id | undefined {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('id' in value) ||
    'result' in value ||
    'error' in value
  )
    return undefined
  return typeof value.id === 'string' || Number.isSafeInteger(value.id) ? (value.id as Id) : undefined
}

interface Unanswered {
  add(id: Id): void
  settle(id: Id | undefined): void
  count(): number
  /** Resolves when all are answered, or the time is over. */
  settled(timeoutMs: number): Promise<void>
}

/** Counts, because nothing keeps a client from using one id twice. */
function createUnanswered(): Unanswered {
  const open = new Map<Id, number>()
  let whenSettled: (() => void) | undefined
  return {
    add: (id) => open.set(id, (open.get(id) ?? 0) + 1),
    settle: (id) => {
      if (id === undefined) return
      const left = (open.get(id) ?? 0) - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
      if (open.size === 0) whenSettled?.()
    },
    count: () => open.size,
    settled: (timeoutMs) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve()
        const timer = setTimeout(resolve, timeoutMs)
        whenSettled = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
