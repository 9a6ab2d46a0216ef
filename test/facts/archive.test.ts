import { expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { archiveOf } from '../transfer/stores.js'

const open = async () =>
  openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })

const known = async (engine: Engine) => {
  const ann = engine.as({ user: 'ann' })
  const { facts } = await ann.facts({ includeSuperseded: true, limit: 200 })
  return {
    facts: facts.sort((a, b) => (a.id < b.id ? -1 : 1)),
    conflicts: (await ann.conflicts({})).conflicts,
    instructions: (await ann.instructions({})).instructions,
    core: (await ann.core({ isPlaced: false })).block,
    isHealthy: (await ann.doctor({})).findings.filter(({ isOk }) => !isOk),
  }
}

it('brings facts, their history and what waits to another store, and back to the same bytes', async () => {
  const engine = await open()
  const ann = engine.as({ user: 'ann' })
  for (const text of ['I live in Lisbon.', 'I live in Porto.', 'So I live in Porto.', 'I like green tea.'])
    await ann.capture({ text })
  await ann.capture({ text: 'Sarah Chen is my product manager. She lives in Braga.' })
  await ann.capture({ text: 'From now on, always reply in French.' })
  await engine.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I live in Faro.' })
  const [first] = (await ann.facts({ key: 'user.location' })).facts.filter(
    (one) => one.fact?.status === 'active',
  )
  await ann.pin({ id: first?.id ?? '' })
  const { id } = await ann.correct({ id: first?.id ?? '', text: 'I live in Coimbra' })
  await ann.instruct({ action: 'add', text: 'Be brief', scope: 'channel', scopeName: 'work' })
  const archive = (await archiveOf(engine)).join('')
  const other = await open()
  await other.as({ administrator: true }).importArchive({ content: archive })
  expect(await known(other)).toEqual(await known(engine))
  expect((await known(other)).isHealthy).toEqual([])
  const body = (text: string) =>
    text.split('\n').filter((line) => !/"recollect":|"type":"(end|audit|read|bank)"/.test(line))
  expect(body((await archiveOf(other)).join(''))).toEqual(body(archive))
  // Taken in once more, nothing changes, and what is said next is known again.
  await other.as({ administrator: true }).importArchive({ content: archive })
  expect(await known(other)).toEqual(await known(engine))
  await other.as({ user: 'ann' }).capture({ text: 'Well, I live in Coimbra!' })
  const before = (await known(engine)).facts.length
  const { facts } = await known(other)
  expect(facts).toHaveLength(before)
  expect(facts.find((one) => one.id === id)).toMatchObject({ fact: { status: 'active' } })
  await engine.close()
  await other.close()
})
