import { MemoryError } from '../../errors.js'
import type { Change, ChangeLog } from '../../items/change-log.js'
import { STORE_BANK } from '../../reach.js'
import { bankMark } from '../../store/bank-mark.js'
import { ANYTHING } from '../../store/news.js'
import { type EventPlace, eventId, readEventId } from './event-place.js'
import { createEventStream, type EventStream } from './event-stream.js'

/** Tells who listens what changes, whichever process changed it. Looks at the store only while somebody listens. */
export interface ChangeFeed {
  /** The stream of one listener, from now on or from the last event that it heard. */
  listen(request: ListenRequest): Promise<ReadableStream<Uint8Array>>
  /** Something was written: look at once. */
  nudge(): void
  /** Looks, and resolves when everybody was told. */
  look(): Promise<void>
}

export interface ListenRequest {
  readonly banks: readonly string[]
  readonly lastEventId: string | null
  /** Asked again and again: a key may have been revoked. */
  readonly isStillAllowed: () => Promise<boolean>
  /** The server closes, or the reader is gone. */
  readonly signals: readonly AbortSignal[]
}

export interface FeedLimits {
  readonly everyMs: number
  /** Where word of changes comes by itself, and only what it did not say is looked for. */
  readonly heardEveryMs: number
  readonly heartbeatMs: number
  /** Events that wait for one reader; and rows that it is told after it was away. Beyond them it is told to load anew. */
  readonly maxWaiting: number
}

const FEED_LIMITS: FeedLimits = { everyMs: 400, heardEveryMs: 5_000, heartbeatMs: 15_000, maxWaiting: 500 }

/** Heartbeats that nobody read, after which nobody is there. */
const UNREAD_HEARTBEATS = 8

export function createChangeFeed(log: ChangeLog, limits: FeedLimits = FEED_LIMITS): ChangeFeed {
  const listeners = new Set<Listener>()
  let storeHead: number | undefined
  let looking: Promise<void> | undefined
  let isToLookAgain = false
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let endOfNews: (() => void) | undefined

  function look(): Promise<void> {
    isToLookAgain = looking !== undefined
    looking ??= lookUntilDone().finally(() => {
      looking = undefined
      arm()
    })
    return looking
  }

  async function lookUntilDone(): Promise<void> {
    do {
      isToLookAgain = false
      try {
        await lookOnce()
      } catch {
        // Whoever comes again with the id of its last event misses nothing, and is told what the trouble is.
        for (const listener of listeners) end(listener, 'closing')
      }
    } while (isToLookAgain)
  }

  async function lookOnce(): Promise<void> {
    if (listeners.size === 0) return
    const banks = new Set([STORE_BANK, ...[...listeners].flatMap(({ banks }) => banks)])
    const heads = await log.heads([...banks])
    // Keys are made and revoked there.
    if (storeHead !== heads.get(STORE_BANK)) await recheck()
    storeHead = heads.get(STORE_BANK)
    for (const [bank, head] of heads) await tell(bank, head)
  }

  async function tell(bank: string, head: number): Promise<void> {
    const behind = [...listeners].filter((one) => one.banks.includes(bank) && placeIn(one, bank) !== head)
    const following: Listener[] = []
    for (const listener of behind) {
      const missing = head - placeIn(listener, bank)
      if (missing > 0 && missing <= limits.maxWaiting) following.push(listener)
      else reset(listener, bank, head, missing < 0 ? 'the store was put back' : 'too much happened')
    }
    if (following.length === 0) return
    const from = Math.min(...following.map((one) => placeIn(one, bank)))
    for (const row of await log.after(bank, from, limits.maxWaiting)) {
      for (const listener of following) if (row.seq > placeIn(listener, bank)) hear(listener, bank, row)
    }
  }

  function hear(listener: Listener, bank: string, row: Change | { readonly seq: number }): void {
    listener.place.set(bank, row.seq)
    if (!('operation' in row)) return
    if (listener.stream.waiting >= limits.maxWaiting) {
      listener.stream.drop()
      reset(listener, bank, row.seq, 'events were not read in time')
      return
    }
    listener.stream.send({
      event: 'change',
      id: eventId(listener.banks, listener.place),
      data: { bank, ...row, at: new Date(row.at).toISOString() },
    })
  }

  function reset(listener: Listener, bank: string, head: number, reason: string): void {
    listener.place.set(bank, head)
    listener.stream.send({
      event: 'reset',
      id: eventId(listener.banks, listener.place),
      data: { reason },
    })
  }

  async function recheck(): Promise<void> {
    await Promise.all([...listeners].map(recheckOne))
  }

  async function recheckOne(listener: Listener): Promise<void> {
    try {
      if (!(await listener.isStillAllowed())) end(listener, 'revoked')
    } catch (error) {
      // What the request asks for is no longer the key's, or it cannot be known now.
      end(listener, error instanceof MemoryError && error.code === 'denied' ? 'revoked' : 'closing')
    }
  }

  function end(listener: Listener, reason: 'closing' | 'revoked'): void {
    if (!listeners.delete(listener)) return
    listener.stream.send({ event: 'end', data: { reason } })
    listener.stream.end()
    listener.over.abort()
    arm()
  }

  async function beat(): Promise<void> {
    for (const listener of listeners) {
      listener.unread = listener.stream.waiting === 0 ? 0 : listener.unread + 1
      if (listener.unread >= UNREAD_HEARTBEATS) end(listener, 'closing')
      else if (listener.unread === 0) listener.stream.comment('still here')
    }
    await recheck()
  }

  function onNews(mark: string): void {
    const isOurs = (bank: string) => bankMark(bank) === mark
    const isForSomebody =
      mark === ANYTHING || isOurs(STORE_BANK) || [...listeners].some(({ banks }) => banks.some(isOurs))
    if (isForSomebody) void look()
  }

  /** Timers run only while somebody listens. */
  function arm(): void {
    clearTimeout(timer)
    timer = undefined
    if (listeners.size === 0) {
      endOfNews?.()
      endOfNews = undefined
      clearInterval(heartbeat)
      heartbeat = undefined
      storeHead = undefined
      return
    }
    endOfNews ??= log.news?.listen(onNews)
    const everyMs = log.news?.isHeard === true ? limits.heardEveryMs : limits.everyMs
    timer = setTimeout(() => void look(), everyMs).unref()
    heartbeat ??= setInterval(() => void beat(), limits.heartbeatMs).unref()
  }

  return {
    listen: async ({ banks, lastEventId, isStillAllowed, signals }) => {
      const heard = lastEventId === null ? undefined : readEventId(banks, lastEventId)
      const place: EventPlace = heard ?? (await log.heads(banks))
      // Signals of the server outlive every listener: none may hold one that has gone.
      const over = new AbortController()
      const stream = createEventStream(() => {
        listeners.delete(listener)
        over.abort()
        arm()
      })
      const listener: Listener = { banks, place: new Map(place), stream, isStillAllowed, over, unread: 0 }
      const id = eventId(banks, place)
      stream.send({ event: 'ready', id, data: { banks } })
      if (lastEventId !== null && heard === undefined)
        stream.send({ event: 'reset', id, data: { reason: 'not the id of an event of these banks' } })
      listeners.add(listener)
      const closing = () => end(listener, 'closing')
      for (const signal of signals) {
        if (signal.aborted) closing()
        else signal.addEventListener('abort', closing, { once: true, signal: over.signal })
      }
      void look()
      return stream.body
    },
    nudge: () => {
      if (listeners.size > 0) void look()
    },
    look,
  }
}

interface Listener {
  readonly banks: readonly string[]
  readonly place: Map<string, number>
  readonly stream: EventStream
  readonly isStillAllowed: () => Promise<boolean>
  readonly over: AbortController
  unread: number
}

function placeIn({ place }: Listener, bank: string): number {
  return place.get(bank) ?? 0
}
