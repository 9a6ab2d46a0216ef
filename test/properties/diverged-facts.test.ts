import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'
import { archiveOf } from '../transfer/stores.js'

/** Two stores of one key, and one that only takes in; each run has a user of its own. */
let a: Engine
let b: Engine
let fresh: Engine
let users = 0
beforeAll(async () => {
  const open = async () =>
    openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })
  ;[a, b, fresh] = [await open(), await open(), await open()]
  await a.as({ user: 'first' }).capture({ text: 'a note' })
  for (const engine of [b, fresh]) await takeIn(engine, await archiveOf(a))
})
afterAll(() => Promise.all([a, b, fresh].map((engine) => engine.close())))

const texts = [
  'I live in Lisbon.',
  'I live in Porto.',
  'So I live in Porto.',
  'I like green tea.',
  'Mia Torres works at Acme.',
  'Mia Torres works at Globex.',
  'They say that Mia Torres works at Globex.',
  'Mia owns the Falcon service.',
  'MT works at Initech.',
  'Tom Reed reports to Mia Torres.',
  'Tom Reed reports to Ines Alba.',
  'Decision: Use Kafka instead of NATS for Falcon.\nReasons:\n- Kafka keeps order',
  'From now on, always reply in French.',
]

interface Step {
  readonly in: 'both' | 'a' | 'b'
  readonly do: 'say' | 'tell' | 'correct' | 'restore' | 'retract' | 'forget' | 'merge'
  readonly which: number
}

const step: fc.Arbitrary<Step> = fc.record({
  in: fc.constantFrom('both' as const, 'a' as const, 'b' as const, 'a' as const, 'b' as const),
  do: fc.constantFrom(
    ...(['say', 'say', 'say', 'say', 'tell', 'correct', 'restore', 'retract', 'forget', 'merge'] as const),
  ),
  which: fc.nat(50),
})

it(`stores that went apart become one again, with their facts and their graph (seed ${runSeed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const user = `user${++users}`
      const of = (engine: Engine) => engine.as({ user })
      const perform = async (engine: Engine, one: Step, index: number) => {
        // What is refused changes nothing: most of it refers to what is not there.
        await act(engine, user, one, index).catch(() => undefined)
      }
      for (const [index, one] of steps.entries()) if (one.in === 'both') await perform(a, one, index)
      await takeIn(b, await exported(of(a)))
      for (const [index, one] of steps.entries()) {
        if (one.in === 'a') await perform(a, one, index)
        if (one.in === 'b') await perform(b, one, index)
      }
      const [fromA, fromB] = [await exported(of(a)), await exported(of(b))]
      const expected = notesLeft([fromA, fromB])
      for (const [engine, archive] of [
        [a, fromB],
        [b, fromA],
      ] as const) {
        await takeIn(engine, archive)
        await expectSound(of(engine))
        expect(notesLeft([await exported(of(engine))])).toEqual(expected)
        const before = await standing(of(engine))
        await takeIn(engine, archive)
        expect(await standing(of(engine))).toEqual(before)
      }
      // What one store holds travels whole.
      await takeIn(fresh, await exported(of(a)))
      await expectSound(of(fresh))
      expect(await standing(of(fresh))).toEqual(await standing(of(a)))
    }),
    { seed: runSeed, numRuns: 10 },
  )
}, 120_000)

async function act(engine: Engine, user: string, { do: what, which }: Step, index: number): Promise<void> {
  const memory = engine.as({ user })
  const text = texts[which % texts.length] ?? ''
  const occurredAt = new Date(Date.parse('2026-05-01T12:00:00Z') + index * 86_400_000).toISOString()
  if (what === 'say') await memory.capture({ text, occurredAt })
  else if (what === 'tell') await engine.as({ user, agent: 'helper' }).capture({ text, occurredAt })
  else if (what === 'merge') await memory.mergeEntities({ keep: 'Mia Torres', merge: 'MT' })
  else {
    const { facts } = await memory.facts({ includeSuperseded: true, limit: 100 })
    const id = facts[which % Math.max(1, facts.length)]?.id ?? ''
    if (what === 'correct') await memory.correct({ id, text: `corrected ${which}`, value: `Value${which}` })
    else if (what === 'forget') await memory.forget({ id, verify: false })
    else await memory[what]({ id })
  }
}

/** One holder a key, and nothing that doctor finds. */
async function expectSound(memory: Memory): Promise<void> {
  expect((await memory.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
}

/** What is known, apart from when it was last used, in whatever order. */
async function standing(memory: Memory): Promise<unknown> {
  const { facts } = await memory.facts({ includeSuperseded: true, limit: 200 })
  const around = []
  for (const name of ['you', 'Mia Torres', 'Tom Reed'])
    around.push(await memory.graph({ name, hops: 4, limit: 200 }))
  return inOrder({
    around,
    // Where each store corrected one fact by itself, both are there: which is shown as the last is not the same.
    facts: facts.map(({ id, text, trust, fact, sources }) => ({
      ...{ id, text, trust, sources },
      fact: { ...fact, supersededBy: null },
    })),
    conflicts: (await memory.conflicts({})).conflicts,
    instructions: (await memory.instructions({})).instructions,
    people: await memory.people({}),
    decisions: await memory.decisions({}),
  })
}

/** Of what is equally new or as often named, the order is that of the rows. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const key = (one: unknown) => JSON.stringify(one)
    return value.map(inOrder).sort((one, other) => (key(one) < key(other) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inOrder(one)]))
}

/** The notes of all, less what any of them has forgotten. */
function notesLeft(archives: readonly (readonly string[])[]): string[] {
  const rows = archives.flat().map((line) => JSON.parse(line))
  const gone = new Set(rows.filter(({ type }) => type === 'tombstone').map(({ identity }) => identity))
  const notes = rows.filter(
    ({ type, kind, identity }) => type === 'item' && kind === 'thought' && !gone.has(identity),
  )
  return [...new Set<string>(notes.map(({ text }) => text))].sort()
}

async function exported(memory: Memory): Promise<string[]> {
  const lines: string[] = []
  for await (const line of (await memory.export({})).lines) lines.push(line)
  return lines
}

async function takeIn(engine: Engine, content: readonly string[]): Promise<void> {
  await engine.as({ administrator: true }).importArchive({ content })
}
