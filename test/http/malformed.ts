import { z } from 'zod'
import type { Operation } from '../../src/operations/operation.js'
import { operations } from '../../src/operations/table.js'
import type { JsonSchema } from '../../src/tools/tool-schema.js'
import type { Random } from '../random.js'

/** Bytes that are nearly a request: a whole one, with something wrong in one of its parts, or in several. */
export function malformedRequest(random: Random, { port, token }: { port: number; token: string }): Buffer {
  const { name, effect, input } = random.pick(offered)
  const path = `/api/v1/${name.replace('.', '/')}`
  const isGet = effect === 'read' && random.int(3) === 0
  const value = anyInput(random, schemaOf(input))
  const method =
    random.int(30) === 0 ? random.pick(['PUT', 'OPTIONS', 'BREW', 'get', 'TRACE']) : isGet ? 'GET' : 'POST'
  const target = random.int(20) === 0 ? oddTarget(random) : isGet ? `${path}?${queryOf(random, value)}` : path
  const body = isGet ? '' : bodyOf(random, value)
  const bytes = Buffer.from(body, random.int(20) === 0 ? 'latin1' : 'utf8')
  const head = [
    `${method} ${target} ${random.int(40) === 0 ? random.pick(['HTTP/1.0', 'HTTP/2.0', 'http/1.1', 'HTTP/9.9']) : 'HTTP/1.1'}`,
    `Host: 127.0.0.1:${random.int(40) === 0 ? random.int(70_000) : port}`,
    'Connection: close',
    `Authorization: Bearer ${random.int(40) === 0 ? random.letters(40) : token}`,
    ...headersOf(random, bytes.byteLength, isGet),
  ]
  const whole = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
  return random.int(10) === 0 ? damaged(random, whole) : whole
}

/** But for what takes a second each time. */
const offered = (Object.values(operations) as unknown as Operation[]).filter(
  ({ surfaces, name }) => surfaces.includes('http') && !name.endsWith('_sample'),
)

const schemas = new Map<z.ZodType, JsonSchema>()

function schemaOf(input: z.ZodType): JsonSchema {
  const schema =
    schemas.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  schemas.set(input, schema)
  return schema
}

function headersOf(random: Random, length: number, isGet: boolean): string[] {
  const lengths = [
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Transfer-Encoding: gzip, chunked',
    `Content-Length: ${length + 5}`,
  ]
  const odd = [
    'Accept: text/event-stream',
    'Content-Type: text/plain',
    'Content-Type: application/json; charset=utf-16',
    'Recollect-Workspace: %',
    'Recollect-Workspace: acme%2Fweb',
    'Recollect-Worker: helper',
    'Recollect-Agent: \u00ff',
    'Idempotency-Key: x',
    'If-Match: "1"',
    'If-None-Match: *',
    'Expect: 100-continue',
    'Origin: null',
    `${random.letters(5)}: ${'x'.repeat(random.int(3) * 3_000)}`,
    'Upgrade: websocket',
    'no colon',
  ]
  return [
    ...(random.int(8) === 0 ? [] : ['Content-Type: application/json']),
    ...(isGet ? [] : [random.int(25) === 0 ? random.pick(lengths) : `Content-Length: ${length}`]),
    ...(random.int(3) === 0 ? [random.pick(odd), random.pick(odd)] : []),
  ]
}

/** Most of its fields are of the right name, some of the right kind, and some of the right value. */
function anyInput(random: Random, schema: JsonSchema): unknown {
  if (random.int(25) === 0) return anything(random, 0)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    random.int(3) === 0 && !(schema.required ?? []).includes(name)
      ? []
      : [[name, anyField(random, field)] as const],
  )
  if (random.int(8) === 0) fields.push([random.pick(oddKeys), anything(random, 0)])
  return Object.fromEntries(fields)
}

function anyField(random: Random, schema: JsonSchema): unknown {
  if (random.int(4) === 0) return anything(random, 0)
  const choices = schema['enum'] as readonly unknown[] | undefined
  if (choices !== undefined) return random.pick(choices)
  if (schema.type === 'integer' || schema.type === 'number')
    return random.pick([0, 1, 5, 200, -1, 1.5, 2 ** 53, 1e308])
  if (schema.type === 'boolean') return random.int(2) === 0
  if (schema.type === 'array')
    return Array.from({ length: random.int(4) }, () => anyField(random, schema.items ?? {}))
  if (schema.type === 'object') return anyInput(random, schema)
  return random.pick(texts)
}

function anything(random: Random, depth: number): unknown {
  const kind = random.int(depth > 3 ? 5 : 7)
  if (kind === 0) return null
  if (kind === 1) return random.int(2) === 0
  if (kind === 2) return random.pick([0, -0, 1e21, -1e308, 2 ** 31, 0.1])
  if (kind < 5) return random.pick(texts)
  if (kind === 5) return Array.from({ length: random.int(4) }, () => anything(random, depth + 1))
  return Object.fromEntries([[random.pick(oddKeys), anything(random, depth + 1)]])
}

const oddKeys = [
  "x') OR 1=1 --",
  '__proto__',
  'constructor',
  'toString',
  '',
  '$',
  '\u0000',
  'id',
  'file',
  '\ud800',
]

const texts = [
  '',
  ' ',
  'Mia lives in Lisbon',
  '01890000-0000-7000-8000-000000000000',
  "'; drop table item; --",
  'NEAR("a" OR *',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(40),
  '部署方案',
  '../../etc/passwd',
  'x'.repeat(5_000),
  '<img src=x onerror=alert(1)>',
  '2026-02-31T99:00:00Z',
  'last week',
  '-1',
  'Infinity',
  '%00%2e%2e',
  '{"a":',
]

function queryOf(random: Random, value: unknown): string {
  const fields = Object.entries(Object(value) as object).map(
    ([name, field]) =>
      `${escaped(random, name)}=${escaped(random, typeof field === 'string' ? field : JSON.stringify(field))}`,
  )
  return fields.join(random.int(10) === 0 ? '&&=&' : '&')
}

/** Most escaped as they must be; what cannot be in a line of HTTP is in any case. */
function escaped(random: Random, text = ''): string {
  const clean = text.toWellFormed()
  return random.int(5) === 0 ? clean.replace(/[^!-~]/gu, encodeURIComponent) : encodeURIComponent(clean)
}

function bodyOf(random: Random, value: unknown): string {
  const text = JSON.stringify(value)
  const kind = random.int(20)
  if (kind === 0) return text.slice(0, random.int(text.length))
  if (kind === 1) return '['.repeat(20_000)
  if (kind === 2) return `{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  if (kind === 3) return `${text}${text}`
  if (kind === 4) return `\ufeff${text}`
  return text
}

function oddTarget(random: Random): string {
  return random.pick([
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '//evil.test/x',
    '/\\evil',
    '/%',
    '/%ff%fe',
    '/api/v1',
    '/api/v1/',
    '/api/v1/memory',
    '/api/v1/memory/search/',
    '/api/v1/memory//search',
    '/api/v1/__proto__/constructor',
    '/openapi.json?x=%',
    '/reference/../..',
    '/mcp/../health',
    '/.git/config',
    '/index.html.map',
    '*',
    'http://127.0.0.1/',
    '/?#',
    `/${'a/'.repeat(2_000)}`,
  ])
}

/** A byte of it changed, taken out or put in. */
function damaged(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.byteLength)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + random.int(2))]
  return Buffer.concat([
    before,
    Buffer.from(Array.from({ length: random.int(3) }, () => random.int(256))),
    after,
  ])
}
