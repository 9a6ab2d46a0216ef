import { cpSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { archiveOf } from '../transfer/stores.js'

const open: Engine[] = []
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

async function inFiles(home?: string) {
  const at = home ?? (await temporaryFolder())
  const engine = await openMemory({ home: at, records: 'folder', durability: 'normal', zone: 'UTC' })
  open.push(engine)
  const path = (file: string) => join(at, 'records', file)
  const text = (file: string) => readFileSync(path(file), 'utf8')
  return {
    home: at,
    engine,
    me: engine.as({}),
    agent: engine.as({ agent: 'bot' }),
    path,
    text,
    move: (from: string, to: string) => renameSync(path(from), path(to)),
    edit: (file: string, from: string | RegExp, to: string) =>
      writeFileSync(path(file), text(file).replace(from, to)),
  }
}

const aRecord = {
  name: 'Rule',
  description: 'How to work',
  type: 'feedback',
  body: 'From a web page.',
} as const

describe('a file that goes and comes back', () => {
  it('takes nothing along that was made out of it', async () => {
    const { me, agent, move } = await inFiles()
    const made = await agent.recordSave(aRecord)
    const note = await me.capture({ text: 'it rests on the rule', sources: [made.id] })
    const next = await me.capture({ text: 'and this on that', sources: [note.id] })
    move('rule.md', '../rule.md')
    expect((await me.recordList({})).records).toEqual([])
    move('../rule.md', 'rule.md')
    expect((await me.recordList({})).records).toMatchObject([{ id: made.id }])
    const { item, sources } = await me.trace({ id: note.id })
    expect(item.text).toBe('it rests on the rule')
    expect(sources).toEqual([])
    expect((await me.trace({ id: next.id })).sources).toMatchObject([{ id: note.id }])
  })

  it('is believed no more than before', async () => {
    const { me, agent, move } = await inFiles()
    await agent.recordSave(aRecord)
    const before = (await me.recordList({})).records[0]
    move('rule.md', '../rule.md')
    await me.recordList({})
    move('../rule.md', 'rule.md')
    const [after] = (await me.recordList({})).records
    expect(before).toMatchObject({ trust: 'observed' })
    expect(after).toMatchObject({ id: before?.id, trust: 'observed', origin: 'import' })
  })
})

describe('the trust that a file says', () => {
  it('may be lowered by hand, and not raised', async () => {
    const { me, edit } = await inFiles()
    const { id } = await me.recordSave(aRecord)
    const note = await me.capture({ text: 'it rests on the rule', sources: [id] })
    edit('rule.md', 'trust: stated', 'trust: definitive')
    expect(await me.trace({ id })).toMatchObject({ item: { trust: 'stated' } })
    edit('rule.md', 'trust: definitive', 'trust: untrusted')
    expect((await me.recordList({})).records).toMatchObject([{ trust: 'untrusted', revision: 2 }])
    expect(await me.trace({ id: note.id })).toMatchObject({ item: { trust: 'untrusted' } })
    edit('rule.md', 'trust: untrusted', 'trust: stated')
    expect((await me.recordList({})).records).toMatchObject([{ trust: 'untrusted' }])
  })

  it('counts for what a person writes anew, until they remove it', async () => {
    const { me, agent, edit } = await inFiles()
    await agent.recordSave(aRecord)
    edit('rule.md', /How to work/, 'Mine')
    edit('rule.md', 'From a web page.', 'All mine.')
    expect((await me.recordList({})).records).toMatchObject([{ origin: 'user', trust: 'observed' }])
    edit('rule.md', /trust: .*\n/, '')
    edit('rule.md', /Mine/, 'Mine anew')
    edit('rule.md', 'All mine.', 'All mine anew.')
    expect((await me.recordList({})).records).toMatchObject([{ origin: 'user', trust: 'stated' }])
  })
})

describe('what a person writes into the file of an extracted record', () => {
  const talk = (content: string) => ({
    messages: [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'ok' },
    ],
  })

  it('is theirs: extraction leaves it as it is', async () => {
    const { me, edit, text, path, move } = await inFiles()
    const { records } = await me.extract(talk('I am allergic to peanuts and shrimps.'))
    expect(records).toMatchObject([{ outcome: 'created' }])
    const [made] = (await me.recordList({})).records
    const file = made?.file ?? ''
    expect(made).toMatchObject({ provenance: 'auto' })
    writeFileSync(path(file), `${text(file).trimEnd()}\nThe pen is in the blue bag.\n`)
    expect((await me.recordList({})).records).toMatchObject([{ provenance: 'manual', revision: 2 }])
    await me.extract(talk('I am allergic to peanuts and shrimps badly.'))
    expect(text(file)).toContain('blue bag')
    expect(text(file)).toContain('provenance: manual')
    // Also where the file has been away.
    move(file, '../away.md')
    await me.recordList({})
    move('../away.md', file)
    expect((await me.recordList({})).records[0]).toMatchObject({ provenance: 'manual' })
    edit(file, 'provenance: manual', 'provenance: auto')
    expect((await me.recordList({})).records[0]).toMatchObject({ provenance: 'manual' })
  })
})

describe('a file that cannot be taken in', () => {
  it('is told where it says the id of something else, and leaves no row each time', async () => {
    const { me, path } = await inFiles()
    const note = await me.capture({ text: 'a note' })
    await me.recordSave(aRecord)
    const front = `---\nname: Mine\ntype: user\nid: ${note.id}\n---\n\nother\n`
    writeFileSync(path('mine.md'), front)
    for (let i = 0; i < 3; i++) {
      const { problems } = await me.recordList({})
      expect(problems).toMatchObject([{ file: 'mine.md', field: 'id' }])
    }
    const { rows } = await me.auditLog({})
    expect(rows.map(({ operation }) => operation)).not.toContain('record.take_in')
  })

  it('is told where two new files say one id', async () => {
    const { me, path } = await inFiles()
    await me.recordSave(aRecord)
    const id = '0198a7c2-0000-7000-8000-000000000001'
    for (const name of ['p', 'q'])
      writeFileSync(path(`${name}.md`), `---\nname: ${name}\nid: ${id}\n---\n\n${name}\n`)
    for (let i = 0; i < 2; i++) {
      const { records, problems } = await me.recordList({})
      expect(records.map(({ file }) => file).sort()).toEqual(['p.md', 'rule.md'])
      expect(problems).toMatchObject([{ file: 'q.md', field: 'id' }])
    }
  })
})

it('leaves no row where a file says what is known already', async () => {
  const { me, edit } = await inFiles()
  await me.recordSave(aRecord)
  edit('rule.md', '---\n', '---\n# of my own\n')
  await me.recordList({})
  const { rows } = await me.auditLog({})
  expect(rows.map(({ operation }) => operation)).not.toContain('record.take_in')
})

it('lets a record be edited whose name another has too, since an archive brought it', async () => {
  const one = await inFiles()
  await one.me.recordSave(aRecord)
  const home = await temporaryFolder()
  cpSync(one.home, home, { recursive: true })
  const other = await openMemory({ home, records: 'folder', durability: 'normal', zone: 'UTC' })
  open.push(other)
  await one.me.recordSave({ ...aRecord, name: 'Same', body: 'first' })
  await other.as({}).recordSave({ ...aRecord, name: 'Same', body: 'second' })
  await one.engine.as({ administrator: true }).importArchive({ content: await archiveOf(other) })
  expect((await one.me.recordList({})).total).toBe(3)
  one.edit('same-2.md', 'second', 'second, edited')
  const { problems } = await one.me.recordList({})
  expect(problems).toEqual([])
  expect(await one.me.recordRead({ which: 'same-2' })).toMatchObject({ name: 'Same', body: 'second, edited' })
  one.edit('same.md', 'first', 'first, edited')
  expect((await one.me.recordList({})).problems).toEqual([])
})

it('knows all files of a chain of new names', async () => {
  const { me, agent, move, path } = await inFiles()
  const ids = []
  for (const name of ['a', 'b', 'c'])
    ids.push((await agent.recordSave({ ...aRecord, name, body: `${name}${name}` })).id)
  await me.recordRecall({ request: 'bb' })
  const before = (await me.recordList({})).records
  move('c.md', 'd.md')
  move('b.md', 'c.md')
  move('a.md', 'b.md')
  const after = await me.recordList({})
  expect(after.problems).toEqual([])
  const next: Record<string, string> = { 'a.md': 'b.md', 'b.md': 'c.md', 'c.md': 'd.md' }
  expect(after.records).toEqual(before.map((one) => ({ ...one, file: next[one.file] })))
  for (const [index, id] of ids.entries())
    expect((await me.recordRead({ which: id })).file).toBe(['b.md', 'c.md', 'd.md'][index])
  unlinkSync(path('b.md'))
  expect((await me.recordList({})).total).toBe(2)
})

it('knows two files that changed places', async () => {
  const { me, move, edit, path } = await inFiles()
  const a = await me.recordSave({ ...aRecord, name: 'a', body: 'aa' })
  const b = await me.recordSave({ ...aRecord, name: 'b', body: 'bb' })
  // These two have no id.
  writeFileSync(path('x.md'), '# X\n\nxx')
  writeFileSync(path('y.md'), '# Y\n\nyy')
  const known = (await me.recordList({})).records
  move('a.md', 't')
  move('b.md', 'a.md')
  move('t', 'b.md')
  move('x.md', 't')
  move('y.md', 'x.md')
  move('t', 'y.md')
  edit('a.md', '\n\nbb', '\n\nbb, edited')
  const { records, problems } = await me.recordList({})
  expect(problems).toEqual([])
  expect((await me.recordRead({ which: a.id })).file).toBe('b.md')
  expect(await me.recordRead({ which: b.id })).toMatchObject({
    file: 'a.md',
    body: 'bb, edited',
    revision: 2,
  })
  const idOf = (file: string, among: typeof known) => among.find((one) => one.file === file)?.id
  expect(idOf('x.md', records)).toBe(idOf('y.md', known))
  expect(idOf('y.md', records)).toBe(idOf('x.md', known))
})

it('knows a copy from a new name, also where the first file was changed', async () => {
  const { me, path, text, edit } = await inFiles()
  const a = await me.recordSave({ ...aRecord, name: 'a', body: 'aa' })
  writeFileSync(path('b.md'), text('a.md'))
  edit('a.md', '\n\naa', '\n\naa, edited')
  const { records, problems } = await me.recordList({})
  expect(records).toMatchObject([{ id: a.id, file: 'a.md', revision: 2 }])
  expect(problems).toMatchObject([{ file: 'b.md', field: 'id' }])
})
