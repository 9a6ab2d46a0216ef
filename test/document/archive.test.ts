import { afterEach, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { archiveOf, sealed, steadyEnv } from '../transfer/stores.js'

const open: Engine[] = []
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

async function store(name?: string) {
  const env = steadyEnv(name)
  const home = await temporaryFolder()
  const engine = await openMemory({ home, env, zone: 'UTC', embedder: 'off', durability: 'normal' })
  open.push(engine)
  const boss = engine.as({ user: 'boss', administrator: true })
  return { engine, env, boss, ann: engine.as({ user: 'ann' }) }
}

const document = 'guide.md'
const guide = '# Guide\n\nHello.\n\n## Install\n\nRun the script.\n'

async function filled() {
  const made = await store()
  await made.ann.knowledgeImport({ content: guide, source: document })
  await made.ann.knowledgePublish({ document })
  await made.boss.knowledgeImport({ content: '# House\n\nRules.\n', source: 'house.md', shelf: 'system' })
  await made.boss.knowledgePublish({ document: 'house.md', shelf: 'system' })
  made.env.advance(1_000)
  await made.ann.knowledgeAttach({ documents: [document, 'house.md'] })
  return made
}

it('refuses an archive whose sections stand under themselves', async () => {
  const { engine } = await filled()
  const lines = (await archiveOf(engine)).slice(0, -1)
  const forged = lines.map((line) => {
    const row = JSON.parse(line)
    return row.type === 'document_section' && row.seq === 1
      ? `${JSON.stringify({ ...row, parent: 1 })}\n`
      : line
  })
  const { boss } = await store('01')
  const taking = boss.importArchive({ content: sealed(forged).join('') })
  await expect(taking).rejects.toMatchObject({ code: 'invalid_input' })
})

it('takes what a task may ask along, and no document back that was detached since', async () => {
  const { engine, env, boss, ann } = await filled()
  const archive = (await archiveOf(engine)).join('')
  const there = await store('01')
  await there.boss.importArchive({ content: archive })
  const titles = async (memory: typeof ann) =>
    (await memory.knowledgeMap({})).documents.map(({ title }) => title)
  expect(await titles(there.ann)).toEqual(['Guide', 'House'])
  env.advance(1_000)
  await ann.knowledgeDetach({ documents: ['house.md'] })
  await boss.importArchive({ content: archive })
  expect(await titles(ann)).toEqual(['Guide'])
})

it('attaches nothing that is forgotten here', async () => {
  const { engine, ann, boss } = await filled()
  const archive = (await archiveOf(engine)).join('')
  await ann.knowledgeDelete({ document, verify: false })
  await boss.importArchive({ content: archive })
  const lines = (await archiveOf(engine)).map((line) => JSON.parse(line))
  expect(lines.filter(({ type }) => type === 'attachment')).toHaveLength(1)
})

it('keeps no name of a task that may ask nothing any more', async () => {
  const { engine, ann } = await filled()
  const names = async () =>
    (await archiveOf(engine)).map((line) => JSON.parse(line)).filter(({ type }) => type === 'task_documents')
  await ann.knowledgeAttach({ documents: [document], task: 'secret plan' })
  expect(await names()).toHaveLength(2)
  await ann.knowledgeDetach({ documents: [document], task: 'secret plan' })
  expect(await names()).toMatchObject([{ name: 'default' }])
  await ann.knowledgeDetach({ documents: ['house.md'] })
  await ann.knowledgeDelete({ document, verify: false })
  expect(await names()).toEqual([])
})
