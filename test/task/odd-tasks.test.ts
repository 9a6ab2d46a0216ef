import { afterAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/engine.js'
import { settleClosedTask, takeClosedTask } from '../../src/task/task-state/closed-tasks.js'
import { readTask } from '../../src/task/task-state/read-task.js'
import { closeTask, openTask } from '../../src/task/task-state/write-task.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

const engines: Engine[] = []
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

async function open(): Promise<Engine> {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off', durability: 'normal' })
  engines.push(engine)
  return engine
}

const said = (text: string) => ({ type: 'message' as const, role: 'user' as const, text })

describe('a caller who may write and not read', () => {
  it('gets no word of a conversation or a task from what it writes', async () => {
    const engine = await open()
    const memory = engine.as({ user: 'ann' })
    await memory.transcriptAppend({
      session: 'work',
      events: Array.from({ length: 12 }, () => said('The zebra code is 4711.')),
    })
    const secret = { goal: 'find the zebra', plan: [{ step: 'ask the zebra' }] }
    const { task } = await memory.taskOpen({ name: 'safari', ...secret, session: 'work' })
    const blind = engine.as({ user: 'ann', agent: 'writer', capabilities: ['memory.write'] })
    for (const preview of [true, false])
      await expect(blind.transcriptCompact({ session: 'work', force: true, preview })).rejects.toMatchObject({
        code: 'denied',
      })
    const answers = [
      await blind.taskOpen({ name: 'safari', goal: secret.goal }),
      await blind.taskUpdate({ task: task.id, state: 'on the way' }),
      await blind.taskClose({ task: task.id, outcome: 'seen' }),
    ]
    expect(answers.map((answer) => answer.task)).toEqual(
      [1, 2, 3].map((revision) => ({ id: task.id, revision })),
    )
    expect((await memory.taskShow({ task: 'safari' })).task).toMatchObject({ ...secret, outcome: 'seen' })
  })
})

describe('what a worker has that is no memory', () => {
  it('is told when the rest is taken over', async () => {
    const engine = await open()
    const worker = engine.as({ user: 'ann', worker: 'helper' })
    await worker.transcriptAppend({
      session: 'work',
      events: [said('hello'), { type: 'tool_result', text: 'x'.repeat(60_000) }],
    })
    await worker.taskOpen({ name: 'one', goal: 'a' })
    const { merged, left } = await engine.as({ user: 'ann' }).merge({ from: 'helper', all: true })
    expect(merged).toHaveLength(1)
    expect(left).toEqual({ events: 1, artifacts: 1, tasks: 1 })
  })
})

describe('a task', () => {
  it('keeps its documents where a call is refused', async () => {
    const memory = (await open()).as({ user: 'ann' })
    const { documents: imported } = await memory.knowledgeImport({
      content: '# Guide\n\nRead me.',
      source: 'guide.md',
    })
    const [document] = imported.map(({ id }) => id ?? '')
    await memory.taskOpen({ name: 'blog', goal: 'a' })
    const documents = [document ?? '']
    await expect(memory.taskUpdate({ task: 'blog', documents, expectedRevision: 9 })).rejects.toMatchObject({
      code: 'changed',
    })
    await expect(memory.taskOpen({ name: 'blog', goal: 'b', documents })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      memory.taskUpdate({ task: 'blog', state: 'x', documents: ['nowhere.md'] }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      memory.taskUpdate({ task: 'blog', state: 'x', withoutDocuments: documents }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await memory.taskShow({ task: 'blog' })).toMatchObject({
      task: { revision: 1, state: null },
      documents: [],
    })
    await memory.taskUpdate({ task: 'blog', documents })
    await memory.taskUpdate({ task: 'blog', withoutDocuments: documents })
    expect((await memory.taskShow({ task: 'blog' })).documents).toEqual([])
  })

  it('is found by its name also where that looks like an id', async () => {
    const memory = (await open()).as({ user: 'ann' })
    const name = '01a22d48-898f-70bc-9d7e-000000000001'
    await memory.taskOpen({ name, goal: 'a' })
    expect((await memory.taskShow({ task: name })).task.goal).toBe('a')
  })

  it('is settled by no reading but the one that has it, and says why a model failed', async () => {
    const home = await temporaryFolder()
    let ahead = 0
    const clock = systemEnv()
    const env = { ...clock, now: () => clock.now() + ahead }
    const model = { name: 'broken', complete: () => Promise.reject(new Error('no such quota')) }
    const engine = await openMemory({ home, zone: 'UTC', embedder: 'off', durability: 'normal', env, model })
    const memory = engine.as({ user: 'ann' })
    await memory.transcriptAppend({
      session: 'work',
      events: [said('Please always remember: I prefer tabs over spaces in all my code.')],
    })
    await memory.taskOpen({ name: 'one', goal: 'a', session: 'work' })
    await memory.taskClose({ task: 'one', outcome: 'done' })
    await engine.close()

    const spine = await openSpine(home, { env })
    const task = () => spine.store.read(readTask, spine, ann.writes, 'one')
    expect((await task()).extraction).toMatch(/^failed: /)
    const again = { name: 'one', goal: 'a', plan: [], session: 'work' }
    const closeAgain = async () => {
      await openTask(spine, ann, again)
      await closeTask(spine, ann, 'one', { outcome: 'done' })
      ahead += 1_000
      const taken = await takeClosedTask(spine, ann)
      if (taken === undefined) throw new Error('nothing waits')
      return taken
    }
    const first = await closeAgain()
    const second = await closeAgain()
    await settleClosedTask(spine, ann, first, 'done')
    expect((await task()).extraction).toBe(second.mark)
    await settleClosedTask(spine, ann, second, 'failed: '.repeat(100))
    expect((await task()).extraction).toHaveLength(200)
    await spine.store.close()
  })
})
