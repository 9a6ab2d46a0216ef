import { reachOfMemory } from '../../engine.js'
import type { Route } from '../route.js'
import { openApi } from './open-api.js'

/** The document, as far as it concerns who asks. */
export const openApiRoute: Route = {
  method: 'GET',
  path: '/openapi.json',
  access: 'caller',
  handle: ({ memory }) =>
    Response.json(openApi(reachOfMemory(memory).actor.audience), {
      headers: { 'cache-control': 'private, no-cache' },
    }),
}
