import type { Operation } from '../../operations/operation.js'
import type { JsonSchema } from '../../tools/tool-schema.js'
import { groupOf, type Offered, takesKey } from '../offered-operations.js'
import { isBodyStreamed } from '../operation-input.js'
import { revisionField } from '../revision-field.js'
import { exampleInput } from './example-input.js'
import { exampleOf } from './example-of.js'
import { inputSchema, outputSchema } from './json-schema.js'

/** One address of the document: what may be done there, by method. */
export type PathItem = Readonly<Record<string, Json>>

export interface Json {
  readonly [name: string]: unknown
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

function writeHeaders(operation: Operation): Json[] {
  return [
    ...(takesKey(operation) ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(revisionField(operation) === undefined ? [] : [ref('parameters', 'IfMatch')]),
  ]
}

export const reachHeaders = ['Workspace', 'Worker', 'User', 'Agent'].map((name) => ref('parameters', name))

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
