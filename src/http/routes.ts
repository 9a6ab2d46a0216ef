import { eventsRoute } from './events/events-route.js'
import { operationRoutes } from './operation-routes.js'
import type { Route } from './route.js'

/** All that the server answers, but for mounts and the files of the dashboard. */
export function routes(): Route[] {
  return [health, eventsRoute, ...operationRoutes()]
}

const health: Route = {
  method: 'GET',
  path: '/health',
  access: 'open',
  handle: () => Response.json({ status: 'ok' }),
}
