import type { Operation } from '../../operations/operation.js'
import { type OperationName, operations } from '../../operations/table.js'
import { type Audience, isPerson } from '../../reach.js'
import type { JsonSchema } from '../../tools/tool-schema.js'
import { isBodyStreamed } from '../operation-input.js'
import { revisionField } from '../revision-field.js'
import { exampleOf } from './example-of.js'
import { exampleInput } from './examples.js'
import { inputSchema, outputSchema } from './json-schema.js'

/** One address of the document: what may be done there, by method. */
export type PathItem = Readonly<Record<string, Json>>

export interface Json {
  readonly [name: string]: unknown
}

/** An operation that is offered over HTTP, under its name in the SDK. */
export interface Offered {
  readonly key: OperationName
  readonly operation: Operation
  readonly path: string
}

/** Those of an audience; all that persons have where none is named. */
export function offered(audience?: Audience): Offered[] {
  return Object.entries(operations as unknown as Record<OperationName, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('http'))
    .filter(([, operation]) =>
      audience === undefined
        ? operation.audience.some((one) => isPerson(one))
        : operation.audience.includes(audience),
    )
    .map(([key, operation]) => ({
      key: key as OperationName,
      operation,
      path: `/api/v1/${operation.name.replace('.', '/')}`,
    }))
}

export function pathItem(one: Offered): PathItem {
  return { post: postOf(one), ...(one.operation.effect === 'read' ? { get: getOf(one) } : {}) }
}

function postOf({ key, operation }: Offered): Json {
  const schema = inputSchema(operation)
  return {
    ...aboutBoth(operation),
    operationId: key,
    parameters: [...reachHeaders, ...writeHeaders(operation), ...streamParameters(operation, schema)],
    requestBody: {
      // Without a body nothing is given, which is enough for some.
      required: (schema.required ?? []).length > 0,
      content: {
        'application/json': { schema, example: exampleInput(operation) },
        ...(operation.stream === undefined
          ? {}
          : { 'text/plain': { schema: { type: 'string', description: streamSaid(operation) } } }),
      },
    },
    responses: responses(operation, false),
  }
}

function getOf({ key, operation }: Offered): Json {
  const schema = inputSchema(operation)
  return {
    ...aboutBoth(operation),
    operationId: `${key}ByGet`,
    parameters: [
      ...reachHeaders,
      ref('parameters', 'IfNoneMatch'),
      ...queryParameters(schema, exampleInput(operation)),
    ],
    responses: responses(operation, true),
  }
}

function aboutBoth(operation: Operation): Json {
  const { name, title, description, capability, effect, isIdempotent, example, audience } = operation
  return {
    tags: [groupOf(operation)],
    summary: title,
    description,
    security: [{ token: [] }],
    'x-recollect': { name, capability, effect, isIdempotent, example, audience },
  }
}

export function groupOf({ name }: Operation): string {
  return name.replace(/\..*$/, '')
}

/** What the operations of a group are about. */
export function groupTold(name: string): string {
  return groupsTold.get(name) ?? name
}

const groupsTold: ReadonlyMap<string, string> = new Map([
  ['memory', 'What was said and noted, and what is known from it'],
  ['record', 'Memory records: Markdown that a person may edit'],
  ['knowledge', 'Documents: import, review, read, search, ask'],
  ['workspace', 'What all users of the store share, and who decides on it'],
  ['transcript', 'What happened in a task, event by event'],
  ['task', 'Tasks: goal, plan, state, outcome'],
  ['artifact', 'Outputs that are too large for a prompt'],
  ['prompt', 'What a model is to know now'],
  ['remote', 'Memories that lie elsewhere'],
  ['key', 'Who may come in over a network'],
  ['system', 'How this server is doing'],
  ['server', 'Addresses beside the operations'],
])

function responses(operation: Operation, isGet: boolean): Json {
  const answers = (status: string) => [status, ref('responses', `Problem${status}`)] as const
  const statuses = ['400', '401', '403', '404', '409', '413', '429', '500', '503', '507']
  if (revisionField(operation) !== undefined) statuses.push('412')
  if (takesKey(operation)) statuses.push('422')
  return {
    '200': isGet ? plainAnswer(operation, { ETag: ref('headers', 'ETag') }) : plainAnswer(operation, {}),
    ...(isGet ? { '304': { description: 'What the caller has is what would be answered now.' } } : {}),
    ...Object.fromEntries(statuses.sort().map(answers)),
  }
}

function plainAnswer(operation: Operation, headers: Json): Json {
  const schema = outputSchema(operation)
  if (operation.streamsOut !== undefined) {
    return {
      description: 'The lines, as a file; what is known before stands in a header, as JSON.',
      headers: {
        ...headers,
        'Recollect-Output': { schema: { type: 'string' }, example: JSON.stringify(exampleOf(schema)) },
      },
      content: { 'application/x-ndjson': { schema: { type: 'string' } } },
    }
  }
  return {
    description: 'Done.',
    headers,
    content: {
      'application/json': { schema, example: exampleOf(schema) },
      'text/event-stream': { schema: { type: 'string', description: PROGRESS } },
    },
  }
}

const PROGRESS =
  'Of a POST with Accept: text/event-stream: `progress` events while it works, then one `result` or `problem`.'

/** Whether a repeat of the call can be told by a key. */
export function takesKey({ effect, answersSecret }: Operation): boolean {
  return effect !== 'read' && answersSecret !== true
}

function writeHeaders(operation: Operation): Json[] {
  return [
    ...(takesKey(operation) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(revisionField(operation) === undefined ? [] : [ref('parameters', 'IfMatch')]),
  ]
}

const reachHeaders = ['Workspace', 'Worker', 'User', 'Agent'].map((name) => ref('parameters', name))

function streamSaid({ stream }: Operation): string {
  return `With any other type than JSON the body is \`${stream}\` itself, and the rest of the input stands in the query.`
}

/** What a body that is no JSON leaves to the query. */
function streamParameters(operation: Operation, schema: JsonSchema): Json[] {
  if (operation.stream === undefined) return []
  const { [operation.stream]: _, ...rest } = schema.properties ?? {}
  const said = isBodyStreamed(operation) ? 'taken in as it comes' : 'read whole'
  return queryParameters({ ...schema, properties: rest, required: [] }, {}).map((parameter) => ({
    ...parameter,
    description:
      `${parameter['description'] ?? ''} (only with a body that is no JSON, which is ${said})`.trim(),
  }))
}

/** Scalars as they are, lists as the same name again, all else as JSON. */
function queryParameters({ properties = {}, required = [] }: JsonSchema, example: unknown): Json[] {
  const examples = new Map(Object.entries(example as Json))
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(examples.has(name) ? { example: examples.get(name) } : {}),
    ...(isScalar(schema) || (schema.type === 'array' && isScalar(schema.items ?? {}))
      ? { schema, ...(schema.type === 'array' ? { style: 'form', explode: true } : {}) }
      : { content: { 'application/json': { schema } } }),
  }))
}

function isScalar({ type, enum: values, const: value, anyOf }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return anyOf.every((one) => isScalar(one as JsonSchema))
  return (
    values !== undefined ||
    value !== undefined ||
    ['string', 'number', 'integer', 'boolean', 'null'].includes(type ?? '')
  )
}

export function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}
