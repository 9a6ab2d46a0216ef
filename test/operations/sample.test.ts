import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'Europe/Berlin',
    embedder: 'off',
  })
})
afterAll(() => engine.close())

const owner = () => engine.as({ user: 'me', administrator: true })
const sample = () => engine.as({ user: 'sample' })

it('fills a memory of its own, so that every place of the dashboard has something to show, and is taken away whole', async () => {
  await engine.as({ user: 'me' }).capture({ text: 'I live in Oslo.' })
  const loaded = await owner().loadSample({})
  expect(loaded).toMatchObject({ user: 'sample', outcome: 'loaded' })
  const { byKind } = await sample().stats({})
  for (const kind of ['turn', 'thought', 'fact', 'relation', 'decision', 'record', 'artifact', 'task'])
    expect([kind, byKind[kind]]).toEqual([kind, expect.any(Number)])
  expect((await sample().conflicts({})).conflicts.map(({ resolution }) => resolution).sort()).toEqual([
    'needs_review',
    'proposed',
    'proposed',
    'proposed',
  ])
  const { documents } = await sample().knowledgeList({})
  expect(documents.map(({ latest, published }) => [latest, published])).toContainEqual([2, 1])
  const team = engine.as({ user: 'sample', workspace: loaded.workspace })
  expect((await team.workspaceConflicts({})).conflicts).toHaveLength(1)
  expect((await team.workspaceProposals({})).proposals).toHaveLength(2)
  expect((await sample().doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])

  expect(await owner().loadSample({})).toEqual({ ...loaded, outcome: 'present' })
  expect(await owner().removeSample({})).toMatchObject({ items: loaded.items, state: 'physical' })
  expect(await sample().stats({})).toMatchObject({ items: 0, forgotten: 0 })
  expect(await owner().loadSample({})).toEqual(loaded)
  expect((await engine.as({ user: 'me' }).stats({})).items).toBe(2)
}, 60_000)

it('takes nothing from a person who is called so', async () => {
  const other = await openMemory({ home: await temporaryFolder(), zone: 'UTC', embedder: 'off' })
  await other.as({ user: 'sample' }).capture({ text: 'mine' })
  const administrator = other.as({ administrator: true })
  await expect(administrator.loadSample({})).rejects.toMatchObject({ code: 'conflict' })
  await expect(administrator.removeSample({})).rejects.toMatchObject({ code: 'conflict' })
  await expect(other.as({ user: 'ann' }).loadSample({})).rejects.toMatchObject({ code: 'denied' })
  await other.close()
})
