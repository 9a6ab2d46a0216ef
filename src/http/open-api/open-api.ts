import type { Audience } from '../../reach.js'
import { groupOf, groupTold, offered } from '../offered-operations.js'
import { codesOf, problemBody } from '../problem.js'
import { type Json, pathItem } from './operation-paths.js'
import { otherPaths } from './other-paths.js'

/** What the server offers, as OpenAPI 3.1: rendered from the operations table, for one audience. */
export function openApi(audience?: Audience): Json {
  const key = audience ?? ''
  const present = rendered.get(key) ?? render(audience)
  rendered.set(key, present)
  return present
}

/** It never changes while the program runs. */
const rendered = new Map<string, Json>()

function render(audience: Audience | undefined): Json {
  const all = offered(audience)
  const groups = [...new Set(all.map(({ operation }) => groupOf(operation)))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Recollect',
      version: '1',
      summary: 'Memory for agents and the people they work for.',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...groups, 'server'].map((name) => ({ name, description: groupTold(name) })),
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(all.map((one) => [one.path, pathItem(one)])),
      ...otherPaths,
    },
    components: {
      securitySchemes,
      parameters,
      headers,
      responses: problems(),
      schemas: { Problem: problemSchema },
    },
  }
}

const ABOUT =
  'Every operation is a POST whose body is its input; those that only look are a GET too. Errors are problem+json with a ' +
  'stable `code` and a `hint`. Long lists come in pages: give `next` as `after`.'

const securitySchemes: Json = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The owner’s token, from server.json in the home folder; or a key (key.create).',
  },
}

const parameters: Json = {
  Workspace: header('Recollect-Workspace', 'in this workspace; its name, percent-encoded', 'acme%2Fweb'),
  Worker: header('Recollect-Worker', 'as this sub-agent; its name, percent-encoded', 'researcher'),
  User: header('Recollect-User', 'look as this user: for administrators', 'ann'),
  Agent: header('Recollect-Agent', 'act as this agent, on the user’s behalf', 'helper'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'new characters for each call, up to 255: the same call sent again within a day has its effect once, and the same answer',
    '7f1c1c52-8d2e-4d0c-9f55-0f6b8e4f0b1d',
  ),
  IfMatch: header(
    'If-Match',
    'only where it has this revision still, as the ETag of a read or the field `revision` says it; else 412',
    '"3"',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'the ETag of what the caller has: 304 where it is the same',
    '"3-Zk8h2w"',
  ),
}

const headers: Json = {
  ETag: {
    description: 'Of this answer; it begins with the revision of what has one.',
    schema: { type: 'string' },
  },
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' }, example }
}

const problemSchema: Json = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  properties: {
    type: { type: 'string', description: 'urn:recollect:problem: and the code' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'what happened' },
    code: { type: 'string', description: 'stable: decide by it' },
    hint: { type: 'string', description: 'what to do about it' },
    retrySafe: { type: 'boolean', description: 'the same request may simply be sent again' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'retrySafe'],
}

function problems(): Json {
  return Object.fromEntries(
    STATUSES.map((status) => {
      const [code = 'unexpected', ...others] = codesOf(status)
      const example = problemBody({ code, message: 'what happened, in words', hint: 'what to do about it' })
      return [
        `Problem${status}`,
        {
          description: `${example.title}. Codes: ${[code, ...others].join(', ')}.`,
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example },
          },
        },
      ]
    }),
  )
}

const STATUSES = [400, 401, 403, 404, 409, 412, 413, 422, 429, 500, 503, 507]
