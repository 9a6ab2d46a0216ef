import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { offered } from '../../src/http/offered-operations.js'
import { openApi } from '../../src/http/open-api/open-api.js'
import type { Json } from '../../src/http/open-api/operation-paths.js'
import { useServer } from './serve-here.js'

const document = openApi()
const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>)
const methods = paths.flatMap(([path, item]) =>
  Object.entries(item).map(([method, one]) => ({ path, method, one, name: `${method} ${path}` })),
)

describe('the OpenAPI document', () => {
  const served = useServer()

  it('has what version 3.1 asks for: an id, a summary and answers of each, and only references that lead somewhere', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Recollect', version: '1' } })
    const ids = methods.map(({ one }) => one['operationId'])
    expect(new Set(ids).size).toBe(ids.length)
    const tags = (document['tags'] as Json[]).map(({ name }) => name)
    for (const { one, name, path } of methods) {
      expect(path, name).toMatch(/^\/[a-z0-9_/.]+$/)
      expect([name, one['summary'], one['description']]).toEqual([
        name,
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ])
      expect(tags, name).toContain((one['tags'] as string[])[0])
      expect(Object.keys(one['responses'] as Json), name).toContain('200')
      const parameters = ((one['parameters'] ?? []) as Json[]).map((each) => resolved(each))
      const keys = parameters.map((each) => `${each['in']} ${each['name']}`)
      expect(new Set(keys).size, name).toBe(keys.length)
      for (const each of parameters)
        expect([name, 'schema' in each || 'content' in each]).toEqual([name, true])
    }
    for (const reference of referencesIn(document))
      expect([reference, resolve(reference)]).not.toContain(undefined)
  })

  it('has every operation with all that it takes and answers, and examples that fit', () => {
    for (const { operation, path } of offered()) {
      const { post, get } = (document['paths'] as Record<string, Record<string, Json>>)[path] ?? {}
      expect([operation.name, get !== undefined]).toEqual([operation.name, operation.effect === 'read'])
      const body = content(post?.['requestBody'], 'application/json')
      fits(body, `input of ${operation.name}`)
      if (operation.streamsOut === undefined) fits(answerOf(post), `output of ${operation.name}`)
      expect(JSON.stringify(post)).not.toContain('"pattern":"^([0-9a-fA-F]{8}-[')
    }
  })

  it('has every address that the server answers', async () => {
    const { body } = await served().call('/openapi.json')
    const told = Object.keys(body.paths)
    for (const path of [
      '/health',
      '/ready',
      '/metrics',
      '/api/v1/events',
      '/api/v1/caller',
      '/v1/remote/recall',
    ])
      expect(told).toContain(path)
    expect(told).toContain('/api/v1/key/create')
    expect(told.length).toBeGreaterThan(100)
    const { status } = await served().call('/openapi.json', undefined, { token: null } as never)
    expect(status).toBe(401)
  })

  it('gives examples that no operation takes for malformed', async () => {
    const malformed: string[] = []
    for (const { operation, path } of offered()) {
      // Some work for long, or on the whole store; of two the example would be a whole file.
      if (
        /^(memory\.(clear|load_sample|embed|reindex|import_archive)|transcript\.import)$/.test(operation.name)
      )
        continue
      const { post } = (document['paths'] as Record<string, Record<string, Json>>)[path] ?? {}
      const example = content(post?.['requestBody'], 'application/json')['example']
      const isShared = operation.name.startsWith('workspace.')
      const headers = {
        'content-type': 'application/json',
        ...(isShared ? { 'recollect-workspace': 'acme%2Fweb' } : {}),
      }
      const answer = await served().ask(path, { method: 'POST', headers, body: JSON.stringify(example) })
      const told = await answer.text()
      if (answer.status === 500 || answer.status === 400)
        malformed.push(`${operation.name}: ${answer.status} ${JSON.stringify(example)} ${told}`)
    }
    expect(malformed).toEqual([])
  })
})

function content(of: unknown, type: string): Json {
  return ((of as Json)['content'] as Record<string, Json>)[type] ?? {}
}

function answerOf(one: Json | undefined): Json {
  return content((one?.['responses'] as Json | undefined)?.['200'], 'application/json')
}

/** By the same library that the schemas come from, read back from JSON: a second opinion on what was written. */
function fits({ schema, example }: Json, what: string): void {
  const read = z.fromJSONSchema(schema as never).safeParse(example)
  expect([what, read.error?.issues ?? []]).toEqual([what, []])
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === '$ref' && typeof one === 'string' ? [one] : referencesIn(one),
  )
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document)
}

function resolved(one: Json): Json {
  return '$ref' in one ? (resolve(one['$ref'] as string) as Json) : one
}
