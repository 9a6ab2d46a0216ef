import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

type Engine = Awaited<ReturnType<typeof openMemory>>

const files = (content = '---\nname: Old\ntype: user\n---\n\nMy PIN is 4711\n') => ({
  files: [{ path: 'old.md', content }],
})

describe.each(['database', 'folder'] as const)('a record in a %s that was forgotten', (records) => {
  let home: string
  let engine: Engine
  let me: ReturnType<Engine['as']>
  let users = 0
  let user: string
  beforeAll(async () => {
    home = await temporaryFolder()
    engine = await openMemory({ home, embedder: 'off', records })
  })
  afterAll(() => engine.close())
  beforeEach(() => {
    user = `user${++users}`
    me = engine.as({ user })
  })

  it('does not come back by an import, whatever it said in between', async () => {
    await me.recordImport(files())
    await me.recordUpdate({ which: 'old', body: 'My PIN is 4711, and Ann knows it' })
    await me.recordUpdate({ which: 'old', description: 'Numbers', body: 'all other' })
    await me.recordDelete({ which: 'old' })
    expect(await me.recordImport(files())).toMatchObject({ added: 0, forgotten: 1 })
    const between = files('---\nname: OLD\ntype: project\n---\n\nMy PIN is 4711, and Ann knows it\n')
    expect(await me.recordImport(between)).toMatchObject({ added: 0, forgotten: 1 })
    expect((await me.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('may have said one thing twice', async () => {
    await me.recordSave({ name: 'X', description: 'about it', type: 'user', body: 'one' })
    for (const body of ['two', 'one', 'two', 'three']) await me.recordUpdate({ which: 'x', body })
    await me.recordDelete({ which: 'x' })
    for (const body of ['one', 'two', 'three']) {
      const again = { name: 'x', description: 'about it', type: 'user', body } as const
      await expect(me.recordSave(again)).rejects.toMatchObject({ code: 'conflict' })
    }
  })

  it('takes nothing else with it: another text, or another name, is new', async () => {
    await me.recordSave({ name: 'Tea', description: 'likes green tea', type: 'user', body: '' })
    await me.recordDelete({ which: 'tea' })
    const same = { name: 'TEA', description: 'likes green tea', type: 'user', body: '' } as const
    await expect(me.recordSave(same)).rejects.toMatchObject({ code: 'conflict' })
    expect(await me.recordSave({ ...same, description: 'another thing' })).toMatchObject({ file: 'tea.md' })
    expect(await me.recordSave({ ...same, name: 'Coffee' })).toMatchObject({ file: 'coffee.md' })
  })

  it('says how a change to what it said goes on', async () => {
    const x = { name: 'X', description: 'd', type: 'user', body: 'one' } as const
    await me.recordSave(x)
    await me.recordUpdate({ which: 'x', body: 'two' })
    await me.recordDelete({ which: 'x' })
    await me.recordSave({ ...x, again: true })
    // Its input knows no `again`.
    await expect(me.recordUpdate({ which: 'x', body: 'two' })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.not.stringContaining('again') as string,
    })
  })

  it('stays forgotten in another store, to which an archive took what it said before', async () => {
    await me.recordImport(files())
    await me.recordUpdate({ which: 'old', body: 'all other' })
    let archive = ''
    for await (const chunk of (await me.export({})).lines) archive += String(chunk)
    const other = await openMemory({ home: await temporaryFolder(), embedder: 'off', records })
    const there = other.as({ user })
    await other.as({ administrator: true }).importArchive({ content: archive })
    await there.recordDelete({ which: 'old' })
    expect(await there.recordImport(files())).toMatchObject({ added: 0, forgotten: 1 })
    await other.close()
  })

  it.runIf(records === 'folder')('stays so under the name that its file had', async () => {
    await me.recordImport(files())
    const folder = join(home, 'records', user)
    renameSync(join(folder, 'old.md'), join(folder, 'pin.md'))
    await me.recordDelete({ which: 'pin' })
    expect(await me.recordImport(files())).toMatchObject({ added: 0, forgotten: 1 })
  })
})
