import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { STORE_FILE } from '../../src/config.js'
import { type Engine, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { storePlace } from '../../src/user/records/record-place.js'
import { temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'

let home: string
let elsewhere: string
const engines: Engine[] = []

beforeEach(async () => {
  home = await temporaryFolder()
  elsewhere = join(await temporaryFolder(), 'notes')
})

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

async function open(records?: MemoryOptions['records']): Promise<Engine> {
  const engine = await openMemory({
    home,
    embedder: 'off',
    zone: 'UTC',
    ...(records === undefined ? {} : { records }),
  })
  engines.push(engine)
  return engine
}

const mine = () => join(home, 'records')
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : [])
const administrator = (engine: Engine) => engine.as({ administrator: true })
const save = (engine: Engine, name: string, user = 'me') =>
  engine.as({ user }).recordSave({ name, description: 'about it', type: 'project', body: `about ${name}` })

describe('the place of records', () => {
  it('is the store\u2019s: who says nothing follows it, and who says another is refused', async () => {
    const one = await open('folder')
    await save(one, 'Plan')
    const other = await open()
    await save(other, 'Tea')
    expect(filesIn(mine())).toEqual([MARKER_FILE, 'plan.md', 'tea.md'])
    for (const records of ['database', { folder: elsewhere }] as const)
      await expect(open(records)).rejects.toMatchObject({
        code: 'conflict',
        hint: expect.stringContaining('recollect record-move'),
      })
    await open('kept')
    await open({ folder: mine() })
  })

  it('is chosen while there is no record, and the database where there are some', async () => {
    await open('database')
    const one = await open()
    await save(one, 'Plan')
    await expect(open('folder')).rejects.toMatchObject({ code: 'conflict' })
    expect(existsSync(mine())).toBe(false)
  })
})

describe('moving records', () => {
  it('writes them into files, for all users, while other processes are open', async () => {
    const one = await open()
    const other = await open()
    await save(one, 'Plan')
    await save(one, 'Tea', 'ann')
    expect(await administrator(one).recordMove({ to: 'folder' })).toEqual({
      from: 'database',
      to: 'folder',
      records: 2,
    })
    expect(filesIn(mine())).toEqual([MARKER_FILE, 'ann', 'plan.md'])
    expect(filesIn(join(mine(), 'ann'))).toEqual([MARKER_FILE, 'tea.md'])
    const file = join(mine(), 'plan.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('about Plan', 'by hand'))
    expect((await other.as({}).recordRead({ which: 'plan' })).body).toBe('by hand')
  })

  it('takes in what was changed, and leaves nothing of ours behind', async () => {
    const one = await open('folder')
    await save(one, 'Plan')
    await save(one, 'Tea')
    const file = join(mine(), 'plan.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('about Plan', 'by hand'))
    writeFileSync(join(mine(), 'notes.txt'), 'mine')
    expect((await administrator(one).recordMove({ to: 'database' })).records).toBe(2)
    expect(filesIn(mine())).toEqual(['notes.txt'])
    expect((await one.as({}).recordRead({ which: 'plan' })).body).toBe('by hand')
    // What is forgotten now has no file that could keep it.
    expect((await one.as({}).recordDelete({ which: 'plan' })).state).toBe('physical')
    await open('database')
  })

  it('goes from folder to folder, and is done once', async () => {
    const one = await open('folder')
    await save(one, 'Plan')
    for (let time = 0; time < 2; time++) await administrator(one).recordMove({ to: elsewhere })
    expect(filesIn(mine())).toEqual([])
    expect(filesIn(elsewhere)).toEqual([MARKER_FILE, 'plan.md'])
    expect((await one.as({}).recordList({})).records).toMatchObject([{ file: 'plan.md', revision: 1 }])
  })

  it('is refused, and changes nothing, where the folder is another\u2019s, or a file is broken', async () => {
    const one = await open('folder')
    await save(one, 'Plan')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, MARKER_FILE), 'another')
    const to = { to: elsewhere }
    await expect(administrator(one).recordMove(to)).rejects.toMatchObject({ code: 'conflict' })
    rmSync(elsewhere, { recursive: true })
    writeFileSync(join(mine(), 'broken.md'), '---\nname: [\n---\n')
    await expect(administrator(one).recordMove(to)).rejects.toMatchObject({ code: 'conflict' })
    expect(filesIn(mine())).toEqual([MARKER_FILE, 'broken.md', 'plan.md'])
    expect((await one.as({}).recordList({})).total).toBe(1)
    await expect(one.as({}).recordMove(to)).rejects.toMatchObject({ code: 'denied' })
  })

  it('that was killed on the way is completed by the same call', async () => {
    const one = await open('folder')
    await save(one, 'Plan')
    await save(one, 'Tea')
    await one.as({}).recordList({})
    // The store has changed sides, and no file is removed yet.
    const store = await openSqlite({ file: join(home, STORE_FILE), env: systemEnv() })
    await store.tx(storePlace, { place: 'database', left: 'folder' })
    await store.close()
    expect((await one.as({}).recordDelete({ which: 'plan' })).state).toBe('physical')
    await one.as({}).recordUpdate({ which: 'tea', body: 'changed in the store' })
    expect(filesIn(mine())).toEqual([MARKER_FILE, 'tea.md'])
    expect((await one.as({}).doctor({})).findings).toContainEqual(
      expect.objectContaining({ isOk: false, detail: expect.stringContaining('broken off') }),
    )
    await administrator(one).recordMove({ to: 'database' })
    expect(filesIn(mine())).toEqual([])
    expect((await one.as({}).recordRead({ which: 'tea' })).body).toBe('changed in the store')
    await administrator(one).recordMove({ to: 'folder' })
    expect(filesIn(mine())).toEqual([MARKER_FILE, 'tea.md'])
  })
})

it('keeps the place of a PostgreSQL store the same way', async () => {
  const postgres = await newDatabase()
  const openThere = async (records?: MemoryOptions['records']) => {
    const settings = { home, store: postgres, embedder: 'off', zone: 'UTC' } as const
    const engine = await openMemory({ ...settings, ...(records === undefined ? {} : { records }) })
    engines.push(engine)
    return engine
  }
  const one = await openThere()
  await save(one, 'Plan')
  await administrator(one).recordMove({ to: 'folder' })
  expect(filesIn(mine())).toEqual([MARKER_FILE, 'plan.md'])
  await expect(openThere('database')).rejects.toMatchObject({ code: 'conflict' })
  const other = await openThere('folder')
  await administrator(other).recordMove({ to: 'database' })
  expect(filesIn(mine())).toEqual([])
  expect((await one.as({}).recordList({})).total).toBe(1)
})
