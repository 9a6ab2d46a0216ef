import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import type { ItemId } from '../../src/items/item.js'
import { trace } from '../../src/items/trace.js'
import { capture } from '../../src/user/thoughts.js'
import { temporaryFolder } from '../open-spine.js'
import { ann, byExtraction, create, onSqlite } from './open-records.js'

let engine: Awaited<ReturnType<typeof openMemory>>
let users = 0
let me: ReturnType<typeof engine.as>
let name = ''
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())
beforeEach(() => {
  name = `user${++users}`
  me = engine.as({ user: name })
})

const report = {
  name: 'Weekly report',
  description: 'Weekly reports are short, numbers first',
  type: 'feedback',
  body: 'At most one page.\n\n- numbers first\n',
} as const

describe('a record', () => {
  it('comes out as it went in, and is found by every part of it', async () => {
    const saved = await me.recordSave(report)
    expect(saved).toMatchObject({
      ...report,
      file: 'weekly-report.md',
      provenance: 'manual',
      origin: 'user',
      revision: 1,
    })
    expect(await me.recordRead({ which: 'weekly-report.md' })).toEqual(saved)
    expect(await me.recordRead({ which: saved.id })).toEqual(saved)
    for (const question of ['weekly report', 'numbers first', 'at most one page']) {
      const { hits } = await me.search({ question })
      expect(hits[0]).toMatchObject({ id: saved.id, kind: 'record', record: { file: 'weekly-report.md' } })
    }
  })

  it('is changed without losing who it is, and is then found by its new words alone', async () => {
    const saved = await me.recordSave(report)
    const changed = await me.recordUpdate({
      which: 'weekly-report',
      body: 'Two pages, charts allowed.',
      revision: 1,
    })
    expect(changed).toMatchObject({
      id: saved.id,
      file: saved.file,
      provenance: 'manual',
      revision: 2,
      createdAt: saved.createdAt,
    })
    expect(changed.body).toBe('Two pages, charts allowed.')
    expect((await me.search({ question: 'charts' })).hits.map(({ id }) => id)).toEqual([saved.id])
    expect((await me.ftsSearch({ words: '"at most one page"' })).hits).toEqual([])
    const doctor = await me.doctor({})
    expect(doctor.findings.filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('refuses a name that is taken, and a change of what was changed meanwhile', async () => {
    await me.recordSave(report)
    await expect(me.recordSave({ ...report, name: 'weekly  REPORT' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await me.recordUpdate({ which: 'weekly-report', body: 'new', revision: 1 })
    await expect(
      me.recordUpdate({ which: 'weekly-report', body: 'other', revision: 1 }),
    ).rejects.toMatchObject({
      code: 'changed',
    })
  })

  it('is deleted for good, and stays so until someone says otherwise', async () => {
    await me.recordSave(report)
    expect(await me.recordDelete({ which: 'weekly-report' })).toMatchObject({
      state: 'physical',
      counts: { record: 1 },
    })
    await expect(me.recordRead({ which: 'weekly-report' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(me.recordSave(report)).rejects.toMatchObject({ code: 'conflict' })
    expect(await me.recordSave({ ...report, again: true })).toMatchObject({ file: 'weekly-report.md' })
  })

  it('stands in the audit trail as what was asked for, whether it was done or not', async () => {
    await me.recordSave(report)
    const agent = engine.as({ user: name, agent: 'helper' })
    await expect(agent.recordDelete({ which: 'weekly-report' })).rejects.toMatchObject({ code: 'denied' })
    await me.recordDelete({ which: 'weekly-report' })
    const { rows } = await me.auditLog({})
    expect(rows.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['record.delete', 'done'],
      ['record.delete', 'denied'],
      ['record.save', 'done'],
    ])
  })

  it('of an agent is observed, and lowers what it changes in part', async () => {
    const agent = engine.as({ user: name, agent: 'helper' })
    expect(await agent.recordSave(report)).toMatchObject({ origin: 'tool', trust: 'observed' })
    const mine = await me.recordSave({ ...report, name: 'Mine' })
    expect(mine).toMatchObject({ origin: 'user', trust: 'stated' })
    expect(await agent.recordUpdate({ which: 'mine', body: 'as the agent says' })).toMatchObject({
      trust: 'observed',
    })
    await expect(agent.recordDelete({ which: 'mine' })).rejects.toMatchObject({ code: 'denied' })
  })

  it('travels in an archive, with its file, its type and its counters', async () => {
    const saved = await me.recordSave(report)
    await me.recordUpdate({ which: saved.id, type: 'project' })
    let archive = ''
    for await (const chunk of (await me.export({})).lines) archive += String(chunk)
    const other = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
    const there = other.as({ user: name })
    await other.as({ administrator: true }).importArchive({ content: archive })
    expect(await there.recordRead({ which: 'weekly-report' })).toEqual(
      await me.recordRead({ which: 'weekly-report' }),
    )
    expect((await there.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await other.close()
  })
})

describe('what a record rests on', () => {
  /** A record that extraction has read out of what was said. */
  const extracted = async () => {
    const content = JSON.stringify([
      { role: 'user', content: 'I am allergic to peanuts.' },
      { role: 'assistant', content: 'ok' },
    ])
    await me.import({ content, name: 'c.json', session: 's', asMine: true })
    const { records } = await me.extract({ session: 's' })
    return me.recordRead({ which: records[0]?.id ?? '' })
  }
  const forgetsIt = async (which: string) => {
    const forgotten = await me.forget({ session: 's' })
    return 'ids' in forgotten && forgotten.ids.includes(which)
  }

  it.each([
    ['a part by its user', () => me, { body: 'Allergic to peanuts, and badly so.' }],
    ['all by an agent', () => engine.as({ user: name, agent: 'bot' }), { description: 'x', body: 'peanuts' }],
  ] as const)('stays where %s is changed, and takes it along', async (_, who, change) => {
    const { id } = await extracted()
    await who().recordUpdate({ which: id, ...change })
    expect(await forgetsIt(id)).toBe(true)
  })

  it('stays where both fields are given and only one says something else', async () => {
    const { id, description } = await extracted()
    await me.recordUpdate({ which: id, description, body: 'Allergic to peanuts, and badly so.' })
    expect(await forgetsIt(id)).toBe(true)
  })

  it('is left behind where its user writes all anew', async () => {
    const { id } = await extracted()
    await me.recordUpdate({ which: id, description: 'Eats all', body: 'No allergy at all.' })
    expect(await forgetsIt(id)).toBe(false)
    expect(await me.recordRead({ which: id })).toMatchObject({ origin: 'user', trust: 'stated' })
  })
})

describe('a record that extraction changes', () => {
  const sourcesAfter = async (body: (old: string) => string) => {
    const { records, spine, close } = await (await onSqlite()).open()
    const said = async (text: string) => (await capture(spine, ann, { text })).id ?? ''
    const [first, second] = [await said('I like green tea'), await said('I like black tea now')]
    const by = (source: string) => ({ ...byExtraction, sources: [source as ItemId] })
    const { id, record } = await create(records, { name: 'Tea', body: '> green tea' }, ann, by(first))
    const change = { description: 'Which tea', body: body(record.body) }
    await records.write(ann, { kind: 'update', which: id, change, by: by(second) })
    const { sources } = await trace(spine, ann, id)
    await close()
    return sources.map((source) => source.text)
  }

  it('rests on what it was read out of, and on no more', async () => {
    expect(await sourcesAfter(() => '> black tea')).toEqual(['I like black tea now'])
  })

  it('rests on both where it still has the words of the one before', async () => {
    expect(await sourcesAfter((old) => `${old}\n\n> black tea`)).toHaveLength(2)
  })
})

it('what rests on a record is believed no more than the record, once an agent has changed that', async () => {
  const { id } = await me.recordSave(report)
  const note = await me.capture({ text: 'they like numbers', sources: [id] })
  const trustOfNote = async () => (await me.trace({ id: note.id ?? '' })).item.trust
  expect(await trustOfNote()).toBe('stated')
  await engine.as({ user: name, agent: 'bot' }).recordUpdate({ which: id, body: 'as the agent says' })
  expect(await trustOfNote()).toBe('observed')
})
