import { MemoryError } from '../errors.js'
import type { Metrics } from './metrics.js'
import type { Route } from './route.js'

/** For Prometheus, with the key of an administrator: how much there is of all banks is nobody else's to know. */
export function metricsRoute(metrics: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    access: 'caller',
    handle: async ({ caller }) => {
      if (caller.role !== 'administrator')
        throw new MemoryError(
          'denied',
          'the metrics are of every user of the store, and for its administrator',
          'use the key of an administrator: recollect key create prometheus --role administrator',
        )
      return new Response(await metrics.text(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      })
    },
  }
}
