import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { temporaryFolder } from '../open-spine.js'

const engines: Engine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

async function open(home: string): Promise<Engine> {
  const engine = await openMemory({ home, records: 'folder', embedder: 'off', zone: 'UTC' })
  engines.push(engine)
  return engine
}

async function archiveOf(engine: Engine): Promise<string> {
  let archive = ''
  for await (const chunk of (await engine.as({ administrator: true }).export({ all: true })).lines)
    archive += String(chunk)
  return archive
}

const importInto = (engine: Engine, content: string) =>
  engine.as({ administrator: true }).importArchive({ content })
const filesIn = (home: string) => readdirSync(join(home, 'records')).filter((file) => file !== MARKER_FILE)
const save = (engine: Engine, name: string) =>
  engine.as({}).recordSave({ name, description: 'd', type: 'user', body: `xylophone ${name}` })

it('takes records over from files into files, which a person may go on with', async () => {
  const [from, to] = [await temporaryFolder(), await temporaryFolder()]
  const one = await open(from)
  await save(one, 'Plan')
  await save(one, 'Tea')
  writeFileSync(join(from, 'records', 'mine.md'), '# Mine\n\nby hand\n')
  const archive = await archiveOf(one)
  const other = await open(to)
  await importInto(other, archive)
  const { records, problems } = await other.as({}).recordList({})
  expect(problems).toEqual([])
  expect(new Set(records.map(({ id }) => id))).toEqual(
    new Set((await one.as({}).recordList({})).records.map(({ id }) => id)),
  )
  expect(filesIn(to)).toEqual(['mine.md', 'plan.md', 'tea.md'])
  expect(readFileSync(join(to, 'records', 'plan.md'), 'utf8')).toBe(
    readFileSync(join(from, 'records', 'plan.md'), 'utf8'),
  )
  const tea = join(to, 'records', 'tea.md')
  writeFileSync(tea, readFileSync(tea, 'utf8').replace('xylophone', 'zeppelin'))
  expect((await other.as({}).recordRead({ which: 'tea' })).body).toBe('zeppelin Tea')
})

it('removes the file of what the archive has forgotten, before it is proven', async () => {
  const [here, there] = [await temporaryFolder(), await temporaryFolder()]
  const one = await open(here)
  await save(one, 'Plan')
  await save(one, 'Tea')
  await one.close()
  engines.length = 0
  cpSync(here, there, { recursive: true })
  const other = await open(there)
  await other.as({}).recordDelete({ which: 'plan' })
  const again = await open(here)
  const report = await importInto(again, await archiveOf(other))
  expect(report).toMatchObject({ forgotten: 1, proof: { state: 'physical' } })
  expect(filesIn(here)).toEqual(['tea.md'])
})
