import { z } from 'zod'
import type { CallOptions, Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { Operation } from '../operations/operation.js'
import { type OperationName, operations } from '../operations/table.js'
import { tellListeners } from './events/events-route.js'
import { queryInput } from './query-input.js'
import type { Route, RouteCall } from './route.js'

/** Every operation that is offered over HTTP: as POST, and those that only look as GET too. */
export function operationRoutes(): Route[] {
  return Object.entries(operations as unknown as Record<OperationName, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('http'))
    .flatMap(([key, operation]) => routesOf(key as OperationName, operation))
}

function routesOf(key: OperationName, operation: Operation): Route[] {
  const path = `/api/v1/${operation.name.replace('.', '/')}`
  const answer = (read: InputReader) => (call: RouteCall) => answerOperation(key, operation, call, read)
  const post: Route = { method: 'POST', path, access: 'caller', handle: answer(bodyInput) }
  if (operation.effect !== 'read') return [post]
  return [{ method: 'GET', path, access: 'caller', handle: answer(queryOf) }, post]
}

type InputReader = (operation: Operation, call: RouteCall) => unknown

/** The one way to every operation, whatever it was asked with. */
async function answerOperation(
  key: OperationName,
  operation: Operation,
  call: RouteCall,
  read: InputReader,
): Promise<Response> {
  const input = await read(operation, call)
  const output = await methodOf(call.memory, key)(input, { signal: call.signal })
  if (operation.effect !== 'read') tellListeners(call.engine)
  return Response.json(output)
}

function methodOf(memory: Memory, key: OperationName) {
  return memory[key] as (input: unknown, options: CallOptions) => Promise<unknown>
}

async function bodyInput(operation: Operation, { request }: RouteCall): Promise<unknown> {
  const text = await request.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new MemoryError('invalid_input', `${operation.name}: the body is no JSON`, 'send a JSON object')
  }
}

function queryOf({ input }: Operation, { url }: RouteCall): unknown {
  if (!(input instanceof z.ZodObject)) throw new TypeError('the input of an operation is an object')
  return queryInput(input, url.searchParams)
}
