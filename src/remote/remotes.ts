import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '../clock.js'
import { type Breaker, createBreaker } from '../model/chat/breaker.js'
import { kindOfBank, type Reach } from '../reach.js'
import { inTurns } from './in-turns.js'
import { type RemoteText, readAnswers } from './read-answers.js'
import { RemoteFailure, type RemoteKind, type RemoteProvider, remoteKinds } from './remote-provider.js'
import { remoteScore } from './remote-score.js'
import type { RemoteSnippet } from './remote-snippet.js'

export interface RemoteRecall {
  /** The best of each provider, then the second of each; the same text once. */
  readonly snippets: readonly RemoteSnippet[]
  /** Whoever told nothing, and why. */
  readonly missing: readonly { readonly provider: string; readonly reason: string }[]
}

export interface RemoteQuery {
  readonly question: string
  readonly kinds?: readonly RemoteKind[] | undefined
  /** Only these providers. */
  readonly providers?: readonly string[] | undefined
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

export interface RemoteStanding {
  readonly name: string
  readonly host: string | null
  readonly kinds: readonly RemoteKind[]
  /** `resting`: it failed three times in a row, and is left alone for a minute. `not_yours`: it is not asked for this caller. */
  readonly state: 'ready' | 'resting' | 'not_yours'
  readonly restsUntil: number | null
}

/** The memories elsewhere that are configured. Nothing of what they answer is written anywhere. */
export interface Remotes {
  list(reach: Reach): readonly RemoteStanding[]
  recall(reach: Reach, query: RemoteQuery): Promise<RemoteRecall>
}

/** Asks providers side by side, each within its time, and keeps answers for a minute, each bank's by itself. */
export function createRemotes(providers: readonly RemoteProvider[], env: Env, zone: string): Remotes {
  const asked = providers.map((provider) => ({ provider, breaker: createBreaker(env.now) }))
  const cache = new Map<string, Cached>()

  async function ask(
    one: Asked,
    reach: Reach,
    query: Required<Pick<RemoteQuery, 'question' | 'limit'>> & Wanted,
  ) {
    const { provider } = one
    const key = JSON.stringify([reach.writes, provider.name, query.kinds, query.limit, query.question])
    const known = cache.get(key)
    if (known !== undefined && env.now() < known.until) return known.snippets
    const snippets = await fetchFrom(one, query, env, zone)
    cache.delete(key)
    cache.set(key, { snippets, until: env.now() + KEPT_MS })
    for (const oldest of cache.keys()) if (cache.size > KEPT_ANSWERS) cache.delete(oldest)
    return snippets
  }

  return {
    list: (reach) =>
      asked.map(({ provider, breaker }) => {
        const restsUntil = breaker.restsUntil()
        const isResting = env.now() < restsUntil
        return {
          name: provider.name,
          host: provider.host ?? null,
          kinds: provider.kinds,
          state: mayAsk(provider, reach) ? (isResting ? 'resting' : 'ready') : 'not_yours',
          restsUntil: isResting ? restsUntil : null,
        }
      }),
    recall: async (reach, { question, kinds = remoteKinds, providers: only, limit, signal }) => {
      const lists: (readonly RemoteSnippet[])[] = []
      const missing: { provider: string; reason: string }[] = []
      const chosen = asked.filter(({ provider }) => only === undefined || only.includes(provider.name))
      await Promise.all(
        chosen.map(async (one) => {
          const { provider } = one
          const wanted = kinds.filter((kind) => provider.kinds.includes(kind))
          if (wanted.length === 0) return
          const told = mayAsk(provider, reach)
            ? await orReason(() => ask(one, reach, { question, kinds: wanted, limit, signal }), signal)
            : 'it is not asked for this caller'
          if (typeof told !== 'string' && told.length > 0) lists.push(told)
          else missing.push({ provider: provider.name, reason: typeof told === 'string' ? told : NO_MATCH })
        }),
      )
      missing.sort((a, b) => compare(a.provider, b.provider))
      return { snippets: inTurns(lists, question, env.now()).slice(0, limit), missing } // slice-ok: a list
    },
  }
}

const NO_MATCH = 'it knows nothing that matches'

interface Asked {
  readonly provider: RemoteProvider
  readonly breaker: Breaker
}

interface Wanted {
  readonly kinds: readonly RemoteKind[]
  readonly signal?: AbortSignal | undefined
}

interface Cached {
  readonly snippets: readonly RemoteSnippet[]
  readonly until: number
}

/**
 * Whose a memory elsewhere is, it is asked for, and for nobody else; and where others read along, or a sub-agent works by
 * itself, only if the caller reads the user's own memory there too.
 */
function mayAsk({ users = DEFAULT_USERS }: RemoteProvider, { actor, reads }: Reach): boolean {
  if (!reads.some((bank) => kindOfBank(bank) === 'user')) return false
  return users === 'all' || users.includes(actor.user)
}

const DEFAULT_USERS = ['me']

async function fetchFrom(
  { provider, breaker }: Asked,
  { question, kinds, limit, signal }: Pick<RemoteQuery, 'question' | 'limit'> & Wanted,
  env: Env,
  zone: string,
): Promise<readonly RemoteSnippet[]> {
  if (!breaker.mayCall())
    throw new RemoteFailure('it failed three times in a row, and is left alone for a minute')
  let isDown: boolean | undefined
  try {
    const answer = await inTime(provider, question, { kinds, limit, signal })
    const texts = readAnswers(answer, { kinds, limit, zone })
    isDown = false
    return texts.flatMap((text) => scored(provider, text, question, env.now()))
  } catch (error) {
    // Who asked no longer wants to know: that says nothing of the service.
    if (signal?.aborted !== true) isDown = true
    throw error
  } finally {
    breaker.over(isDown)
  }
}

/** Also where a provider does not listen to its signal. */
async function inTime(
  provider: RemoteProvider,
  question: string,
  { kinds, limit, signal }: Wanted & { readonly limit: number },
): Promise<unknown> {
  const { timeoutMs = TIMEOUT_MS } = provider
  const over = new AbortController()
  const stop = () => over.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted === true) stop()
  try {
    return await Promise.race([
      provider.recall(question, { kinds, limit, signal: over.signal }),
      wait(timeoutMs, undefined, { signal: over.signal }).then(
        () => {
          throw new RemoteFailure(`no answer within ${timeoutMs} ms`)
        },
        () => {
          throw over.signal.reason
        },
      ),
    ])
  } finally {
    over.abort(new RemoteFailure(`no answer within ${timeoutMs} ms`))
    signal?.removeEventListener('abort', stop)
  }
}

export const TIMEOUT_MS = 2_000

function scored(provider: RemoteProvider, one: RemoteText, question: string, now: number): RemoteSnippet[] {
  const score = one.score ?? remoteScore(question, one, now)
  if (score === undefined) return []
  const { id, kind, text, at } = one
  const from = { provider: provider.name, host: provider.host ?? null, id, kind, text, at }
  return [{ ...from, fetchedAt: now, score, isOwnScore: one.score !== null }]
}

/** What came, or why nothing did. Throws only where the caller wants no answer any more. */
async function orReason(
  work: () => Promise<readonly RemoteSnippet[]>,
  signal: AbortSignal | undefined,
): Promise<readonly RemoteSnippet[] | string> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    // What others throw may quote what it was asked.
    return error instanceof RemoteFailure ? error.message : 'it failed'
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const KEPT_MS = 60_000
const KEPT_ANSWERS = 200
