import { expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const content = [
  { role: 'user', content: 'I live in Lisbon.', at: '2026-05-01T10:00:00Z', session: 'talk' },
  { role: 'user', content: 'I like green tea.', at: '2026-05-01T10:01:00Z', session: 'talk' },
]
  .map((line) => JSON.stringify(line))
  .join('\n')

const open = async () => {
  const engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
  })
  return { engine, ann: engine.as({ user: 'ann' }) }
}

const stated = async (ann: Memory) =>
  (await ann.facts({ includeSuperseded: true })).facts
    .map(({ text, trust, fact }) => `${text}: ${trust}, ${fact?.status}`)
    .sort()

it('reads what turns state that were imported before without reading', async () => {
  const { engine, ann } = await open()
  await ann.import({ content, asMine: true })
  expect(await stated(ann)).toEqual([])
  await ann.import({ content, asMine: true, extract: true })
  expect(await stated(ann)).toEqual(['I like green tea: stated, active', 'I live in Lisbon: stated, active'])
  await engine.close()
})

it('believes what turns state as much as the turns, once they are vouched for', async () => {
  const { engine, ann } = await open()
  await ann.import({ content, extract: true })
  expect(await stated(ann)).toEqual([
    'I like green tea: observed, active',
    'I live in Lisbon: observed, proposed',
  ])
  await ann.import({ content, extract: true, asMine: true })
  expect(await stated(ann)).toEqual(['I like green tea: stated, active', 'I live in Lisbon: stated, active'])
  expect((await ann.conflicts({})).conflicts).toEqual([])
  await engine.close()
})

it('says nothing anew by importing once more what was corrected, taken back or forgotten', async () => {
  const { engine, ann } = await open()
  await ann.import({ content, asMine: true, extract: true })
  const facts = (await ann.facts({})).facts
  const idOf = (text: string) => facts.find((fact) => fact.text === text)?.id ?? ''
  await ann.correct({ id: idOf('I live in Lisbon'), text: 'I live in Porto' })
  await ann.forget({ id: idOf('I like green tea'), verify: false })
  const before = await stated(ann)
  await ann.import({ content, asMine: true, extract: true })
  expect(await stated(ann)).toEqual(before)
  await engine.close()
})
