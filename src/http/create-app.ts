import { Hono } from 'hono'
import type { Env } from '../clock.js'
import type { Engine } from '../engine.js'
import type { Authenticate, Caller } from './caller.js'
import type { Mount } from './mount.js'
import { problemOf, problemResponse } from './problem.js'
import type { Route } from './route.js'
import { securityHeaders } from './security-headers.js'
import { staticFiles } from './static-files.js'

export interface AppOptions {
  readonly engine: Engine
  readonly env: Env
  readonly authenticate: Authenticate
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
  readonly web?: string
  readonly closing: AbortSignal
}

/** The router: each address with its guards before it. */
export function createApp({ engine, env, authenticate, routes, mounts, web, closing }: AppOptions): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) context.res.headers.set(name, value)
  })
  app.onError((error) => problemResponse(problemOf(error)))

  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const request = context.req.raw
      const caller = route.access === 'open' ? NOBODY : await authenticate(request)
      if (caller === undefined) return unauthenticated()
      return route.handle({
        request,
        url: new URL(request.url),
        caller,
        memory: engine.as(caller.who),
        engine,
        env,
        signal: request.signal,
        closing,
        isStillAllowed: async () => isSameCaller(caller, await authenticate(request)),
      })
    })
  }
  for (const { path, handle } of mounts) {
    const answer = async (request: Request) => {
      const caller = await authenticate(request)
      return caller === undefined ? unauthenticated() : handle(request, caller)
    }
    app.all(path, ({ req }) => answer(req.raw))
    app.all(`${path}/*`, ({ req }) => answer(req.raw))
  }
  if (web !== undefined) app.get(DASHBOARD, staticFiles(web))
  app.notFound(async ({ req }) =>
    (await authenticate(req.raw)) === undefined
      ? unauthenticated()
      : problemResponse({
          code: 'not_found',
          message: 'there is nothing at this address',
          hint: 'GET /openapi.json lists all',
        }),
  )
  return app
}

/** All but what programs ask, where a wrong address is told as such. */
const DASHBOARD = '/:place{(?!api/|v1/).*}'

const NOBODY: Caller = {
  who: { capabilities: [] },
  keyId: null,
  name: 'nobody',
  role: 'reader',
  agentCapabilities: [],
  workspaces: [],
}

function isSameCaller(before: Caller, now: Caller | undefined): boolean {
  return (
    now !== undefined && now.keyId === before.keyId && JSON.stringify(now.who) === JSON.stringify(before.who)
  )
}

function unauthenticated(): Response {
  return problemResponse({
    code: 'unauthenticated',
    message: 'this needs a token, and none that is known here was sent',
    hint: 'send Authorization: Bearer TOKEN',
    headers: { 'www-authenticate': 'Bearer' },
  })
}
