import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, type Memory, type Operations, openMemory, operations } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
  })
})
afterAll(() => engine.close())

type Name = keyof Operations
interface Named {
  readonly operation: string
  readonly input: object
}

/** Calls what an entry names, as a page does. */
function does(memory: Memory, { operation, input }: Named): Promise<unknown> {
  const found = (Object.keys(operations) as Name[]).find((name) => operations[name].name === operation)
  return (memory[found as Name] as (given: unknown) => Promise<unknown>)(input)
}

let users = 0
/** Someone with one of each: two contradictions, documents, findings, a report. */
async function somebody(): Promise<Memory> {
  const user = `user${++users}`
  const ann = engine.as({ user })
  for (const text of [
    'I live in Porto.',
    'I live in Porto now.',
    'We live well: I live in Porto.',
    'I live in Oslo.',
  ])
    await ann.capture({ text })
  const { facts } = await ann.facts({ key: 'user.location' })
  await engine.as({ user, agent: 'helper' }).correct({ id: facts[0]?.id ?? '', text: 'I live in Rome' })
  await ann.capture({ text: "I'm working on Project Lantern." })
  await ann.knowledgeImport({ content: '# Leave\n\n25 days.\n', source: 'leave.md' })
  await ann.knowledgePublish({ document: 'leave.md' })
  await ann.knowledgeImport({
    content: '# Leave\n\n30 days.\n\n## Who\n\nAll.\n',
    source: 'leave.md',
    keepPublished: true,
  })
  await ann.knowledgeImport({ content: '# New\n', source: 'new.md' })
  await ann.reflect({})
  return ann
}

/** What a person sees of the whole: what holds, what answers, what waits. */
async function state(memory: Memory): Promise<unknown> {
  const { facts } = await memory.facts({ includeSuperseded: true, limit: 50 })
  const { documents } = await memory.knowledgeList({})
  const { entries } = await memory.review({ limit: 100 })
  return {
    facts: facts.map(({ text, fact }) => [text, fact?.status, fact?.supersededBy]).sort(),
    documents: documents.map(({ source, status, published }) => [source, status, published]),
    waits: entries.map(({ key }) => key).sort(),
  }
}

it('shows all that waits with what it takes to decide, page by page, and counts the same', async () => {
  const ann = await somebody()
  const { entries, counts, total, next } = await ann.review({ limit: 100 })
  expect(next).toBeNull()
  expect(counts).toEqual({
    conflict: 1,
    proposed_fact: 1,
    document: 2,
    workspace_conflict: 0,
    workspace_proposal: 0,
    hygiene: 1,
    reflection: 1,
  })
  expect(await ann.waiting({})).toEqual({ total, counts, isHygieneFresh: true, workspaces: [] })
  const [conflict, proposed] = entries
  expect(conflict).toMatchObject({
    kind: 'conflict',
    old: { fact: { value: 'Porto' } },
    new: { fact: { value: 'Oslo' } },
    newSources: [{ text: 'I live in Oslo.' }],
  })
  expect(conflict?.kind === 'conflict' && conflict.oldSources).toHaveLength(3)
  expect(proposed).toMatchObject({
    kind: 'proposed_fact',
    fact: { text: 'I live in Rome' },
    against: { text: 'I live in Oslo' },
  })
  expect(entries.find((one) => one.kind === 'document' && one.document.source === 'leave.md')).toMatchObject({
    outline: [{ heading: 'Leave' }, { heading: 'Who' }],
    diff: { from: 1, to: 2, added: 1, changed: 1 },
  })

  const paged: string[] = []
  let after: string | undefined
  for (;;) {
    const page = await ann.review({ limit: 2, ...(after === undefined ? {} : { after }) })
    paged.push(...page.entries.map(({ key }) => key))
    if (page.next === null) break
    after = page.next
  }
  expect(paged).toEqual(entries.map(({ key }) => key))
  await expect(ann.review({ after: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await engine.as({ user: 'nobody' }).review({})).entries).toEqual([])
})

it.each(['accept', 'reject'] as const)('takes each %s back to the state before', async (what) => {
  const ann = await somebody()
  const before = await state(ann)
  let undone = 0
  for (const entry of (await ann.review({ limit: 100 })).entries) {
    const deed = entry[what]
    if (deed === null) continue
    if (deed.isDestructive) {
      expect(deed.undo).toBeNull()
      continue
    }
    await does(ann, deed.call)
    expect((await ann.review({ limit: 100 })).entries.map(({ key }) => key)).not.toContain(entry.key)
    await does(ann, deed.undo as Named)
    expect([entry.key, await state(ann)]).toEqual([entry.key, before])
    undone += 1
  }
  expect(undone).toBeGreaterThanOrEqual(5)
  expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
})

it('reopens nothing that something else has changed since', async () => {
  const ann = await somebody()
  const entry = (await ann.review({ kinds: ['proposed_fact'] })).entries[0]
  if (entry?.kind !== 'proposed_fact') throw new Error('nothing was proposed')
  await expect(ann.reopenConflict({ id: entry.id })).rejects.toMatchObject({ code: 'conflict' })
  await ann.resolveConflict({ id: entry.id, keep: 'new' })
  await ann.capture({ text: 'I live in Berlin.' })
  await expect(ann.reopenConflict({ id: entry.id })).rejects.toMatchObject({ code: 'conflict' })
  const all = await ann.facts({ key: 'user.location', limit: 50 })
  expect(all.facts.filter(({ fact }) => fact?.status === 'active')).toHaveLength(1)
})

it('shows a workspace what waits in it, and tells the administrator where else something does', async () => {
  const team = engine.as({ user: 'ann', workspace: 'acme/web' })
  await team.workspaceNote({ text: 'Database: PostgreSQL', type: 'decision' })
  await team.workspaceNote({ text: 'Database: SQLite', type: 'decision' })
  await team.workspaceGate({ on: true })
  await engine
    .as({ user: 'ann', agent: 'helper', workspace: 'acme/web' })
    .capture({ text: 'We deploy on Fridays' })
  const { entries } = await team.review({})
  expect(entries.map(({ kind }) => kind)).toEqual(['workspace_conflict', 'workspace_proposal'])
  const other = engine.as({ user: 'ann', administrator: true })
  expect((await other.waiting({})).workspaces).toEqual([{ workspace: 'acme/web', waiting: 2 }])
  expect((await engine.as({ user: 'ann' }).waiting({})).workspaces).toEqual([])
  await does(team, entries[1]?.accept?.call as Named)
  expect((await team.waiting({})).counts.workspace_proposal).toBe(0)
})
