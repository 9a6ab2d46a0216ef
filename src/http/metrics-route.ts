import { reachOfMemory } from '../engine.js'
import { MemoryError } from '../errors.js'
import { requireCapability } from '../reach.js'
import type { Metrics } from './metrics.js'
import type { Route } from './route.js'

/** For Prometheus, with the key of an administrator: how much there is of all banks is nobody else's to know. */
export function metricsRoute(metrics: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'caller',
    handle: async ({ memory }) => {
      const reach = reachOfMemory(memory)
      requireCapability(reach, 'audit.read', 'reading the metrics')
      if (reach.actor.audience !== 'administrator')
        throw new MemoryError(
          'denied',
          'the metrics are of every user of the store, and for its administrator',
          'use a key for it: recollect key create prometheus --role administrator --capabilities audit.read',
        )
      return new Response(await metrics.text(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      })
    },
  }
}
