import { callerRoute } from './caller-route.js'
import { eventsRoute } from './events/events-route.js'
import { healthRoute, readyRoute } from './health-routes.js'
import { linkRoutes } from './link.js'
import type { Metrics } from './metrics.js'
import { metricsRoute } from './metrics-route.js'
import { openApiRoute } from './open-api/open-api-route.js'
import { operationRoutes } from './operation-routes.js'
import { referenceRoute } from './reference/reference-route.js'
import { remoteRoute } from './remote-route.js'
import type { Route } from './route.js'

/** All that the server answers, but for mounts and the files of the dashboard. */
export function routes(metrics: Metrics): Route[] {
  return [
    healthRoute,
    readyRoute,
    metricsRoute(metrics),
    callerRoute,
    eventsRoute,
    openApiRoute,
    referenceRoute,
    remoteRoute,
    ...linkRoutes(),
    ...operationRoutes(),
  ]
}
