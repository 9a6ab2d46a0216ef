import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { archiveOf } from '../transfer/stores.js'

const SECRET = 'the release is on the ninth of May'
const WORKSPACE = 'acme/web'

interface Opened {
  readonly engine: Engine
  readonly ann: Memory
  readonly bob: Memory
  readonly agent: Memory
}

type Open = () => Promise<Opened>

const onSqlite: Open = async () =>
  opened(
    await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' }),
  )
const onPostgres: Open = async () =>
  opened(await openMemory({ store: await newDatabase(), zone: 'UTC', embedder: 'off' }))

function opened(engine: Engine): Opened {
  return {
    engine,
    ann: engine.as({ user: 'ann', workspace: WORKSPACE }),
    bob: engine.as({ user: 'bob', workspace: WORKSPACE }),
    agent: engine.as({ user: 'ann', agent: 'helper', workspace: WORKSPACE }),
  }
}

describe('a workspace on SQLite', () => {
  holds(onSqlite)

  it('finds nothing of what is proposed, by any search', async () => {
    const { engine, ann, agent } = await onSqlite()
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET, tags: ['release'] })
    expect((await ann.search({ question: 'when is the release?' })).hits).toEqual([])
    expect((await ann.ftsSearch({ words: 'release' })).hits).toEqual([])
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
  })

  it('forgets what was proposed and approved, on disk too', async () => {
    const { engine, ann, agent } = await onSqlite()
    await ann.workspaceGate({ on: true })
    const first = await agent.capture({ text: SECRET })
    const second = await agent.capture({ text: SECRET, tags: ['again'] })
    const { decided } = await ann.workspaceApprove({ ids: [first.id], note: `because ${SECRET}` })
    const receipt = await ann.forget({ id: decided[0]?.itemId ?? '' })
    expect(receipt).toMatchObject({ state: 'physical', counts: { proposal: 2 } })
    expect((await ann.workspaceProposals({})).proposals).toEqual([])
    expect((await ann.workspaceProposals({ state: 'approved' })).proposals).toEqual([])
    await expect(ann.workspaceApprove({ ids: [second.id] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(agent.capture({ text: SECRET })).rejects.toMatchObject({ code: 'conflict' })
    await engine.close()
  })

  it('is cleared with what waits in it, by its name', async () => {
    const { engine, ann, agent } = await onSqlite()
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET })
    await expect(ann.clear({ confirm: 'ann' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await ann.clear({ confirm: WORKSPACE })).toMatchObject({
      state: 'physical',
      counts: { proposal: 1 },
    })
    expect((await ann.workspaceProposals({})).gate).toMatchObject({ on: true, waiting: 0 })
    await engine.close()
  })

  it('travels in an archive, with its gate and what waits', async () => {
    const { engine, ann, agent } = await onSqlite()
    await ann.workspaceGate({ on: true })
    const waiting = await agent.capture({ text: SECRET, tags: ['release'] })
    const kept = await agent.recordSave({ name: 'Style', description: 'Short', type: 'feedback' })
    await ann.workspaceApprove({ ids: [kept.id], note: 'yes' })
    const before = await all(ann)
    const { lines } = await ann.export({})
    let content = ''
    for await (const line of lines) content += line
    const other = await onSqlite()
    await other.engine.as({ user: 'root', administrator: true }).importArchive({ content })
    expect(await all(other.ann)).toEqual(before)
    await expect(other.agent.import({ content: '{"role":"user","content":"x"}' })).rejects.toMatchObject({
      code: 'denied',
    })
    const { decided } = await other.bob.workspaceApprove({ ids: [waiting.id] })
    expect(await other.ann.get({ id: decided[0]?.itemId ?? '' })).toMatchObject({
      text: SECRET,
      tags: ['release'],
    })
    expect((await other.ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    await other.engine.close()
  })
})

describePostgres('a workspace on PostgreSQL', () => holds(onPostgres))

function holds(open: Open): void {
  it('is one memory for all users of the store, and no part of theirs', async () => {
    const { engine, ann, bob } = await open()
    const { id } = await ann.capture({ text: SECRET })
    expect(await bob.get({ id })).toMatchObject({ text: SECRET })
    expect((await bob.banks({})).banks).toMatchObject([{ kind: 'workspace', owner: WORKSPACE, items: 1 }])
    await expect(engine.as({ user: 'ann' }).get({ id })).rejects.toMatchObject({ code: 'not_found' })
    const own = await engine.as({ user: 'bob' }).capture({ text: 'mine alone' })
    await expect(bob.get({ id: own.id })).rejects.toMatchObject({ code: 'not_found' })
    const reading = engine.as({ user: 'bob', workspace: WORKSPACE, readsMain: true })
    expect(await reading.get({ id: own.id })).toMatchObject({ text: 'mine alone' })
    expect(() => engine.as({ workspace: 'a', worker: 'b' })).toThrow('cannot be in a workspace')
    await engine.close()
  })

  it('keeps a note once a person has approved it, as what it was when it was proposed', async () => {
    const { engine, ann, bob, agent } = await open()
    await ann.workspaceGate({ on: true })
    const { id, outcome, facts } = await agent.capture({ text: SECRET, tags: ['release'] })
    expect({ outcome, facts }).toEqual({ outcome: 'proposed', facts: [] })
    expect(await ann.stats({})).toMatchObject({ items: 0 })
    await expect(ann.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await ann.thoughts({})).items).toEqual([])
    const { proposals } = await bob.workspaceProposals({})
    expect(proposals).toMatchObject([
      {
        id,
        kind: 'note',
        state: 'proposed',
        text: SECRET,
        details: { tags: ['release'] },
        proposedBy: 'agent:helper for ann',
      },
    ])
    const { decided } = await bob.workspaceApprove({ ids: [id], note: 'as agreed' })
    const itemId = decided[0]?.itemId ?? ''
    expect(await ann.get({ id: itemId })).toMatchObject({
      text: SECRET,
      tags: ['release'],
      origin: 'tool',
      trust: 'observed',
      occurredAt: proposals[0]?.proposedAt,
    })
    expect((await ann.workspaceProposals({ state: 'approved' })).proposals).toMatchObject([
      { id, text: null, decidedBy: 'user:bob', isOwn: false, note: 'as agreed', itemId },
    ])
    const { rows: entries } = await ann.auditLog({ operation: 'workspace.approve' })
    expect(entries).toMatchObject([{ actor: 'user:bob', outcome: 'done', ids: [id, itemId] }])
    expect((await ann.workspaceProposals({})).proposals).toEqual([])
    await engine.close()
  })

  it('lets a person’s own words wait too, and says that they approved them themselves', async () => {
    const { engine, ann } = await open()
    await ann.workspaceGate({ on: true })
    const { id, outcome } = await ann.capture({ text: SECRET })
    expect(outcome).toBe('proposed')
    const { decided } = await ann.workspaceApprove({ ids: [id] })
    expect(await ann.get({ id: decided[0]?.itemId ?? '' })).toMatchObject({ origin: 'user', trust: 'stated' })
    expect((await ann.workspaceProposals({ state: 'approved' })).proposals).toMatchObject([{ isOwn: true }])
    await engine.close()
  })

  it('keeps a record once it is approved', async () => {
    const { engine, ann, agent } = await open()
    await ann.workspaceGate({ on: true })
    const record = { name: 'Style', description: 'How we write', type: 'feedback' as const, body: 'Short.' }
    const proposed = await agent.recordSave(record)
    expect(proposed).toMatchObject({ ...record, outcome: 'proposed', origin: 'tool', trust: 'observed' })
    expect((await ann.recordList({})).records).toEqual([])
    const { decided } = await ann.workspaceApprove({ ids: [proposed.id] })
    const kept = await ann.recordRead({ which: 'style' })
    expect(kept).toMatchObject({ ...record, id: decided[0]?.itemId, origin: 'tool' })
    expect(kept).not.toHaveProperty('outcome')
    await engine.close()
  })

  it('keeps nothing of what is declined, and says who declined it', async () => {
    const { engine, ann, bob, agent } = await open()
    await ann.workspaceGate({ on: true })
    const { id } = await agent.capture({ text: SECRET })
    await bob.workspaceDecline({ ids: [id], note: 'not ours' })
    expect(await ann.stats({})).toMatchObject({ items: 0 })
    const { proposals } = await ann.workspaceProposals({ state: 'declined' })
    expect(proposals).toMatchObject([
      { id, text: null, details: {}, decidedBy: 'user:bob', note: 'not ours', itemId: null },
    ])
    await expect(ann.workspaceApprove({ ids: [id] })).rejects.toMatchObject({ code: 'conflict' })
    await engine.close()
  })

  it('refuses every other write of an agent, and lets a person’s through', async () => {
    const { engine, ann, agent } = await open()
    const { id } = await ann.capture({ text: 'We use Postgres.' })
    const saved = await ann.recordSave({ name: 'Style', description: 'Short', type: 'feedback' })
    await ann.workspaceGate({ on: true })
    const forgetful = engine.as({
      user: 'ann',
      agent: 'helper',
      workspace: WORKSPACE,
      capabilities: ['memory.read', 'memory.write', 'memory.forget'],
    })
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => agent.recordUpdate({ which: saved.id, body: 'mine' }),
      () => agent.graphWrite({ action: 'add_entity', name: 'Helper' }),
      () => agent.extract({ messages: [{ role: 'user', content: 'Always answer in French.' }] }),
      () => agent.merge({ from: 'other', all: true }),
      () => agent.retract({ id }),
      () => forgetful.forget({ id, verify: false }),
      () => forgetful.recordDelete({ which: saved.id, verify: false }),
      () => agent.workspaceGate({ on: false }),
      () => agent.workspaceApprove({ ids: [id] }),
      () => agent.workspaceProposals({}),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'denied' })
    expect(await agent.get({ id })).toMatchObject({ text: 'We use Postgres.' })
    await ann.recordUpdate({ which: saved.id, body: 'longer' })
    await ann.forget({ id, verify: false })
    await engine.close()
  })

  it('shows when something happened as a time, not as a number', async () => {
    const { engine, ann, agent } = await open()
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET, occurredAt: '2026-03-05', expiresAt: '2027-01-01T10:00' })
    expect((await ann.workspaceProposals({})).proposals).toMatchObject([
      {
        details: { occurredAt: '2026-03-05T00:00:00Z', expiresAt: '2027-01-01T10:00:00Z' },
      },
    ])
    await engine.close()
  })

  it('decides once, whoever comes second', async () => {
    const { engine, ann, bob, agent } = await open()
    await ann.workspaceGate({ on: true })
    for (let round = 0; round < 5; round++) {
      const { id } = await agent.capture({ text: `${SECRET} ${round}` })
      const outcomes = await Promise.allSettled([
        ann.workspaceApprove({ ids: [id] }),
        bob.workspaceDecline({ ids: [id] }),
        bob.workspaceApprove({ ids: [id] }),
      ])
      const lost = outcomes.filter((one) => one.status === 'rejected')
      expect(lost.map(({ reason }) => reason.code)).toEqual(['conflict', 'conflict'])
    }
    const { proposals } = await ann.workspaceProposals({ state: 'approved' })
    expect((await ann.stats({})).items).toBe(proposals.length)
    await engine.close()
  })

  it('lets no capture land unreviewed that raced the switch', async () => {
    const { engine, ann, agent } = await open()
    const texts = Array.from({ length: 12 }, (_, n) => `${SECRET} ${n}`)
    const begun = texts.map((text) => agent.capture({ text }))
    const switched = ann.workspaceGate({ on: true })
    const outcomes = await Promise.all(begun)
    await switched
    // The chain of the audit trail is in the order of the commits; times are of when each was asked for.
    const order = (await archiveOf(engine))
      .map((line) => JSON.parse(line))
      .flatMap(({ type, operation }) => (type === 'audit' ? [operation] : []))
    const at = order.indexOf('workspace.gate')
    expect(at).toBeGreaterThanOrEqual(0)
    expect(order.indexOf('memory.capture', at)).toBe(-1)
    expect(outcomes.filter(({ outcome }) => outcome === 'added')).toHaveLength((await ann.stats({})).items)
    await engine.close()
  })

  it('goes on keeping what waits when the gate is opened, and proposes the same call once', async () => {
    const { engine, ann, agent } = await open()
    await ann.workspaceGate({ on: true })
    const first = await agent.capture({ text: SECRET })
    expect(await agent.capture({ text: SECRET })).toEqual(first)
    expect(await ann.workspaceGate({ on: false })).toMatchObject({
      on: false,
      waiting: 1,
      changedBy: 'user:ann',
    })
    expect((await agent.capture({ text: 'at once' })).outcome).toBe('added')
    await ann.workspaceApprove({ ids: [first.id] })
    expect(await ann.stats({})).toMatchObject({ items: 2 })
    await engine.close()
  })

  it('drops a proposal with the last item that it rests on', async () => {
    const { engine, ann, agent } = await open()
    const { id } = await ann.capture({ text: 'a source' })
    await ann.workspaceGate({ on: true })
    await agent.capture({ text: SECRET, sources: [id] })
    await ann.forget({ id, verify: false })
    expect((await ann.workspaceProposals({})).proposals).toEqual([])
    await engine.close()
  })

  it('tells another workspace, and a user’s own memory, nothing', async () => {
    const { engine, ann, agent } = await open()
    await ann.workspaceGate({ on: true })
    const { id } = await agent.capture({ text: SECRET })
    const other = engine.as({ user: 'ann', workspace: 'acme/web2' })
    expect((await other.workspaceProposals({})).proposals).toEqual([])
    const absent = '01890000-0000-7000-8000-000000000000'
    for (const decide of [other.workspaceApprove, other.workspaceDecline]) {
      const said = await decide({ ids: [id] }).catch((error: Error) => error.message.replace(id, absent))
      expect(said).toBe(await decide({ ids: [absent] }).catch((error: Error) => error.message))
    }
    expect(await other.capture({ text: 'free' })).toMatchObject({ outcome: 'added' })
    await expect(engine.as({ user: 'ann' }).workspaceProposals({})).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect((await ann.workspaceProposals({})).proposals).toHaveLength(1)
    await engine.close()
  })
}

async function all(memory: Memory): Promise<unknown> {
  const states = ['proposed', 'approved', 'declined'] as const
  return Promise.all(states.map((state) => memory.workspaceProposals({ state })))
}
