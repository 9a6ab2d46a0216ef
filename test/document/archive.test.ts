import { afterEach, expect, it } from 'vitest'
import { documentItem, insertDocument } from '../../src/document/library/insert-document.js'
import { prepareVersion } from '../../src/document/library/prepare-version.js'
import { addSections } from '../../src/document/library/version-rows.js'
import { type Engine, openMemory } from '../../src/engine.js'
import type { ItemId } from '../../src/items/item.js'
import { sql } from '../../src/store/sql.js'
import { run } from '../../src/store/statement.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { archiveOf, sealed, steadyEnv } from '../transfer/stores.js'
import { annsShelf, draftOf } from './open-documents.js'

const open: Engine[] = []
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

async function store(name?: string, folder?: string) {
  const env = steadyEnv(name)
  const home = folder ?? (await temporaryFolder())
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

it('leaves out a document that says what was forgotten here', async () => {
  const { engine, ann, boss } = await store()
  const there = await store('01')
  // Two stores of one key, which go on apart.
  await boss.knowledgeImport({ content: '# House\n\nRules.\n', source: 'house.md' })
  await there.boss.importArchive({ content: (await archiveOf(engine)).join('') })
  await ann.knowledgeImport({ content: guide, source: document })
  await ann.knowledgeEdit({ document, content: `${guide}\nAnd more.\n` })
  await there.ann.knowledgeImport({ content: guide, source: 'other.md' })
  await there.ann.knowledgeDelete({ document: 'other.md', verify: false })
  await there.boss.importArchive({ content: (await archiveOf(engine)).join('') })
  expect((await there.ann.knowledgeList({})).documents).toEqual([])
  expect((await archiveOf(there.engine)).join('')).not.toContain('Run the script')
  expect((await there.ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
})

it('takes no document along whose first import was broken off, and lets it be deleted', async () => {
  const home = await temporaryFolder()
  const spine = await openSpine(home)
  const id = spine.env.newId() as ItemId
  const draft = draftOf('# Half\n\nBegun only.\n')
  await spine.store.tx(function* begin() {
    const item = documentItem(spine, annsShelf, id, draft.title)
    const begun = { item, source: 'half.md', place: undefined, at: spine.env.now() }
    const state = yield* insertDocument(spine, annsShelf, begun)
    yield* addSections(annsShelf, state, prepareVersion(spine, annsShelf, id, draft).sections)
    yield* run(sql`update document set writing_at = 1 where bank = ${annsShelf.writes}`)
  })
  await spine.store.close()
  const { engine, ann } = await store('00', home)
  await ann.knowledgeImport({ content: guide, source: document, dryRun: true })
  expect((await archiveOf(engine)).join('')).not.toContain('Begun only')
  expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toMatchObject([
    { check: 'large documents' },
  ])
  await expect(ann.knowledgeDelete({ document: 'other.md' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await ann.knowledgeDelete({ document: 'half.md' })).ids).toContain(id)
  expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
})
