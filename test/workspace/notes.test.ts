import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { archiveOf, steadyEnv } from '../transfer/stores.js'

const DAY = 86_400_000
const WORKSPACE = 'github.com/acme/web'

interface Opened {
  readonly engine: Engine
  readonly env: ReturnType<typeof steadyEnv>
  readonly ann: Memory
  readonly bob: Memory
  readonly agent: Memory
}

type Open = () => Promise<Opened>

const on = async (place: { home: string } | { store: string }, name = '00'): Promise<Opened> => {
  const env = steadyEnv(name)
  const engine = await openMemory({ ...place, durability: 'normal', zone: 'UTC', embedder: 'off', env })
  return {
    engine,
    env,
    ann: engine.as({ user: 'ann', workspace: WORKSPACE }),
    bob: engine.as({ user: 'bob', workspace: WORKSPACE }),
    agent: engine.as({ user: 'ann', agent: 'helper', workspace: WORKSPACE }),
  }
}

const onSqlite: Open = async () => on({ home: await temporaryFolder() })

describe('the notes of a workspace on SQLite', () => {
  holds(onSqlite)

  it('are items like all others: found, traced, forgotten with their conflicts and proven gone', async () => {
    const { engine, ann, bob } = await onSqlite()
    const source = await ann.capture({ text: 'Minutes of the meeting on Monday' })
    const first = await ann.workspaceNote({
      text: 'Database: PostgreSQL with the pgcrypto extension',
      type: 'decision',
      sources: [source.id],
    })
    await bob.workspaceNote({ text: 'Database: SQLite in one plain file', type: 'decision' })
    const { conflicts } = await ann.workspaceConflicts({})
    const reason = 'the pgcrypto extension is not to be had on our hosts'
    await ann.workspaceResolve({ id: conflicts[0]?.id ?? '', keep: 'second', reason })
    const { hits } = await ann.search({ question: 'which database?' })
    expect(hits.map(({ id }) => id)).toContain(first.id)
    expect((await ann.trace({ id: first.id })).sources.map(({ id }) => id)).toEqual([source.id])
    const receipt = await ann.forget({ id: source.id })
    expect(receipt).toMatchObject({
      state: 'physical',
      counts: { workspace_note: 1, workspace_conflict: 1, workspace_reason: 1, workspace_saying: 1 },
    })
    expect((await archiveOf(engine)).join('\n')).not.toContain('pgcrypto')
    expect((await ann.workspaceConflicts({ decided: true })).conflicts).toEqual([])
    await expect(
      ann.workspaceNote({ text: 'Database: PostgreSQL with the pgcrypto extension', type: 'decision' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
  })

  it('travel in an archive with all that became of them, also where the other store has some', async () => {
    const { engine, env, ann, bob, agent } = await onSqlite()
    await ann.workspaceNote({ text: 'We use pnpm', type: 'convention', importance: 5 })
    env.advance(31 * DAY)
    await ann.workspacePromote({})
    await ann.workspaceNote({ text: 'Database: PostgreSQL', type: 'decision' })
    await bob.workspaceNote({ text: 'Database: SQLite', type: 'decision' })
    await agent.workspaceNote({ text: 'We do not use pnpm', type: 'convention' })
    const lines = await archiveOf(engine)
    const other = await on({ home: await temporaryFolder() }, '0b')
    other.env.advance(31 * DAY)
    await other.engine.as({ administrator: true }).importArchive({ content: lines.join('') })
    for (const ask of ['workspaceNotes', 'workspaceConflicts', 'workspaceMemory'] as const)
      expect(await other.ann[ask]({})).toEqual(await ann[ask]({}))
    const { note } = await other.bob.workspaceNote({ text: 'we use PNPM!', type: 'convention' })
    expect(note).toMatchObject({ said: 2, text: 'We use pnpm', status: 'lasting' })
    expect((await other.ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    await other.engine.close()
  })
})

describePostgres('the notes of a workspace on PostgreSQL', () => {
  holds(async () => on({ store: await newDatabase() }))
})

function holds(open: Open): void {
  it('count what is said again, once for a day, a caller and a source, and never twice as a row', async () => {
    const { engine, env, ann, bob, agent } = await open()
    const text = 'Run the migrations on the replica before you deploy the web front end'
    const first = await agent.workspaceNote({ text, type: 'pitfall', importance: 2 })
    expect(first).toMatchObject({ outcome: 'added', note: { said: 1, trust: 'observed', status: 'daily' } })
    expect((await agent.workspaceNote({ text, type: 'pitfall' })).note).toMatchObject({
      said: 1,
      importance: 3,
    })
    const again = `${text} again`
    const near = await bob.workspaceNote({ text: again, type: 'pitfall', importance: 1 })
    expect(near).toMatchObject({ outcome: 'added', note: { said: 2, importance: 3, text: again } })
    env.advance(DAY)
    const third = await agent.workspaceNote({ text, type: 'pitfall' })
    expect(third).toMatchObject({ id: near.id, outcome: 'repeated', note: { said: 3 } })
    await ann.workspaceNote({ text: 'The deploy took an hour', type: 'outcome', occurredAt: '2026-03-01' })
    const { notes, next } = await ann.workspaceNotes({ limit: 1 })
    expect(notes.map(({ id }) => id)).toEqual([near.id])
    expect((await ann.workspaceNotes({ after: next ?? '' })).notes.map(({ type }) => type)).toEqual([
      'outcome',
    ])
    expect((await ann.workspaceNotes({ since: '2026-03-15', type: 'outcome' })).notes).toEqual([])
    await expect(engine.as({ user: 'ann' }).workspaceNote({ text, type: 'pitfall' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await engine.close()
  })

  it('last when they are old and important, or repeated; an outcome never, nor what is contested', async () => {
    const { engine, env, ann, bob } = await open()
    await ann.workspaceNote({ text: 'We use pnpm', type: 'convention', importance: 4 })
    await ann.workspaceNote({ text: 'Safari caches the worker', type: 'pitfall', importance: 1 })
    await bob.workspaceNote({ text: 'Safari caches the worker', type: 'pitfall', importance: 1 })
    await ann.workspaceNote({ text: 'The tests were red', type: 'pitfall', importance: 3 })
    await ann.workspaceNote({ text: 'The first release went well', type: 'outcome', importance: 5 })
    for (const [who, text] of [
      [ann, 'Port: 8080'],
      [bob, 'Port: 9090'],
    ] as const)
      await who.workspaceNote({ text, type: 'convention', importance: 5 })
    env.advance(29 * DAY)
    // What happened long ago is not old: nobody could contradict it yet.
    await ann.workspaceNote({
      text: 'We chose Vite',
      type: 'decision',
      importance: 5,
      occurredAt: '2020-01-01',
    })
    expect(reasons(await ann.workspacePromote({}))).toEqual(new Set(['too_young', 'outcome', 'contested']))
    env.advance(DAY)
    const dry = await ann.workspacePromote({ dryRun: true })
    const told = await ann.workspacePromote({})
    expect(told).toEqual(dry)
    expect(told.notes.map(({ text, reason }) => [text, reason])).toEqual([
      ['We chose Vite', 'too_young'],
      ['We use pnpm', 'important'],
      ['Safari caches the worker', 'repeated'],
      ['The tests were red', 'unimportant'],
      ['The first release went well', 'outcome'],
      ['Port: 8080', 'contested'],
      ['Port: 9090', 'contested'],
    ])
    expect((await ann.workspaceNotes({ status: 'lasting' })).notes.map(({ text }) => text)).toEqual([
      'Safari caches the worker',
      'We use pnpm',
    ])
    expect((await ann.workspacePromote({})).promoted).toBe(0)
    env.advance(DAY)
    const { markdown } = await ann.workspaceMemory({})
    expect(markdown).toMatch(/## Conventions\n\n- We use pnpm \(2026-04-01, [0-9a-f-]{36}\)\n\n## Pitfalls/)
    expect(markdown).toMatch(/## Open conflicts\n\n- 2026-04-01, [^\n]+\n {2}- Port: 8080 [^\n]+contested/)
    expect(markdown).not.toContain('The tests were red')
    expect((await ann.workspaceMemory({})).markdown).toBe(markdown)
    await engine.close()
  })

  it('wait for a person where two of equal trust contradict each other, and no agent decides', async () => {
    const { engine, ann, bob, agent } = await open()
    const first = await ann.workspaceNote({ text: 'I decided to use SQLite for the store', type: 'decision' })
    const second = await bob.workspaceNote({ text: 'We went with Postgres for the store', type: 'decision' })
    expect(second.note?.conflicts).toHaveLength(1)
    const [conflict] = (await agent.workspaceConflicts({})).conflicts
    expect(conflict).toMatchObject({ first: { id: first.id }, second: { id: second.id }, keep: null })
    const id = conflict?.id ?? ''
    const verdict = { id, keep: 'second', reason: 'two writers' } as const
    await expect(agent.workspaceResolve(verdict)).rejects.toMatchObject({ code: 'denied' })
    await expect(ann.workspaceResolve({ ...verdict, reason: ' ' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const [one, other] = await Promise.allSettled([
      ann.workspaceResolve(verdict),
      bob.workspaceResolve({ ...verdict, keep: 'first' }),
    ])
    const statuses = [one, other].map(({ status }) => status).sort()
    expect(statuses).toEqual(['fulfilled', 'rejected'])
    const [decided] = (await ann.workspaceConflicts({ decided: true })).conflicts
    const loser = decided?.keep === 'second' ? decided.first : decided?.second
    expect(decided).toMatchObject({ reason: 'two writers', decidedBy: expect.stringMatching(/^user:/) })
    expect(loser?.status).toBe('superseded')
    expect((await ann.workspaceNotes({})).notes).toHaveLength(1)
    expect((await ann.get({ id: loser?.id ?? '' })).text).toBe(loser?.text)
    const { rows } = await ann.auditLog({ operation: 'workspace.resolve' })
    expect(rows.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    // Said again by an agent it stays where it is; by a person it is a question once more.
    const text = loser?.text ?? ''
    expect((await agent.workspaceNote({ text, type: 'decision' })).note?.status).toBe('superseded')
    expect((await ann.workspaceNote({ text, type: 'decision' })).note).toMatchObject({
      status: 'daily',
      conflicts: [id],
    })
    expect((await ann.workspaceConflicts({})).conflicts[0]).toMatchObject({ id, keep: null, reason: null })
    await engine.close()
  })

  it("let a person's word stand against an agent's, and facts with one key too", async () => {
    const { engine, env, ann, agent } = await open()
    const mine = await ann.workspaceNote({ text: 'We use tabs', type: 'convention' })
    const its = await agent.workspaceNote({ text: 'We do not use tabs', type: 'convention' })
    expect(its.note).toMatchObject({ status: 'superseded', conflicts: [] })
    const [decided] = (await ann.workspaceConflicts({ decided: true })).conflicts
    expect(decided).toMatchObject({ keep: 'first', decidedBy: null, first: { id: mine.id } })
    const acme = await ann.workspaceNote({ text: 'Sam Lee works at Acme', type: 'convention' })
    env.advance(DAY)
    const globex = await ann.workspaceNote({ text: 'Sam Lee works at Globex', type: 'convention' })
    expect(globex.note?.conflicts).toHaveLength(1)
    const { conflicts } = await ann.workspaceConflicts({})
    env.advance(DAY)
    await ann.workspaceResolve({ id: conflicts[0]?.id ?? '', keep: 'first', reason: 'asked him' })
    const held = await ann.facts({ key: 'person.Sam Lee.employer' })
    expect(held.facts.map(({ fact }) => [fact?.value, fact?.status])).toEqual([
      ['Acme', 'active'],
      ['Globex', 'superseded'],
    ])
    expect(acme.facts).toHaveLength(1)
    await engine.close()
  })

  it('wait for a person where the gate is on, and are what they would have been', async () => {
    const { engine, ann, agent } = await open()
    await ann.workspaceGate({ on: true })
    const input = { text: 'We use pnpm', type: 'convention', importance: 5 } as const
    const proposed = await agent.workspaceNote(input)
    expect(proposed).toMatchObject({ outcome: 'proposed', note: null })
    await expect(agent.workspacePromote({})).rejects.toMatchObject({ code: 'denied' })
    expect((await ann.workspaceNotes({})).notes).toEqual([])
    const [waiting] = (await ann.workspaceProposals({})).proposals
    expect(waiting).toMatchObject({ kind: 'note', text: input.text, details: { importance: 5 } })
    const { decided } = await ann.workspaceApprove({ ids: [proposed.id] })
    const [note] = (await ann.workspaceNotes({})).notes
    expect(note).toMatchObject({ id: decided[0]?.itemId, trust: 'observed', importance: 5 })
    await engine.close()
  })
}

function reasons({ notes }: Awaited<ReturnType<Memory['workspacePromote']>>): Set<string> {
  return new Set(notes.map(({ reason }) => reason))
}
