import { afterAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { type OperationName, operations } from '../../src/operations/table.js'
import { temporaryFolder } from '../open-spine.js'

type Lister = (
  memory: Memory,
  page: { limit: number; after?: string },
) => Promise<{ rows: readonly unknown[]; next: string | null }>

/** Lists of which a little is easily made. */
const listers: Readonly<Record<string, Lister>> = {
  recalls: async (memory, page) => renamed(await memory.recalls(page), 'recalls'),
  conflicts: async (memory, page) => renamed(await memory.conflicts(page), 'conflicts'),
  decisions: async (memory, page) => renamed(await memory.decisions(page), 'decisions'),
  extractionLog: async (memory, page) => renamed(await memory.extractionLog(page), 'extractions'),
  taskList: async (memory, page) => renamed(await memory.taskList(page), 'tasks'),
  artifactList: async (memory, page) => renamed(await memory.artifactList(page), 'artifacts'),
  'artifactList by size': async (memory, page) =>
    renamed(await memory.artifactList({ ...page, order: 'largest' }), 'artifacts'),
}

let engine: Engine | undefined
afterAll(() => engine?.close())

describe('a long list', () => {
  it('comes page by page as it would come at once, whatever is added meanwhile', async () => {
    engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    await fill(memory)
    for (const [name, list] of Object.entries(listers)) {
      const { rows, next } = await list(memory, { limit: 100 })
      expect([name, rows.length > 1, next]).toEqual([name, true, null])
      const walked: unknown[] = []
      for (let after: string | undefined; ; ) {
        const page = await list(memory, { limit: 1, ...(after === undefined ? {} : { after }) })
        walked.push(...page.rows)
        if (walked.length === 1) await add(memory)
        if (page.next === null) break
        after = page.next
      }
      expect([name, ids(walked)]).toEqual([name, ids(rows)])
    }
  })

  it('goes on from nowhere but where it ended itself', async () => {
    const memory = engine?.as({ user: 'ann' }) as Memory
    const { next } = await memory.taskList({ limit: 1 })
    for (const after of [
      '',
      'nonsense',
      next?.slice(1) ?? '',
      '123',
      Buffer.from('[]').toString('base64url'),
    ])
      for (const list of Object.values(listers))
        await expect(list(memory, { limit: 1, after })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(memory.conflicts({ after: next ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('says how to go on wherever it can be longer than what it answers at most', () => {
    const endless = Object.entries(operations).filter(([name, { input, output, effect }]) => {
      const [asked, answered] = [shapeOf(input), shapeOf(output)]
      const isPaged =
        ['after', 'before', 'cursor', 'from'].some((field) => field in asked) && 'next' in answered
      return effect === 'read' && 'limit' in asked && !isPaged && !ranked.has(name as OperationName)
    })
    expect(endless.map(([name]) => name)).toEqual([])
  })
})

/** The best of what is asked for, not a list of all; of these a question leads to the rest. */
const ranked: ReadonlySet<OperationName> = new Set<OperationName>([
  'search',
  'ftsSearch',
  'recordRecall',
  'knowledgeSearchDocs',
  'remoteRecall',
  'people',
  'projects',
  'graph',
  'around',
  'instructions',
  'junk',
  'hygiene',
  'entities',
  'entity',
])

async function fill(memory: Memory): Promise<void> {
  await memory.capture({ text: 'I live in Lisbon' })
  for (const [index, place] of ['Porto', 'Faro', 'Braga'].entries()) {
    const content = JSON.stringify({ role: 'user', content: `I moved to ${place}`, id: `m${index}` })
    await memory.import({ content, session: `s${index}`, extract: true } as never)
  }
  for (const choice of ['SQLite', 'vitest', 'biome'])
    await memory.capture({ text: `We decided to use ${choice} because it is simple.` })
  for (const question of ['who?', 'where?', 'when?']) await memory.search({ question })
  for (const task of ['one', 'two', 'three']) await memory.taskOpen({ name: task, goal: task })
  for (const text of ['a', 'bb', 'ccc', 'dd']) await memory.artifactKeep({ text })
  for (const session of ['s0', 's1', 's2']) await memory.extract({ session })
}

let added = 0

/** What comes first in every list. */
async function add(memory: Memory): Promise<void> {
  added += 1
  await memory.taskOpen({ name: `later ${added}`, goal: 'x' })
  await memory.artifactKeep({ text: 'z'.repeat(100 + added) })
}

function renamed<N extends string>(
  answer: { readonly [name in N]: readonly unknown[] } & { next: string | null },
  name: N,
) {
  return { rows: answer[name], next: answer.next }
}

function ids(rows: readonly unknown[]): unknown[] {
  return rows.map(
    (row) =>
      (row as { id?: string; extractionId?: string }).id ??
      (row as { extractionId?: string }).extractionId ??
      JSON.stringify(row),
  )
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { shape?: Record<string, unknown> }).shape ?? {}
}
