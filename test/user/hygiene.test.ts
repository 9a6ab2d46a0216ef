import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, type Memory, openMemory, operations } from '../../src/index.js'
import { sql } from '../../src/store/sql.js'
import { run } from '../../src/store/statement.js'
import { reflect } from '../../src/user/hygiene/reflect.js'
import { capture } from '../../src/user/thoughts.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { settled } from '../embedding/open-embedding.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

type Hygiene = Awaited<ReturnType<Memory['hygiene']>>
type Finding = Hygiene['findings'][number]

/** What nobody would wish to keep as it is, in the words of two users: names and things differ, the faults do not. */
const variants = [
  {
    user: 'ann',
    full: 'Sam Lee',
    short: 'SL',
    roles: ['Sam Lee is our QA lead.', 'SL is our designer.'],
    older: "The user's favorite language is Go",
    newer: 'My favorite language is Rust.',
    project: 'Project Apollo',
    works: "I'm working on Project Apollo.",
  },
  {
    user: 'bo',
    full: 'Priya Nair',
    short: 'PN',
    roles: ['Priya Nair is our head of sales.', 'PN is our accountant.'],
    older: 'The user likes it: their words were that Basel is my favourite city',
    newer: 'My favourite city is Porto.',
    project: 'Project Moonwater',
    works: "I'm working on Project Moonwater.",
  },
]

describe.each(variants)('looking over the memory of $user', (said) => {
  it('finds a duplicate identity, a stale preference, an abandoned project and missing vectors at once', async () => {
    const { engine, memory, agent } = await open(said.user)
    await agent.capture({ text: said.older, occurredAt: '2025-01-02' })
    for (const text of [...said.roles, said.newer, said.works]) await memory.capture({ text })
    const { findings, counts } = await memory.hygiene({})
    expect(counts).toEqual({
      duplicate_identity: 1,
      stale_preference: 1,
      orphan_project: 1,
      missing_embeddings: 1,
    })
    expect(ofKind(findings, 'duplicate_identity').what).toContain(`${said.short} and ${said.full} may be one`)
    expect(ofKind(findings, 'orphan_project').what).toContain(said.project)
    await engine.close()
  })

  it('merges what is one, by the call that the finding names, and takes it back by the other', async () => {
    const { engine, memory } = await open(said.user)
    for (const text of said.roles) await memory.capture({ text })
    const before = ofKind((await memory.hygiene({})).findings, 'duplicate_identity')
    await perform(memory, before.proposal.call)
    expect((await memory.hygiene({})).counts).not.toHaveProperty('duplicate_identity')
    expect((await memory.graph({ name: said.short })).entities[0]?.name).toBe(said.full)
    await perform(memory, before.proposal.undo)
    expect(ofKind((await memory.hygiene({})).findings, 'duplicate_identity')).toEqual(before)
    await engine.close()
  })
})

describe('looking a memory over', () => {
  it('proposes to take the older of two opposite likings back, which can be undone', async () => {
    const { engine, memory } = await open()
    await memory.capture({ text: 'I like green tea.', occurredAt: '2025-01-02' })
    await memory.capture({ text: "I can't stand green tea." })
    await memory.capture({ text: 'I like coffee.' })
    const found = ofKind((await memory.hygiene({})).findings, 'conflicting_preference')
    expect(found.what).toBe("“I like green tea”, and later “I can't stand green tea”")
    await perform(memory, found.proposal.call)
    expect((await memory.hygiene({})).counts).not.toHaveProperty('conflicting_preference')
    await perform(memory, found.proposal.undo)
    const { id } = found
    expect(ofKind((await memory.hygiene({})).findings, 'conflicting_preference')).toMatchObject({ id })
    await engine.close()
  })

  it('leaves alone what several people like, and who has a namesake', async () => {
    const { engine, memory } = await open()
    for (const text of [
      'I like green tea.',
      "I can't stand black tea.",
      'Mia moved to Lisbon.',
      'Sam Lee is our QA lead.',
      'Sam Fox is our designer.',
      'My favorite language is Rust.',
      'My favorite city is Porto.',
      "I'm working on Project Apollo.",
      'Sam Lee owns Project Apollo.',
    ])
      await memory.capture({ text })
    const { findings } = await memory.hygiene({})
    expect(findings.map(({ kind }) => kind)).toEqual(['missing_embeddings'])
    await engine.close()
  })

  it('says of a name that could be of several people that it could, and merges nothing', async () => {
    const { engine, memory } = await open()
    for (const text of ['SL is our designer.', 'Sam Lee is our QA lead.', 'Sara Lund is our lawyer.'])
      await memory.capture({ text })
    const found = (await memory.hygiene({})).findings.filter(({ kind }) => kind === 'duplicate_identity')
    expect(found.map(({ proposal }) => proposal.action)).toEqual(['none', 'none'])
    await engine.close()
  })

  it('knows names in two scripts for one where a text says so', async () => {
    const { engine, memory } = await open()
    for (const text of [
      'Wang Wei owns the roadmap.',
      '王伟是我们的后端工程师。',
      '王伟（Wang Wei）负责支付模块。',
    ])
      await memory.capture({ text })
    const found = ofKind((await memory.hygiene({})).findings, 'duplicate_identity')
    expect(found.what).toBe('王伟 and Wang Wei may be one: a text says so')
    await perform(memory, found.proposal.call)
    expect((await memory.hygiene({})).counts).not.toHaveProperty('duplicate_identity')
    await engine.close()
  })

  it('judges notes: junk, repeats, and how much of all', async () => {
    const { engine, memory } = await open()
    const long = 'Ann likes tea in the morning, with a slice of lemon and no sugar at all'
    for (const text of ['HEARTBEAT_OK', long, `${long}, please`, 'The harbour opens at nine'])
      await memory.capture({ text })
    const { counts, junk, findings } = await memory.hygiene({})
    expect(counts).toMatchObject({ junk: 1, near_duplicate: 1 })
    expect(junk).toMatchObject({ memories: 4, junk: 2, rate: 0.5 })
    const repeat = ofKind(findings, 'near_duplicate')
    await perform(memory, repeat.proposal.call)
    expect(repeat.proposal.undo).toBeNull()
    expect((await memory.hygiene({})).counts).not.toHaveProperty('near_duplicate')
    await engine.close()
  })

  it('gives the same finding the same id, and shows no more of a kind than asked for', async () => {
    const { engine, memory } = await open()
    for (const text of ['ok', 'thanks', 'Exit code: 1']) await memory.capture({ text })
    const { findings, counts } = await memory.hygiene({ limit: 2 })
    expect(findings.filter(({ kind }) => kind === 'junk')).toHaveLength(2)
    expect(counts.junk).toBe(3)
    const again = (await memory.hygiene({})).findings
    for (const finding of findings) expect(again).toContainEqual(finding)
    expect(new Set(again.map(({ id }) => id)).size).toBe(again.length)
    await engine.close()
  })

  it('finds no missing vectors once they are made', async () => {
    const home = await temporaryFolder()
    const engine = await openMemory({ home, durability: 'normal', embedder: denseEmbedder() })
    const memory = engine.as({ user: 'ann' })
    await memory.capture({ text: 'The harbour opens at nine' })
    await settled(engine, 'ann')
    expect((await memory.hygiene({})).findings).toEqual([])
    await engine.close()
  })

  it('names operations that there are, and what they take', async () => {
    const { engine, memory, agent } = await open()
    await agent.capture({ text: "The user's favorite language is Go", occurredAt: '2025-01-02' })
    for (const text of ['Sam Lee is our QA lead.', 'SL is our designer.', 'ok', "I'm working on Moonwater."])
      await memory.capture({ text })
    await memory.capture({ text: 'My favorite language is Rust.' })
    const calls = (await memory.hygiene({})).findings.flatMap(({ proposal }) =>
      [proposal.call, proposal.undo].flatMap((call) => call ?? []),
    )
    expect(calls.length).toBeGreaterThan(4)
    for (const { operation, input } of calls) {
      const known = Object.values(operations).find(({ name }) => name === operation)
      expect(known?.input.safeParse(input).success, operation).toBe(true)
    }
    await engine.close()
  })

  it('changes nothing', async () => {
    const { engine, memory } = await open()
    for (const text of ['ok', 'SL is our designer.', 'Sam Lee is our QA lead.'])
      await memory.capture({ text })
    const before = await memory.stats({})
    await memory.hygiene({})
    expect(await memory.stats({})).toEqual(before)
    expect((await memory.auditLog({})).rows.filter(({ outcome }) => outcome === 'done')).toHaveLength(3)
    await engine.close()
  })
})

describe('a reflection', () => {
  it('is kept as a note of numbers and ids, and quotes nothing', async () => {
    const { engine, memory, agent } = await open()
    await memory.capture({ text: 'My favorite language is Rust.' })
    await agent.capture({ text: 'My favorite language is Go.' })
    await memory.capture({ text: 'Exit code: 1' })
    const { id, text, conflicts, findings, junkRate } = await memory.reflect({})
    expect(conflicts).toHaveLength(1)
    expect(findings).toMatchObject({ junk: 1 })
    expect(junkRate).toBeCloseTo(1 / 3)
    expect(text).toContain(conflicts[0]?.id)
    expect(text).not.toMatch(/rust|exit code/i)
    expect(await memory.get({ id })).toMatchObject({
      kind: 'thought',
      text,
      tags: ['reflection'],
      trust: 'observed',
    })
    await engine.close()
  })

  it('is no memory itself: nothing is read out of it, and none judges it', async () => {
    const { engine, memory } = await open()
    await memory.capture({ text: 'My name is Ann.' })
    const first = await memory.reflect({})
    await memory.reflect({})
    const { byKind } = await memory.stats({})
    expect(byKind).toEqual({ fact: 1, thought: 3 })
    expect((await memory.trace({ id: first.id })).derived).toEqual([])
    expect((await memory.hygiene({})).junk.memories).toBe(1)
    await engine.close()
  })

  it('tells important facts that nothing has confirmed for 90 days, ten at most, the longest first', async () => {
    let now = Date.parse('2025-01-01')
    const env = { ...systemEnv(), now: () => now }
    const spine = await openSpine(await temporaryFolder(), { env })
    for (let n = 0; n < 12; n += 1) {
      now += DAY_MS
      await capture(spine, ann, { text: `I like tea${n}.` })
    }
    // Nothing but the user's attention makes a fact so important; here it is only about what becomes of it.
    await spine.store.tx(function* weigh() {
      yield* run(sql`update fact set importance = 9 where bank = ${ann.writes}`)
    })
    now = Date.parse('2025-04-01')
    expect((await reflect(spine, ann, undefined)).unconfirmed).toEqual([])
    now = Date.parse('2025-12-01')
    const { unconfirmed } = await reflect(spine, ann, undefined)
    expect(unconfirmed).toHaveLength(10)
    expect(unconfirmed[0]?.confirmedAt).toBe(Date.parse('2025-01-02'))
    await spine.store.close()
  })
})

const DAY_MS = 86_400_000

async function open(user = 'ann'): Promise<{ engine: Engine; memory: Memory; agent: Memory }> {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', embedder: 'off' })
  return { engine, memory: engine.as({ user }), agent: engine.as({ user, agent: 'helper' }) }
}

function ofKind(findings: readonly Finding[], kind: Finding['kind']): Finding {
  const found = findings.find((finding) => finding.kind === kind)
  if (found === undefined) throw new Error(`no ${kind} among ${findings.map((one) => one.kind).join(', ')}`)
  return found
}

/** Does what a finding names, as any surface would. */
async function perform(memory: Memory, call: Finding['proposal']['call']): Promise<void> {
  const found = Object.entries(operations).find(([, { name }]) => name === call?.operation)
  if (found === undefined) throw new Error(`no operation ${call?.operation}`)
  await (memory[found[0] as keyof Memory] as (input: unknown) => Promise<unknown>)(call?.input)
}
