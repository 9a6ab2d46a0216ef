import type { Route } from '../route.js'
import { referencePage } from './reference-page.js'

/** The API to read, as this program has it. It tells nothing of what is remembered, so it needs no token. */
export const referenceRoute: Route = {
  method: 'GET',
  path: '/reference',
  access: 'open',
  handle: () =>
    new Response(referencePage(), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    }),
}
