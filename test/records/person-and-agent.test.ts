import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'

/** Two processes of an agent, and a person with an editor. */
async function together() {
  const home = await temporaryFolder()
  const options: MemoryOptions = { home, records: 'folder', zone: 'UTC', embedder: 'off' }
  const engines = [await openMemory(options), await openMemory(options)]
  const folder = join(home, 'records')
  return {
    folder,
    path: (file: string) => join(folder, file),
    agents: engines.map((engine) => engine.as({ agent: 'helper' })) as [Memory, Memory],
    me: (engines[0] as (typeof engines)[number]).as({}),
    close: () => Promise.all(engines.map((engine) => engine.close())),
  }
}

it('lets a person edit, add, rename and remove files while an agent works, and both see the truth', async () => {
  const { path, folder, agents, me, close } = await together()
  const [one, other] = agents
  const made = await one.recordSave({
    name: 'Weekly report',
    description: 'Its layout',
    type: 'feedback',
    body: 'Short.',
  })
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(path(file), change(readFileSync(path(file), 'utf8')))

  edit('weekly-report.md', (text) => text.replace('Short.', 'Short, and on Fridays.'))
  for (const agent of agents)
    expect((await agent.recordRead({ which: made.id })).body).toBe('Short, and on Fridays.')
  // An agent that read it before must not write over it.
  await expect(other.recordUpdate({ which: made.id, body: 'Long.', revision: 1 })).rejects.toMatchObject({
    code: 'changed',
  })
  await other.recordUpdate({ which: made.id, description: 'When it comes', revision: 2 })
  expect(readFileSync(path('weekly-report.md'), 'utf8')).toContain('Short, and on Fridays.')

  writeFileSync(path('tea.md'), '# Tea\n\nGreen tea with jasmine, never black.\n')
  const { hits } = await one.search({ question: 'jasmine' })
  expect(hits[0]).toMatchObject({ kind: 'record' })
  expect((await other.recordList({})).total).toBe(2)

  renameSync(path('weekly-report.md'), path('report.md'))
  expect(await other.recordRead({ which: 'report.md' })).toMatchObject({ id: made.id, file: 'report.md' })

  unlinkSync(path('tea.md'))
  expect((await one.recordList({})).records.map(({ file }) => file)).toEqual(['report.md'])
  expect((await one.search({ question: 'jasmine' })).hits).toEqual([])

  writeFileSync(path('broken.md'), '---\nname: [\n---\n')
  const { problems, records } = await one.recordList({})
  expect(problems).toMatchObject([{ file: 'broken.md' }])
  expect(records).toHaveLength(1)
  unlinkSync(path('broken.md'))

  const receipt = await me.forget({ id: made.id })
  expect(receipt).toMatchObject({ state: 'physical' })
  expect(readdirSync(folder).filter((file) => file.endsWith('.md'))).toEqual([])
  await close()
})

it('leaves no file where everything is forgotten', async () => {
  const { folder, agents, me, close } = await together()
  const [agent] = agents
  for (let n = 0; n < 5; n++)
    await agent.recordSave({
      name: `Record ${n}`,
      description: 'about it',
      type: 'project',
      body: `xylophone ${n}`,
    })
  writeFileSync(join(folder, 'mine.md'), '# Mine\n\nxylophone')
  expect((await agent.recordList({})).total).toBe(6)
  expect((await me.clear({ confirm: 'me' })).state).toBe('physical')
  expect(readdirSync(folder).filter((file) => file.endsWith('.md'))).toEqual([])
  expect((await agent.recordList({})).total).toBe(0)
  await close()
})

it(`ends with files and records that say the same, whatever both did (SEED=${runSeed})`, async () => {
  const { folder, path, agents, close } = await together()
  const random = createRandom(runSeed)
  mkdirSync(folder, { recursive: true })
  let n = 0
  const files = () => readdirSync(folder).filter((file) => file.endsWith('.md'))
  const person = () => {
    const file = files().length === 0 ? undefined : random.pick(files())
    const dice = random.int(5)
    n += 1
    if (file === undefined || dice === 0)
      return writeFileSync(path(`by-hand-${n}.md`), `# By hand ${n}\n\ntext ${n}\n`)
    // Another process may have it between two looks: as an editor would say, it is gone.
    if (!existsSync(path(file))) return undefined
    if (dice === 1) return unlinkSync(path(file))
    if (dice === 2) return renameSync(path(file), path(`moved-${n}.md`))
    return writeFileSync(path(file), `${readFileSync(path(file), 'utf8')}line ${n}\n`)
  }
  const agent = async (memory: Memory, turn: number) => {
    const { records } = await memory.recordList({ limit: 100 })
    const which = records.length === 0 ? undefined : random.pick(records).id
    const dice = random.int(3)
    if (which === undefined || dice === 0)
      await memory.recordSave({
        name: `Saved ${turn}`,
        description: 'about it',
        type: 'project',
        body: `body ${turn}`,
      })
    else if (dice === 1) await memory.recordUpdate({ which, body: `updated ${turn}` })
    else await memory.recordRead({ which })
  }
  const expected = new Set(['conflict', 'not_found'])
  for (let turn = 0; turn < 60; turn++) {
    const calls = agents.map((memory, index) => agent(memory, 2 * turn + index))
    if (random.int(2) === 0) person()
    for (const done of await Promise.allSettled(calls))
      if (done.status === 'rejected' && !expected.has((done.reason as { code: string }).code))
        throw done.reason
    if (random.int(2) === 0) person()
  }
  const [one, other] = agents
  const { records, problems } = await one.recordList({ limit: 100 })
  expect(problems).toEqual([])
  expect(records.map(({ file }) => file).sort()).toEqual(files().sort())
  for (const { id, file } of records) {
    const { body } = await other.recordRead({ which: id })
    expect(readFileSync(path(file), 'utf8').endsWith(`${body}\n`)).toBe(true)
  }
  await close()
}, 120_000)
