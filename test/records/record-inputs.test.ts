import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { operations } from '../../src/operations/table.js'
import { toolSchema } from '../../src/tools/tool-schema.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Awaited<ReturnType<typeof openMemory>>
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())

const record = { name: 'Weekly report', description: 'Short', type: 'feedback' } as const

describe('the operations on records', () => {
  it('refuse a field that they do not know, and name the one that was meant', async () => {
    const me = engine.as({ user: 'unknown' })
    const refused = (operation: string, text: string) => ({
      code: 'invalid_input',
      message: `${operation}: ${text}`,
    })
    const lost = { ...record, content: 'body' }
    await expect(me.recordSave(lost)).rejects.toMatchObject(
      refused('record.save', 'there is no field content, did you mean body?'),
    )
    expect((await me.recordList({})).total).toBe(0)
    await me.recordSave(record)
    const change = { which: 'weekly-report', body: 'x', title: 'Other' }
    await expect(me.recordUpdate(change)).rejects.toMatchObject(
      refused('record.update', 'there is no field title, did you mean name?'),
    )
    for (const key of ['recordRead', 'recordDelete'] as const) {
      const asked = { which: 'weekly-report', force: true }
      await expect(me[key](asked), key).rejects.toMatchObject({ code: 'invalid_input' })
    }
    const listed = { limit: 1, offset: 3 }
    await expect(me.recordList(listed)).rejects.toMatchObject({ code: 'invalid_input' })
    const recalled = { request: 'x', top: 3 }
    await expect(me.recordRecall(recalled)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await me.recordRead({ which: 'weekly-report' })).toMatchObject({ revision: 1 })
  })

  it('refuse a change of nothing', async () => {
    const me = engine.as({ user: 'nothing' })
    await me.recordSave(record)
    for (const given of [{}, { revision: 1 }, { body: undefined }]) {
      await expect(me.recordUpdate({ which: 'weekly-report', ...given })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'nothing to change: give name, description, type or body',
      })
    }
    expect(await me.recordUpdate({ which: 'weekly-report', body: '' })).toMatchObject({ body: '' })
  })

  it('refuse a description that says nothing, by which none could be recalled', async () => {
    const me = engine.as({ user: 'empty' })
    const refused = { code: 'invalid_input', message: 'description is empty' }
    await expect(me.recordSave({ ...record, description: ' ' })).rejects.toMatchObject(refused)
    await me.recordSave(record)
    const change = { which: 'weekly-report', description: '' }
    await expect(me.recordUpdate(change)).rejects.toMatchObject(refused)
  })

  it('tell a client the lengths that hold, and that there are no other fields', () => {
    expect(toolSchema(operations.recordSave.input, 'input')).toMatchObject({
      properties: { name: { maxLength: 120 }, description: { maxLength: 300 } },
      additionalProperties: false,
    })
  })

  it('say of what is too long how long it may be', async () => {
    const me = engine.as({ user: 'long' })
    await expect(me.recordSave({ ...record, name: 'x'.repeat(121) })).rejects.toMatchObject({
      code: 'too_large',
      message: 'name has 121 characters, at most 120',
    })
  })
})
