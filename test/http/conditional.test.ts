import { describe, expect, it } from 'vitest'
import { offered } from '../../src/http/offered-operations.js'
import { openApi } from '../../src/http/open-api/open-api.js'
import { revisionField } from '../../src/http/revision-field.js'
import { useServer } from './serve-here.js'

const served = useServer()
const report = { name: 'Weekly report', description: 'Short', type: 'feedback' }

describe('a conditional request', () => {
  it('is answered with 304 where the caller has what would be answered, and anew once that has changed', async () => {
    const memory = served().engine.as({})
    await memory.recordSave({ ...report, type: 'feedback' })
    const read = (tag?: string) =>
      served().ask(
        '/api/v1/record/read?which=weekly-report',
        tag === undefined ? {} : { headers: { 'if-none-match': tag } },
      )
    const first = await read()
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"1-[\w-]{22}"$/)])
    for (const asked of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await read(asked)
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    }
    await memory.recordUpdate({ which: 'weekly-report', body: 'one page' })
    const later = await read(tag)
    expect([later.status, later.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"2-/)])
    expect(later.headers.get('cache-control')).toBe('no-store')
  })

  it('writes only over what the caller has seen', async () => {
    const update = (match: string, body: string, more = {}) =>
      served().call(
        '/api/v1/record/update',
        { which: 'weekly-report', body, ...more },
        { headers: { 'if-match': match } },
      )
    expect(await update('"1"', 'late')).toMatchObject({ status: 412, body: { code: 'changed' } })
    const { headers } = await served().call('/api/v1/record/read?which=weekly-report')
    expect(await update(headers.get('etag') ?? '', 'in time')).toMatchObject({
      status: 200,
      body: { revision: 3 },
    })
    for (const malformed of ['3', '"x"', '*', '"3", "4"', 'W/"3"', '"99999999999999999"'])
      expect(await update(malformed, 'x')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await update('"3"', 'x', { revision: 2 })).toMatchObject({ status: 400 })
    const note = { headers: { 'if-match': '"1"' } }
    expect(await served().call('/api/v1/memory/capture', { text: 'x' }, note)).toMatchObject({ status: 400 })
  })

  it('is offered where what is changed has a revision, as the document says', () => {
    const withRevision = offered().filter(({ operation }) => revisionField(operation) !== undefined)
    expect(withRevision.map(({ operation }) => operation.name).sort()).toEqual([
      'knowledge.delete',
      'knowledge.edit',
      'knowledge.publish',
      'knowledge.reject',
      'knowledge.reopen',
      'knowledge.withdraw',
      'record.delete',
      'record.update',
      'task.close',
      'task.update',
    ])
    expect(JSON.stringify(openApi()).match(/parameters\/IfMatch"/g)).toHaveLength(withRevision.length)
  })
})

describe('a call with an Idempotency-Key', () => {
  it('has its effect once, and says what is wrong where the key came with something else', async () => {
    const save = (name: string) =>
      served().call('/api/v1/record/save', { ...report, name }, { headers: { 'idempotency-key': 'k-1' } })
    const first = await save('Travel')
    expect(first.status).toBe(200)
    expect((await save('Travel')).body).toEqual(first.body)
    expect(await save('Food')).toMatchObject({ status: 422, body: { code: 'repeated', retrySafe: false } })
    expect((await served().call('/api/v1/record/list')).body.total).toBe(2)
  })
})
