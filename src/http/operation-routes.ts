import type { CallOptions, Memory } from '../engine.js'
import type { Operation, Progress } from '../operations/operation.js'
import { type OperationName, operations } from '../operations/table.js'
import { attachment } from './attachment.js'
import { tellListeners } from './events/events-route.js'
import { bodyInput, isBodyStreamed, queryInputOf } from './operation-input.js'
import { type Answered, progressStream, wantsProgress } from './progress-stream.js'
import type { Route, RouteCall } from './route.js'

/** Every operation that is offered over HTTP: as POST, and those that only look as GET too. */
export function operationRoutes(): Route[] {
  return Object.entries(operations as unknown as Record<OperationName, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('http'))
    .flatMap(([key, operation]) => routesOf(key as OperationName, operation))
}

function routesOf(key: OperationName, operation: Operation): Route[] {
  const path = `/api/v1/${operation.name.replace('.', '/')}`
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
  input: unknown,
): Response | Promise<Response> {
  if (operation.streamsOut !== undefined || !wantsProgress(call.request))
    return answerOperation(key, operation, call, input)
  return progressStream(call, (progress) => perform(key, operation, call, input, progress))
}

/** The one way to every operation, whatever it was asked with. */
async function answerOperation(
  key: OperationName,
  operation: Operation,
  call: RouteCall,
  input: unknown,
): Promise<Response> {
  const output = await perform(key, operation, call, input)
  if (operation.streamsOut !== undefined) return attachment(operation, operation.streamsOut, output)
  return Response.json(output, { headers: { 'cache-control': 'no-store' } })
}

async function perform(
  key: OperationName,
  operation: Operation,
  { memory, signal, engine }: RouteCall,
  input: unknown,
  progress?: (progress: Progress) => void,
): Promise<Answered> {
  const output = await methodOf(memory, key)(input, {
    signal,
    ...(progress === undefined ? {} : { progress }),
  })
  if (operation.effect !== 'read') tellListeners(engine)
  return output
}

function methodOf(memory: Memory, key: OperationName) {
  return memory[key] as (input: unknown, options: CallOptions) => Promise<Answered>
}
