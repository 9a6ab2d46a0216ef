import { changesOf } from '../engine.js'
import { STORE_BANK } from '../reach.js'
import type { Route } from './route.js'

/** For whoever starts it again when it hangs: the process answers. */
export const healthRoute: Route = {
  method: 'GET',
  path: '/health',
  access: 'open',
  handle: () => answer({ status: 'ok' }),
}

/** For whoever sends requests here: the store is open, of this schema, and answers. A problem where it does not. */
export const readyRoute: Route = {
  method: 'GET',
  path: '/ready',
  access: 'caller',
  handle: async ({ engine }) => {
    await changesOf(engine).heads([STORE_BANK])
    return answer({ status: 'ready' })
  },
}

function answer(body: { readonly status: string }): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
