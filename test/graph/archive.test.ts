import { expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const open = async (store?: string): Promise<Engine> =>
  openMemory({
    ...(store === undefined ? { home: await temporaryFolder(), durability: 'normal' as const } : { store }),
    embedder: 'off',
    zone: 'UTC',
  })

async function fill(engine: Engine): Promise<void> {
  const memory = engine.as({ user: 'ann' })
  await memory.capture({ text: 'Sarah Chen is my product manager. Marcus Rivera reports to Sarah.' })
  await memory.capture({ text: 'Sarah and Marcus have weekly 1:1s on Monday mornings.' })
  const { id } = await memory.capture({ text: 'Sam Lee owns the billing service.' })
  await memory.capture({ text: 'Sam works with Marcus Rivera.' })
  await memory.graphWrite({ action: 'add_entity', name: 'SL', type: 'person' })
  await memory.mergeEntities({ keep: 'Sam Lee', merge: 'SL' })
  await memory.graphWrite({ action: 'relate', name: 'you', relation: 'mentors', to: 'Sam Lee' })
  await memory.capture({
    text: 'Decision: Use Kafka instead of NATS for billing.\nReasons:\n- Kafka keeps order',
  })
  // What is left of him is called Sam.
  await memory.forget({ id, verify: false })
}

async function graphOf(engine: Engine): Promise<unknown> {
  const memory = engine.as({ user: 'ann' })
  return {
    graph: await memory.graph({}),
    people: await memory.people({}),
    decisions: await memory.decisions({}),
    sl: await memory.graph({ name: 'SL', hops: 4 }),
  }
}

async function archiveOf(engine: Engine): Promise<string> {
  const { lines } = await engine.as({ administrator: true }).export({ all: true })
  let text = ''
  for await (const line of lines) text += line
  return text
}

const rowsOf = (archive: string) =>
  archive
    .split('\n')
    .filter((line) => /^\{"type":"(?:entity|entity_name|mention|edge|fact|fact_source)"/.test(line))

async function travels(from: Engine, to: Engine): Promise<void> {
  await fill(from)
  const archive = await archiveOf(from)
  expect(rowsOf(archive).length).toBeGreaterThan(20)
  await to.as({ administrator: true }).importArchive({ content: archive })
  expect(await graphOf(to)).toEqual(await graphOf(from))
  expect(rowsOf(await archiveOf(to))).toEqual(rowsOf(archive))
  expect(await to.as({ user: 'ann' }).doctor({})).toMatchObject({ isHealthy: true })
  await from.close()
  await to.close()
}

it('comes out of another store as it went in', async () => {
  await travels(await open(), await open())
}, 30_000)

it('goes with what was forgotten here since', async () => {
  const [from, to] = [await open(), await open()]
  await fill(from)
  await to.as({ administrator: true }).importArchive({ content: await archiveOf(from) })
  const ann = to.as({ user: 'ann' })
  for (const { evidence } of (await ann.graph({ name: 'Sarah Chen' })).relations) {
    for (const id of evidence) await ann.forget({ id, verify: false }).catch(() => undefined)
  }
  const without = await archiveOf(to)
  await to.as({ administrator: true }).importArchive({ content: await archiveOf(from) })
  expect(await ann.graph({ name: 'Sarah Chen' })).toMatchObject({ isKnown: false })
  expect(rowsOf(await archiveOf(to))).toEqual(rowsOf(without))
  await from.close()
  await to.close()
}, 30_000)

describePostgres('the graph on PostgreSQL', () => {
  it('gives the same answers, and takes the archive of SQLite', async () => {
    await travels(await open(), await open(await newDatabase()))
  }, 60_000)
  it('gives its archive to SQLite', async () => {
    await travels(await open(await newDatabase()), await open())
  }, 60_000)
})
