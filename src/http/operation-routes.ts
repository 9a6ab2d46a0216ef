import type { CallOptions, Memory } from '../engine.js'
import { closedInput } from '../operations/closed-input.js'
import type { Operation, Progress } from '../operations/operation.js'
import type { OperationName } from '../operations/table.js'
import { attachment } from './attachment.js'
import { entityTag, ifMatch, isNoneMatch } from './entity-tag.js'
import { tellListeners } from './events/events-route.js'
import { type Offered, offeredOperations } from './offered-operations.js'
import { bodyInput, isBodyStreamed, queryInputOf } from './operation-input.js'
import { type Answered, progressStream, wantsProgress } from './progress-stream.js'
import type { Route, RouteCall } from './route.js'

/** Every operation that is offered over HTTP: as POST, and those that only look as GET too. */
export function operationRoutes(): Route[] {
  return offeredOperations.flatMap(routesOf)
}

function routesOf({ key, operation, path }: Offered): Route[] {
  const isLong = isBodyStreamed(operation) || operation.streamsOut !== undefined
  const route = { path, access: 'caller', isLong } as const
  const post: Route = {
    ...route,
    method: 'POST',
    handle: async (call) => answerPost(key, operation, call, await bodyInput(operation, call)),
  }
  if (operation.effect !== 'read') return [post]
  const get: Route = {
    ...route,
    method: 'GET',
    handle: async (call) => answerOperation(key, operation, call, queryInputOf(operation, call.url)),
  }
  return [get, post]
}

function answerPost(
  key: OperationName,
  operation: Operation,
  call: RouteCall,
  input: Input,
): Response | Promise<Response> {
  if (operation.streamsOut !== undefined || !wantsProgress(call.request))
    return answerOperation(key, operation, call, input)
  return progressStream(call, (progress) => perform(key, operation, call, input, progress))
}

type Input = Readonly<Record<string, unknown>>

/** The one way to every operation, whatever it was asked with. */
async function answerOperation(
  key: OperationName,
  operation: Operation,
  call: RouteCall,
  input: Input,
): Promise<Response> {
  const read = call.request.method === 'POST' ? besideOurselves(key, operation, call, input) : undefined
  if (read !== undefined) return new Response(await read, { headers: jsonHeaders })
  const output = await perform(key, operation, call, input)
  if (operation.streamsOut !== undefined) return attachment(operation, operation.streamsOut, output, call)
  const body = JSON.stringify(output)
  if (call.request.method !== 'GET') return new Response(body, { headers: jsonHeaders })
  const tag = entityTag(output, body)
  return isNoneMatch(call.request.headers.get('if-none-match'), tag)
    ? new Response(null, { status: 304, headers: { etag: tag, 'cache-control': 'no-store' } })
    : new Response(body, { headers: { ...jsonHeaders, etag: tag } })
}

// No cache of a browser or on the way is to hold what is remembered; who asks again says itself what it has.
const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** What takes the processor for long is left to another thread, if one has time. */
function besideOurselves(
  key: OperationName,
  operation: Operation,
  { readers, caller, signal, request }: RouteCall,
  input: Input,
): Promise<string> | undefined {
  const { isHeavy, effect } = operation
  const isPlainRead = isHeavy === true && effect === 'read' && !request.headers.has('idempotency-key')
  if (!isPlainRead || readers === undefined) return undefined
  // What is refused may be anything, also what cannot be sent to a thread.
  const isInput = closedInput(operation.input).safeParse(input).success
  return isInput ? readers.perform(caller.who, key, input, signal) : undefined
}

async function perform(
  key: OperationName,
  operation: Operation,
  { memory, signal, engine, request }: RouteCall,
  input: Input,
  progress?: (progress: Progress) => void,
): Promise<Answered> {
  const isRead = operation.effect === 'read'
  const idempotencyKey = request.headers.get('idempotency-key')
  const expected = isRead ? input : ifMatch(operation, request.headers.get('if-match'), input)
  const output = await methodOf(memory, key)(expected, {
    signal,
    ...(progress === undefined ? {} : { progress }),
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
  })
  if (!isRead) tellListeners(engine)
  return output
}

function methodOf(memory: Memory, key: OperationName) {
  return memory[key] as (input: unknown, options: CallOptions) => Promise<Answered>
}
