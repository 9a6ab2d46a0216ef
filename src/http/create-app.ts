import { type Context, Hono } from 'hono'
import type { Env } from '../clock.js'
import type { Engine } from '../engine.js'
import type { Admission } from './admission.js'
import { boundedRequest } from './body.js'
import { corsHeaders, preflight } from './cors.js'
import type { Exchange } from './exchange.js'
import type { Limits } from './limits.js'
import type { Log } from './log-event.js'
import { mistakeOf } from './mistake.js'
import type { Mount } from './mount.js'
import { type Problem, problemOf, problemResponse, RefusedRequest } from './problem.js'
import { wantsProgress } from './progress-stream.js'
import type { Readers } from './readers/readers.js'
import type { Route } from './route.js'
import { securityHeaders } from './security-headers.js'
import { staticFiles } from './static-files.js'
import { whileAllowed } from './while-allowed.js'

export interface AppOptions {
  readonly engine: Engine
  readonly env: Env
  readonly admission: Admission
  readonly limits: Limits
  readonly readers: Readers | undefined
  readonly command: string | undefined
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
  readonly allowedOrigins: readonly string[]
  readonly web: string | undefined
  readonly closing: AbortSignal
  readonly log: Log
}

/** What comes with each request beside the request. */
export interface Bindings {
  readonly exchange: Exchange
}

type App = Hono<{ Bindings: Bindings }>
type AppContext = Context<{ Bindings: Bindings }>

/** The router: each address with its guards before it. Host and Origin were looked at before (guard.ts). */
export function createApp(options: AppOptions): App {
  const { routes, mounts, web } = options
  const app: App = new Hono()
  app.use(withHeaders(new Set(options.allowedOrigins)))
  for (const route of routes)
    app.on(route.method, route.path, (context) => answerRoute(context, route, options))
  for (const mount of mounts) {
    app.all(mount.path, (context) => answerMount(context, mount, options))
    app.all(`${mount.path}/*`, (context) => answerMount(context, mount, options))
  }
  if (web !== undefined) app.get(DASHBOARD, openDashboard(options), staticFiles(web))
  // No handler of `notFound`: what that throws passes the headers by.
  app.all('*', (context) => answerUnknown(context, options))
  app.onError((error, { env }) => problemResponse(failing(env.exchange, options.log)(error)))
  return app
}

/** All but what programs ask, where a wrong address is told as such. Names in it are others': they may hold a line break. */
const DASHBOARD = '/:place{(?!(?:api|v1)(?:/|$))[\\s\\S]*}'

async function answerRoute(
  { req, env: { exchange } }: AppContext,
  route: Route,
  { engine, env, admission, limits, readers, command, closing, log }: AppOptions,
): Promise<Response> {
  const request = req.raw
  exchange.route = route.path
  if (request.method === 'HEAD' && !mayBeHead(route))
    throw new RefusedRequest(notThisMethod(request.method, ['GET']))
  // Who watches it can end it.
  const isLong = route.isLong === true || wantsProgress(request)
  const admitted = await admission.admit(request, exchange, { ...route, isLong })
  const { caller, signal, isStillAllowed } = admitted
  try {
    const response = await route.handle({
      request,
      url: new URL(request.url),
      caller,
      memory: engine.as(caller.who),
      engine,
      env,
      limits,
      readers,
      command,
      signal,
      closing,
      isStillAllowed,
      fail: failing(exchange, log),
      cut: exchange.cut,
    })
    if (isLong) whileAllowed(exchange, admitted)
    return response
  } catch (error) {
    // Why it was ended says more than how that looked from inside.
    throw signal.aborted ? signal.reason : error
  }
}

async function answerMount(
  { req, env: { exchange } }: AppContext,
  { path, maxBodyBytes, handle }: Mount,
  { admission, limits }: AppOptions,
): Promise<Response> {
  exchange.route = path
  const isStream = req.method === 'GET'
  const admitted = await admission.admit(req.raw, exchange, {
    access: 'caller',
    ...(isStream ? { isStream } : {}),
  })
  const { signal, caller } = admitted
  const request = boundedRequest(req.raw, maxBodyBytes ?? limits.maxBodyBytes, signal)
  const response = await handle(request, caller)
  signal.throwIfAborted()
  if (response.body !== null) whileAllowed(exchange, admitted)
  return response
}

/** What goes on, or is done by asking, is nothing to ask for the head of. */
function mayBeHead({ isStream, isLong, isOnce }: Route): boolean {
  return isStream !== true && isLong !== true && isOnce !== true
}

function openDashboard({ admission }: AppOptions) {
  return async ({ req, env: { exchange } }: AppContext, next: () => Promise<void>): Promise<void> => {
    exchange.route = 'dashboard'
    await admission.admit(req.raw, exchange, { access: 'open' })
    await next()
  }
}

/** What is no address says so only to who may ask at all. */
async function answerUnknown({ req, env: { exchange } }: AppContext, options: AppOptions): Promise<Response> {
  const { admission, routes } = options
  if (exchange.route !== 'dashboard') await admission.admit(req.raw, exchange, { access: 'caller' })
  const methods = routes.filter(({ path }) => path === req.path).map(({ method }) => method)
  const problem: Problem =
    methods.length === 0
      ? {
          code: 'not_found',
          message: 'there is nothing at this address',
          hint: 'GET /openapi.json lists all',
        }
      : notThisMethod(req.method, methods)
  exchange.code = problem.code
  return problemResponse(problem)
}

function notThisMethod(method: string, methods: readonly string[]): Problem {
  return {
    code: 'method_not_allowed',
    message: `${method} is nothing that this address knows`,
    hint: `it knows ${methods.join(' and ')}`,
    headers: { allow: methods.join(', ') },
  }
}

/** On every answer, also of what went wrong: what a browser may do with it, and whose page may read it. */
function withHeaders(allowedOrigins: ReadonlySet<string>) {
  return async (context: AppContext, next: () => Promise<void>): Promise<void> => {
    const origin = context.req.header('origin')
    const isAllowed = origin !== undefined && allowedOrigins.has(origin)
    if (isAllowed && context.req.method === 'OPTIONS') {
      context.env.exchange.route = 'preflight'
      context.res = preflight(origin)
    } else await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value)
    if (isAllowed) for (const [name, value] of Object.entries(corsHeaders(origin))) headers.set(name, value)
  }
}

/** What is told of an error. One that nobody expected is logged. */
function failing(exchange: Exchange, log: Log): (error: unknown) => Problem {
  return (error) => {
    const problem = problemOf(error)
    exchange.code = problem.code
    if (problem.code === 'unexpected') log(mistakeOf(exchange.route, error))
    return problem
  }
}
