import { changesOf, type Engine, reachOfMemory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import type { Route } from '../route.js'
import { type ChangeFeed, createChangeFeed } from './change-feed.js'
import { eventBanks } from './event-banks.js'
import { eventStreamResponse } from './event-stream.js'

/** Server-sent events: what changes in the banks that the caller reads (docs/server-api.md#events). */
export const eventsRoute: Route = {
  method: 'GET',
  path: '/api/v1/events',
  access: 'caller',
  isStream: true,
  handle: async ({ request, engine, memory, signal, closing, isStillAllowed }) => {
    const banks = eventBanks(reachOfMemory(memory))
    if (banks.length === 0) {
      throw new MemoryError('denied', 'events need the capability memory.read', 'use a key that may read')
    }
    const body = await changeFeedOf(engine).listen({
      banks,
      lastEventId: request.headers.get('last-event-id'),
      isStillAllowed,
      signals: [signal, closing],
    })
    return eventStreamResponse(body)
  },
}

/** Something was written through this engine: its listeners are told at once, and not only when they are due. */
export function tellListeners(engine: Engine): void {
  feeds.get(engine)?.nudge()
}

/** One for each store: however many listen, one looks. */
const feeds = new WeakMap<Engine, ChangeFeed>()

function changeFeedOf(engine: Engine): ChangeFeed {
  const present = feeds.get(engine) ?? createChangeFeed(changesOf(engine))
  feeds.set(engine, present)
  return present
}
