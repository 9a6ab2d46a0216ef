import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function withMemory(look: (memory: Memory, engine: Engine) => Promise<void>): Promise<void> {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, embedder: 'off', durability: 'normal', zone: 'UTC' })
  await look(engine.as({ user: 'ann' }), engine)
  await engine.close()
}

const team = `Save these facts about my team to memory and build up the relationships:

• Nora Feld is my product manager; she has final say on feature scope and priorities
• Tomas Okoye is my tech lead; he owns architecture decisions and mentors junior devs
• Ines Marsh is a backend engineer; she reports to Tomas and focuses on the agent loop
• Priya Voss is a frontend engineer; she reports to Nora and owns the web chat UI
• Nora and Tomas have weekly 1:1s on Monday mornings to align product and tech
• The team uses GitHub for code review and Linear for task tracking`

const decision = `Save this engineering decision to memory with full reasoning:

Decision: Use PostgreSQL instead of MongoDB for the user database in AI Butler.

Reasoning:

• Our queries are fundamentally relational (users → sessions → messages → memories)
• We need ACID guarantees for credential vault and capability audit logs
• SQLite FTS5 is production-grade for our full-text search needs
• We already have a pure-Go driver (ncruces/go-sqlite3) with zero CGO
• The single-binary promise precludes requiring a separate DB server

Trade-offs accepted: Harder horizontal scaling vs document stores. Schema migrations needed for every model change.`

describe('a team that is told in plain sentences', () => {
  it('can be asked who decides and who owns, with the path as evidence', async () => {
    await withMemory(async (memory) => {
      const { id } = await memory.capture({ text: team })
      const scope = await memory.graph({ name: 'feature scope', type: 'has_authority' })
      expect(scope.paths.map(({ text }) => text)).toEqual(['feature scope ←has authority— Nora Feld'])
      expect(scope.relations).toMatchObject([
        { type: 'has_authority', from: { name: 'Nora Feld' }, status: 'active', evidence: [id] },
      ])
      const ui = await memory.graph({ name: 'web chat UI' })
      expect(ui.paths.map(({ text }) => text)).toEqual(['web chat UI ←owns— Priya Voss'])
      const far = await memory.graph({ name: 'Ines', to: 'web chat UI' })
      expect(far.paths).toMatchObject([{ hops: 4 }])
      expect(far.paths[0]?.text).toBe(
        'Ines Marsh —reports to→ Tomas Okoye —meets with— Nora Feld ←reports to— Priya Voss —owns→ web chat UI',
      )
    })
  })

  it('says that it does not know instead of guessing', async () => {
    await withMemory(async (memory) => {
      await memory.capture({ text: team })
      expect(await memory.graph({ name: 'mobile app' })).toMatchObject({
        isKnown: false,
        note: 'nothing is known by the name mobile app',
        paths: [],
      })
      expect(await memory.graph({ name: 'Ines', to: 'GitHub' })).toMatchObject({
        isKnown: false,
        note: 'no path is known from Ines Marsh to GitHub within 4 relations',
        paths: [],
      })
      expect(await memory.graph({ name: 'GitHub', type: 'owns' })).toMatchObject({
        isKnown: true,
        note: 'no owns relation of GitHub is known',
        paths: [],
      })
    })
  })

  it('is listed with roles, managers, reports and projects', async () => {
    await withMemory(async (memory) => {
      await memory.capture({ text: team })
      const { people } = await memory.people({})
      expect(people.map(({ name }) => name).sort()).toEqual([
        'Ines Marsh',
        'Nora Feld',
        'Priya Voss',
        'Tomas Okoye',
      ])
      const [priya] = (await memory.people({ name: 'Priya' })).people
      expect(priya).toMatchObject({
        roles: ['frontend engineer'],
        managers: [{ name: 'Nora Feld' }],
        reports: [],
        projects: [{ name: 'web chat UI' }],
      })
      const [nora] = (await memory.people({ name: 'Nora' })).people
      expect(nora).toMatchObject({ reports: [{ name: 'Priya Voss' }], managers: [] })
      const meeting = nora?.relations.find(({ type }) => type === 'meets_with')
      expect(meeting?.attributes).toContainEqual({
        name: 'schedule',
        value: 'weekly 1:1s on Monday mornings',
      })
      const { projects } = await memory.projects({})
      expect(projects.find(({ name }) => name === 'web chat UI')).toMatchObject({
        status: 'active',
        owners: [{ name: 'Priya Voss' }],
      })
    })
  })

  it('is forgotten with the note that told it', async () => {
    await withMemory(async (memory) => {
      const { id } = await memory.capture({ text: team })
      await memory.forget({ id, verify: false })
      expect((await memory.graph({})).statistics).toMatchObject({ entities: 0, relations: 0 })
      expect(await memory.people({})).toMatchObject({ people: [] })
    })
  })
})

describe('a decision whose title and reasons contradict each other', () => {
  it('is kept as given and flagged, with both sides', async () => {
    await withMemory(async (memory) => {
      const { id } = await memory.capture({ text: decision })
      const { decisions } = await memory.decisions({ appliesTo: 'AI Butler' })
      expect(decisions).toMatchObject([
        {
          title: expect.stringContaining('Use PostgreSQL instead of MongoDB'),
          choice: 'PostgreSQL',
          alternatives: ['MongoDB'],
          reasons: { length: 5 },
          tradeOffs: { length: 2 },
          appliesTo: [{ name: 'AI Butler' }],
          status: 'active',
          sources: [id],
        },
      ])
      const [flag, ...more] = decisions[0]?.flags ?? []
      expect(more).toEqual([])
      expect(flag).toMatchObject({
        kind: 'reasons_name_another',
        spans: [
          { text: 'PostgreSQL' },
          { text: expect.stringContaining('SQLite FTS5') },
          { text: expect.stringContaining('go-sqlite3') },
        ],
      })
      const text = decisions[0]?.text ?? ''
      for (const span of flag?.spans ?? []) expect(text.substring(span.start, span.end)).toBe(span.text)
      const around = await memory.graph({ type: 'rejected' })
      expect(around.relations).toMatchObject([{ to: { name: 'MongoDB' } }])
    })
  })
})

describe('writing into the graph', () => {
  it('makes entities, relations and descriptions that are found by every way', async () => {
    await withMemory(async (memory) => {
      const added = await memory.graphWrite({
        action: 'add_entity',
        name: 'Priya Voss',
        type: 'person',
        aliases: ['PV'],
      })
      expect(added).toMatchObject({
        outcome: 'added',
        facts: [],
        entity: { name: 'Priya Voss', type: 'person' },
      })
      const related = await memory.graphWrite({
        action: 'relate',
        name: 'pv',
        relation: 'owns',
        to: 'web chat UI',
        toType: 'project',
        scope: 'all of it',
      })
      expect(related).toMatchObject({ outcome: 'added', entity: { id: added.entity?.id, mentions: 2 } })
      await memory.graphWrite({
        action: 'describe',
        name: 'web chat UI',
        attribute: 'status',
        value: 'on hold',
      })
      expect((await memory.projects({ status: 'paused' })).projects).toMatchObject([
        { name: 'web chat UI', statedStatus: 'on hold', owners: [{ name: 'Priya Voss' }] },
      ])
      const { relations } = await memory.graph({ name: 'PV' })
      expect(relations).toMatchObject([
        {
          type: 'owns',
          confidence: 0.75,
          trust: 'stated',
          attributes: [{ name: 'scope', value: 'all of it' }],
        },
      ])
      const again = await memory.graphWrite({
        action: 'relate',
        name: 'Priya Voss',
        relation: 'owns',
        to: 'Web Chat UI',
      })
      expect(again).toMatchObject({ facts: [] })
      expect((await memory.graph({ name: 'PV' })).relations).toMatchObject([{ confidence: 0.85 }])
    })
  })

  it.each(['you', 'Me', 'myself', '我'])('knows the user by %s', async (name) => {
    await withMemory(async (memory) => {
      await memory.graphWrite({ action: 'relate', name, relation: 'lives_in', to: 'Lisbon' })
      expect((await memory.facts({})).facts).toMatchObject([{ fact: { key: 'user.location' } }])
      expect(await memory.graph({ name })).toMatchObject({ isKnown: true, entities: [{ name: 'you' }, {}] })
    })
  })

  it('speaks of the user as you, and supersedes what has one value', async () => {
    await withMemory(async (memory) => {
      await memory.graphWrite({ action: 'relate', name: 'you', relation: 'works_at', to: 'Acme' })
      await memory.graphWrite({ action: 'relate', name: 'me', relation: 'works_at', to: 'Globex' })
      const { paths, entities } = await memory.graph({ name: 'you' })
      expect(entities[0]).toMatchObject({ name: 'you', type: 'person' })
      expect(paths.map(({ text }) => text)).toEqual(['you —works at→ Globex'])
      const before = await memory.graph({ name: 'Acme', direction: 'in' })
      expect(before).toMatchObject({ isKnown: true, paths: [] })
    })
  })

  it('lets an agent only propose what has one value, and labels it', async () => {
    await withMemory(async (memory, engine) => {
      await memory.capture({ text: 'Priya Voss reports to Nora Feld.' })
      const agent = engine.as({ user: 'ann', agent: 'helper' })
      await agent.graphWrite({ action: 'relate', name: 'Priya Voss', relation: 'reports_to', to: 'Eve' })
      await agent.graphWrite({ action: 'relate', name: 'Priya Voss', relation: 'uses', to: 'Vim' })
      const { paths } = await memory.graph({ name: 'Priya', direction: 'out' })
      expect(paths.map(({ text }) => text).sort()).toEqual([
        'Priya Voss —reports to (proposed)→ Eve',
        'Priya Voss —reports to→ Nora Feld',
        'Priya Voss —uses→ Vim',
      ])
    })
  })

  it('asks for the full name where a short one is not clear', async () => {
    await withMemory(async (memory) => {
      for (const name of ['Sam Lee', 'Sam Roe'])
        await memory.graphWrite({ action: 'add_entity', name, type: 'person' })
      await expect(
        memory.graphWrite({ action: 'relate', name: 'Sam', relation: 'owns', to: 'boat' }),
      ).rejects.toMatchObject({ code: 'invalid_input', message: 'several are called Sam' })
      expect(await memory.graph({ name: 'Sam' })).toMatchObject({ isKnown: false, entities: { length: 2 } })
    })
  })

  it('names what is missing', async () => {
    await withMemory(async (memory) => {
      await expect(memory.graphWrite({ action: 'relate', name: 'Sam' })).rejects.toMatchObject({
        message: 'memory.graph_write: relate needs relation and to',
      })
    })
  })
})

describe('the past of the graph', () => {
  it('is shown as it was then', async () => {
    await withMemory(async (memory) => {
      await memory.capture({ text: 'Mia Stone works at Acme.', occurredAt: '2025-01-01' })
      await memory.capture({ text: 'Mia Stone works at Globex.', occurredAt: '2026-01-01' })
      const at = async (asOf?: string) =>
        (await memory.graph({ name: 'Mia', ...(asOf === undefined ? {} : { asOf }) })).paths.map(
          (p) => p.text,
        )
      expect(await at()).toEqual(['Mia Stone —works at→ Globex'])
      expect(await at('2025-06-01')).toEqual(['Mia Stone —works at→ Acme'])
      expect(await at('2024-06-01')).toEqual([])
    })
  })
})
