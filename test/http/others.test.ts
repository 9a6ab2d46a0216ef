import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/operations/operation.js'
import { type OperationName, operations } from '../../src/operations/table.js'
import {
  attempts,
  questions,
  SECRET,
  THEIR_DOCUMENT,
  THEIR_TAG,
  THEIR_TEXT,
} from '../properties/isolation-attempts.js'
import { useServer } from './serve-here.js'

const served = useServer(() => ({ allowedOrigins: ['https://tools.example.org'] }))
const theirs = { items: 0, ids: [] as string[], questions }
let token = ''

const PAYLOAD = '<img src=x onerror="alert(1)"><script>alert(2)</script>'

beforeAll(async () => {
  const owner = served().engine.as({ user: 'me', administrator: true })
  const note = await owner.capture({ text: `${SECRET} the garden gate code is 4711`, tags: [THEIR_TAG] })
  await owner.knowledgeImport({ files: [{ path: THEIR_DOCUMENT, content: THEIR_TEXT }] })
  await owner.knowledgePublish({ document: THEIR_DOCUMENT })
  const record = await owner.recordSave({
    name: 'Garden gate',
    description: `${SECRET} gate code`,
    type: 'reference',
    body: `${SECRET} gate code is 4711`,
  })
  theirs.ids.push(note.id, record.id)
  token = (await owner.keyCreate({ name: 'bob', for: 'bob' })).key
})

describe('what another user of the same server learns', () => {
  it('is nothing, by any operation, in answers, headers or problems', async () => {
    const offered = Object.entries(operations) as unknown as [OperationName, Operation][]
    let asked = 0
    for (const [key, { name, surfaces }] of offered) {
      if (!surfaces.includes('http')) continue
      // All that can be tried is tried in the SDK (test/properties); here the way in is looked at, by one of each.
      const tried = attempts[key](theirs).flatMap((input) => JSON.stringify(input) ?? [])
      const named = tried.find((body) => theirs.ids.some((id) => body.includes(id)))
      for (const body of [named ?? tried[0]].flatMap((one) => one ?? [])) {
        const answer = await served().ask(`/api/v1/${name.replace('.', '/')}`, {
          method: 'POST',
          token,
          headers: { 'content-type': 'application/json' },
          body,
        })
        const told = JSON.stringify([...answer.headers]) + (await answer.text())
        const said = theirs.ids.filter((id) => told.includes(id) && !body.includes(id))
        expect([name, body, said, /gate code is|HOUSE-PLAN/.test(told)]).toEqual([name, body, [], false])
        // 503: no embedder is in use.
        expect([500, 501, 507], name).not.toContain(answer.status)
        asked += 1
      }
    }
    expect(asked).toBeGreaterThan(100)
  })

  it('is nothing by a name of a field that is SQL', async () => {
    const odd = { "x') OR 1=1 --": 1, 'bank = bank --': '%', "') or 1=1 or ('": [SECRET] }
    const post = await served().call('/api/v1/memory/search', { question: SECRET, ...odd }, { token })
    const query = new URLSearchParams({ question: SECRET, "x') OR 1=1 --": '1' })
    const get = await served().call(`/api/v1/memory/search?${query}`, undefined, { token })
    for (const { status, body } of [post, get]) {
      expect([status, body.code]).toEqual([400, 'invalid_input'])
      expect(JSON.stringify(body)).not.toMatch(/gate code is/)
    }
    const kinds = await served().call(
      '/api/v1/memory/search',
      { question: 'x', kinds: ["note') --"] },
      { token },
    )
    expect([kinds.status, kinds.body.code]).toEqual([400, 'invalid_input'])
  })
})

describe('what a page of another site can do', () => {
  it('is nothing: neither ask, nor send a form, nor load an answer as its own', async () => {
    const from = { origin: 'https://evil.test' }
    for (const init of [
      { headers: from },
      { method: 'POST', headers: { ...from, 'content-type': 'text/plain' }, body: '{"text":"planted"}' },
      {
        method: 'POST',
        headers: { ...from, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'text=planted',
      },
      {
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      },
    ]) {
      const answer = await served().ask('/api/v1/memory/capture', init)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    const { body } = await served().call('/api/v1/memory/search?question=planted')
    expect(body.hits).toEqual([])
  })

  it('is not more with a token in a cookie or in the address', async () => {
    const { owner, ask } = served()
    for (const name of ['token', 'access_token', 'authorization']) {
      expect((await ask(`/api/v1/memory/stats?${name}=${owner}`, { token: null })).status).toBe(401)
      expect(
        (await ask('/api/v1/memory/stats', { token: null, headers: { cookie: `${name}=${owner}` } })).status,
      ).toBe(401)
    }
  })

  it('is never to have what is remembered run: it comes as data, of a type that no browser guesses', async () => {
    const { call, ask } = served()
    const { body } = await call('/api/v1/memory/capture', { text: PAYLOAD })
    const record = { name: PAYLOAD, description: PAYLOAD, type: 'reference', body: PAYLOAD }
    await call('/api/v1/record/save', record)
    for (const path of [
      `/api/v1/memory/get?id=${body.id}`,
      '/api/v1/memory/search?question=img',
      `/api/v1/memory/get?id=${encodeURIComponent(PAYLOAD)}`,
      `/api/v1/${encodeURIComponent(PAYLOAD)}`,
      `/${encodeURIComponent(PAYLOAD)}`,
      '/api/v1/memory/export',
      '/api/v1/record/export',
    ]) {
      const answer = await ask(path)
      const type = answer.headers.get('content-type') ?? ''
      expect(type, path).toMatch(/^application\/(?:json|problem\+json|x-ndjson)\b/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      if (type.includes('ndjson')) expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
      await answer.body?.cancel()
    }
  })
})
