import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { restoreBackup } from '../../src/index.js'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import type { Store } from '../../src/store/store.js'
import { callOf } from '../call-of.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const WORKSPACE = 'acme/web'
const SECRET = 'the vault is behind the fridge'

interface Opened {
  readonly engine: Engine
  readonly ann: Memory
  readonly agent: Memory
  readonly root: Memory
}

type Open = () => Promise<Opened>

const onSqlite: Open = async () => openAt(await temporaryFolder())
const onPostgres: Open = async () =>
  opened(await openMemory({ store: await newDatabase(), zone: 'UTC', embedder: 'off' }))

async function openAt(home: string): Promise<Opened> {
  return opened(await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' }))
}

function opened(engine: Engine): Opened {
  return {
    engine,
    ann: engine.as({ user: 'ann', workspace: WORKSPACE }),
    agent: engine.as({ user: 'ann', agent: 'helper', workspace: WORKSPACE }),
    root: engine.as({ user: 'root', administrator: true }),
  }
}

describe('what is forgotten in a workspace on SQLite', () => {
  holds(onSqlite)

  it('does not come back with a backup that held it as a proposal', async () => {
    const home = await temporaryFolder()
    const file = join(await temporaryFolder(), 'one.memory')
    const { engine, ann, agent, root } = await openAt(home)
    const { id } = await ann.capture({ text: 'a source' })
    const old = await ann.capture({ text: 'forgotten twice' })
    await ann.forget({ id: old.id, verify: false })
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET, sources: [id] })
    const again = [
      await ann.capture({ text: 'forgotten twice', again: true }),
      await ann.capture({ text: 'forgotten twice', again: true, tags: ['second'] }),
    ]
    await root.backup({ file })
    const { decided } = await ann.workspaceApprove({ ids: [again[0]?.id ?? ''] })
    await ann.forget({ id: decided[0]?.itemId ?? '', verify: false })
    await ann.forget({ id, verify: false })
    await engine.close()
    await restoreBackup({ home, file })
    const restored = await openAt(home)
    expect(await waiting(restored.ann)).toEqual([])
    await restored.engine.close()
  })

  it('goes also where it was proposed while it was being forgotten', async () => {
    const folder = await temporaryFolder()
    const [one, other] = [await openSpine(folder), await openSpine(folder)]
    const helper = reachOf({ user: 'ann', agent: 'helper', workspace: WORKSPACE })
    const ann = reachOf({ user: 'ann', workspace: WORKSPACE })
    const { id } = (await ask(one, ann, 'capture', { text: SECRET })) as { id: string }
    await ask(one, ann, 'workspaceGate', { on: true })
    let isFirst = true
    const tx: Store['tx'] = async (body, ...args) => {
      if (isFirst) {
        isFirst = false
        // Its clock is ahead, so its proposal is of later than the forgetting that commits after it.
        const ahead = { ...one, env: { ...one.env, now: () => one.env.now() + 60_000 } }
        await ask(ahead, helper, 'capture', { text: SECRET, tags: ['meanwhile'] })
        await ask(ahead, ann, 'capture', { text: SECRET, again: true })
      }
      return other.store.tx(body, ...args)
    }
    const store: Store = { ...other.store, tx, within: () => store }
    const late: Spine = { ...other, store }
    expect(await ask(late, ann, 'forget', { id })).toMatchObject({
      state: 'physical',
      counts: { proposal: 2 },
    })
    expect(await ask(one, ann, 'workspaceProposals', {})).toMatchObject({ proposals: [] })
    await Promise.all([one.store.close(), other.store.close()])
  })
})

describePostgres('what is forgotten in a workspace on PostgreSQL', () => holds(onPostgres))

function holds(open: Open): void {
  it('does not come back with an archive, as a proposal that rested on it', async () => {
    const { engine, ann, agent, root } = await open()
    const { id } = await ann.capture({ text: 'a source' })
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET, sources: [id] })
    const content = await archived(ann)
    await ann.forget({ id, verify: false })
    await root.importArchive({ content })
    expect(await waiting(ann)).toEqual([])
    await expect(agent.capture({ text: SECRET })).rejects.toMatchObject({ code: 'conflict' })
    await engine.close()
  })

  it('does not come back with an archive after the workspace was cleared, but where it was cleared afresh', async () => {
    const { engine, ann, agent, root } = await open()
    await ann.capture({ text: 'kept' })
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET })
    // Of what is kept: its item has the tombstone.
    await agent.capture({ text: 'kept', tags: ['more'] })
    await ann.capture({ text: 'once more', again: true })
    const content = await archived(ann)
    await ann.clear({ confirm: WORKSPACE })
    await root.importArchive({ content })
    expect(await waiting(ann)).toEqual([])
    expect((await ann.stats({})).items).toBe(0)
    await ann.clear({ confirm: WORKSPACE, fresh: true })
    await root.importArchive({ content })
    expect(await waiting(ann)).toEqual([SECRET, 'kept', 'once more'])
    await engine.close()
  })

  it('takes no tombstone for what is kept when a proposal of the same goes', async () => {
    const { engine, ann, agent } = await open()
    const { id } = await ann.capture({ text: 'a source' })
    const kept = await ann.capture({ text: 'kept' })
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: 'kept', sources: [id] })
    await ann.forget({ id, verify: false })
    expect(await waiting(ann)).toEqual([])
    const copy = await open()
    await copy.root.importArchive({ content: await archived(ann) })
    expect(await copy.ann.get({ id: kept.id })).toMatchObject({ text: 'kept' })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    await copy.engine.close()
  })

  it('wins over what waits in another store, both ways, unless that asks for it again', async () => {
    const here = await open()
    const { id } = await here.ann.capture({ text: SECRET })
    await here.ann.workspaceGate({ on: true })
    const [there, early] = [await open(), await archived(here.ann)]
    await there.root.importArchive({ content: early })
    await here.ann.forget({ id, verify: false })
    await there.agent.capture({ text: SECRET, tags: ['later'] })
    await here.root.importArchive({ content: await archived(there.ann) })
    expect(await waiting(here.ann)).toEqual([])
    await here.ann.capture({ text: SECRET, again: true })
    await there.root.importArchive({ content: await archived(here.ann) })
    // What was forgotten stays so; that a person asks for it again since then waits for a decision.
    expect((await there.ann.workspaceProposals({})).proposals).toMatchObject([{ details: { again: true } }])
    await there.root.importArchive({ content: await archived(here.ann) })
    expect(await waiting(there.ann)).toEqual([SECRET])
    await here.engine.close()
    await there.engine.close()
  })

  it('goes with every proposal of it, also those to remember it again', async () => {
    const { engine, ann } = await open()
    const first = await ann.capture({ text: SECRET })
    await ann.forget({ id: first.id, verify: false })
    await ann.workspaceGate({ on: true })
    const again = await ann.capture({ text: SECRET, again: true })
    await ann.capture({ text: SECRET, again: true, tags: ['second'] })
    const other = await ann.capture({ text: 'another' })
    const approved = await ann.workspaceApprove({ ids: [other.id] })
    await ann.forget({ id: approved.decided[0]?.itemId ?? '', verify: false })
    expect(await waiting(ann)).toEqual([SECRET, SECRET])
    const { decided } = await ann.workspaceApprove({ ids: [again.id] })
    await ann.forget({ id: decided[0]?.itemId ?? '', verify: false })
    expect(await waiting(ann)).toEqual([])
    await engine.close()
  })

  it('is kept again only where who approves may forget', async () => {
    const { engine, ann } = await open()
    const { id } = await ann.capture({ text: SECRET })
    await ann.forget({ id, verify: false })
    await ann.workspaceGate({ on: true })
    const again = await ann.capture({ text: SECRET, again: true })
    const narrow = engine.as({
      user: 'bob',
      workspace: WORKSPACE,
      capabilities: ['memory.read', 'memory.write'],
    })
    await expect(narrow.workspaceApprove({ ids: [again.id] })).rejects.toMatchObject({ code: 'denied' })
    expect(await waiting(ann)).toEqual([SECRET])
    await ann.workspaceApprove({ ids: [again.id] })
    expect(await waiting(ann)).toEqual([])
    await engine.close()
  })

  it('lets no archive of another store into one that holds proposals alone', async () => {
    const { engine, ann, agent, root } = await open()
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET })
    const other = await open()
    await other.ann.capture({ text: 'elsewhere' })
    const content = await archived(other.ann)
    await expect(root.importArchive({ content })).rejects.toMatchObject({ code: 'conflict' })
    expect(await waiting(ann)).toEqual([SECRET])
    await engine.close()
    await other.engine.close()
  })
}

async function waiting(memory: Memory): Promise<(string | null)[]> {
  return (await memory.workspaceProposals({})).proposals.map(({ text }) => text)
}

async function archived(memory: Memory): Promise<string> {
  let content = ''
  for await (const line of (await memory.export({})).lines) content += line
  return content
}

function ask(spine: Spine, reach: Reach, name: keyof typeof operations, input: unknown): Promise<unknown> {
  const readLog = createReadLog(spine.store, spine.env, { keepsRecalls: false })
  return callOperation(operations[name] as never, callOf(spine, reach, readLog), input)
}
