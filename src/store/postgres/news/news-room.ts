import { setTimeout as pause } from 'node:timers/promises'
import { bankMark } from '../../bank-mark.js'
import { ANYTHING, type News } from '../../news.js'
import { sql } from '../../sql.js'
import { get } from '../../statement.js'

export interface NewsRoom extends News {
  /** Something was committed in these banks; none: in the store. Returns at once. */
  tell(banks: readonly string[]): void
  /** Sends what is still to be told. */
  close(): Promise<void>
}

export interface NewsWire {
  /** This process, so that it knows its own word when it comes back. */
  readonly self: string
  /** Sends word to everybody, this process too; by a transaction of its own. */
  announce(word: string): Promise<unknown>
  /** Opens a session that hears. `onEnd` when it hears no more. */
  listen(onWord: (word: string) => void, onEnd: () => void): Promise<{ end(): Promise<void> }>
  /** Others changed these banks, and so far the log was written by then. */
  onPosition?(marks: readonly string[], position: number): void
}

/**
 * `notify` inside of a transaction takes a lock of the whole server at its commit, one writer after the other: so word is
 * sent behind it, and what comes meanwhile goes together. A process that dies in between has told nobody: who listens
 * looks by itself too, if seldom.
 *
 * Whether a session hears is tried, at the start and now and then, by a word to oneself: a pooler that lends sessions by
 * the transaction takes `listen` and hands nothing on, and a connection may be dead without an end.
 */
export function createNewsRoom({ self, announce, listen, onPosition }: NewsWire): NewsRoom {
  const listeners = new Set<(mark: string) => void>()
  const untold = new Set<string>()
  let telling: Promise<void> | undefined
  let isHeard = false
  let stop: AbortController | undefined
  let onEcho: (() => void) | undefined

  function spread(mark: string): void {
    for (const onNews of listeners) onNews(mark)
  }

  async function tellAll(): Promise<void> {
    while (untold.size > 0) {
      const marks = [...untold].slice(0, MOST_MARKS) // slice-ok: a list
      for (const mark of marks) untold.delete(mark)
      try {
        await announce(`${self} ${marks.join(' ')}`)
      } catch {
        // The server is away, and with it whoever would hear of it: they look once they are back.
        untold.clear()
      }
      if (untold.size > 0) await pause(GATHER_MS)
    }
    telling = undefined
  }

  function hear(word: string): void {
    const [from, ...told] = word.split(' ')
    // Its own listeners were told at once.
    if (from === self) {
      onEcho?.()
      return
    }
    const marks = told.filter((one) => !one.startsWith(POSITION))
    const position = told.find((one) => one.startsWith(POSITION))
    if (position !== undefined) onPosition?.(marks, Number(position.slice(POSITION.length))) // slice-ok: digits
    for (const mark of marks) spread(mark)
  }

  async function keepListening(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      failures = (await listenOnce(signal)) ? 0 : failures + 1
      await rest(Math.min(MAX_REST_MS, REST_MS * 2 ** failures), signal)
    }
  }

  /** Until the session ends; whether it ever heard anything. */
  async function listenOnce(signal: AbortSignal): Promise<boolean> {
    const over = new AbortController()
    const either = AbortSignal.any([signal, over.signal])
    let session: { end(): Promise<void> }
    try {
      session = await listen(hear, () => over.abort())
    } catch {
      // Whoever waits for news looks by itself meanwhile, and is told so by `isHeard`.
      return false
    }
    let wasHeard = false
    try {
      while (await echoes(either)) {
        isHeard = true
        // Something may have been told before this session began.
        if (!wasHeard) spread(ANYTHING)
        wasHeard = true
        await rest(TRY_EVERY_MS, either)
      }
    } finally {
      isHeard = false
      // So that who waits knows that it has to look by itself.
      if (wasHeard) spread(ANYTHING)
      await session.end()
    }
    return wasHeard
  }

  /** Whether a word to oneself comes back. */
  async function echoes(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    const heard = new Promise<boolean>((resolve) => (onEcho = () => resolve(true)))
    const asked = announce(self).then(
      () => rest(ECHO_MS, signal).then(() => false),
      () => false,
    )
    return Promise.race([heard, asked])
  }

  return {
    get isHeard() {
      return isHeard
    },
    tell: (banks) => {
      const marks = banks.length === 0 ? [ANYTHING] : banks.map(bankMark)
      for (const mark of marks) {
        untold.add(mark)
        spread(mark)
      }
      telling ??= tellAll()
    },
    listen: (onNews) => {
      listeners.add(onNews)
      if (stop === undefined) {
        stop = new AbortController()
        void keepListening(stop.signal)
      }
      return () => {
        listeners.delete(onNews)
        if (listeners.size > 0) return
        stop?.abort()
        stop = undefined
      }
    },
    close: async () => {
      listeners.clear()
      stop?.abort()
      await telling
    },
  }
}

/** The statement by which word is sent, with how far the log is written: what it tells of is before that. */
export function announcing(word: string) {
  const told = `${word} ${POSITION}`
  return get(sql`
    select pg_notify(${CHANNEL},
      ${told} || cast(cast(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as bigint) as text)) as sent`)
}

/** No mark of a bank begins so. */
const POSITION = '@'

/** One channel for all: names of channels are no place for names of banks. */
export const CHANNEL = 'recollect_changes'

/** A word to all may have 8,000 bytes. */
const MOST_MARKS = 400
const GATHER_MS = 50
const REST_MS = 250
const MAX_REST_MS = 30_000
const TRY_EVERY_MS = 20_000
const ECHO_MS = 3_000

/** Ends early with the signal. Keeps no program alive. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(endedEarly)
}

function endedEarly(): void {
  // As asked.
}
