import type { Env } from '../clock.js'
import type { Authenticate, Caller } from './caller.js'
import type { Exchange } from './exchange.js'
import { createInFlight } from './in-flight.js'
import type { Limits } from './limits.js'
import { RefusedRequest } from './problem.js'
import { createRate } from './rate.js'
import type { Route } from './route.js'
import { createWorkSignals } from './work-signal.js'

/** What stands before every address: who it is, how often, and how much at once. */
export interface Admission {
  /** Throws {@link RefusedRequest} without a token that is known, and where there is too much. */
  admit(
    request: Request,
    exchange: Exchange,
    to: Pick<Route, 'access' | 'isStream' | 'isLong'>,
  ): Promise<Admitted>
  readonly running: number
  readonly streams: number
  /** Gives up all that still goes on. */
  endAll(): void
}

export interface Admitted {
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Whether the same token would be let in now, as the same caller. */
  isStillAllowed(): Promise<boolean>
}

export interface AdmissionOptions {
  readonly authenticate: Authenticate
  readonly limits: Limits
  readonly env: Env
}

export function createAdmission({ authenticate, limits, env }: AdmissionOptions): Admission {
  const rate = createRate({ perSecond: limits.rate, burst: 2 * limits.rate, now: env.now })
  const running = createInFlight(limits.concurrent, limits.concurrentPerKey)
  const streams = createInFlight(limits.streams, limits.streamsPerKey)
  const works = createWorkSignals()

  async function callerOf(request: Request, exchange: Exchange): Promise<Caller> {
    const caller = await authenticate(request, { address: exchange.address })
    if (caller !== undefined) return caller
    takeTurn(`address ${exchange.address}`)
    throw unauthenticated()
  }

  function takeTurn(who: string): void {
    const seconds = rate.take(who)
    if (seconds > 0) throw tooOften(seconds)
  }

  return {
    admit: async (request, exchange, { access, isStream = false, isLong = false }) => {
      const caller = access === 'open' ? NOBODY : await callerOf(request, exchange)
      if (access !== 'open') exchange.key = caller.keyId ?? caller.name
      // An API key's id has no space in it.
      const who = exchange.key ?? `address ${exchange.address}`
      takeTurn(who)
      const leave = (isStream ? streams : running).enter(who)
      if (leave === undefined) throw tooMuchAtOnce()
      exchange.onEnd(leave)
      const work = works.begin(request.signal, isStream || isLong ? undefined : limits.workMs)
      exchange.onEnd(work.end)
      return {
        caller,
        signal: work.signal,
        isStillAllowed: async () => isSame(caller, await authenticate(request)),
      }
    },
    get running() {
      return running.count
    },
    get streams() {
      return streams.count
    },
    endAll: works.endAll,
  }
}

/** For open routes: may do nothing. */
const NOBODY: Caller = {
  who: { capabilities: [] },
  keyId: null,
  name: 'nobody',
  role: 'reader',
  agentCapabilities: [],
  workspaces: [],
}

function isSame(before: Caller, now: Caller | undefined): boolean {
  return (
    now !== undefined && now.keyId === before.keyId && JSON.stringify(now.who) === JSON.stringify(before.who)
  )
}

function unauthenticated(): RefusedRequest {
  return new RefusedRequest({
    code: 'unauthenticated',
    message: 'this needs a token, and none that is known here was sent',
    hint: 'send Authorization: Bearer TOKEN',
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function tooOften(seconds: number): RefusedRequest {
  return new RefusedRequest({
    code: 'rate_limited',
    message: 'these are more requests than one key may send',
    hint: 'wait as long as Retry-After says; whoever runs the server can allow more: recollect serve --rate N',
    headers: { 'retry-after': String(Math.ceil(seconds)) },
  })
}

function tooMuchAtOnce(): RefusedRequest {
  return new RefusedRequest({
    code: 'overloaded',
    message: 'as many requests are worked on as there is room for',
    hint: 'send it again when others are done',
  })
}
