import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { searchFolder } from './trace-detector.js'

interface Opened {
  readonly folder: string
  readonly engine: Engine
  readonly mine: Memory
  readonly hers: Memory
}

async function open(): Promise<Opened> {
  const folder = await temporaryFolder()
  const engine = await openMemory({ home: folder, zone: 'UTC' })
  return { folder, engine, mine: engine.as({ user: 'me' }), hers: engine.as({ user: 'her' }) }
}

/** More than one page of turns in few sessions, notes with tags, and one note derived from another. */
async function fill(memory: Memory, word: string, turns: number): Promise<string> {
  const content = conversation(word, turns)
  await memory.import({ content })
  const { id } = await memory.capture({ text: `${word} keeps the key under a stone`, tags: [`${word}tag`] })
  await memory.capture({ text: `${word} is careless`, sources: [id] })
  return content
}

function conversation(word: string, turns: number): string {
  return Array.from({ length: turns }, (_, n) =>
    JSON.stringify({
      role: 'user',
      content: `${word} said thing ${n}`,
      session: `${word}session${n % 3}`,
      speaker: `${word}speaker`,
    }),
  ).join('\n')
}

const needlesOf = (word: string) => [{ form: 'utf-8', bytes: Buffer.from(word) }]

it('forgets all of one user, on disk too, and nothing of another', async () => {
  const { folder, engine, mine, hers } = await open()
  await fill(hers, 'kestrel', 40)
  await fill(mine, 'albatross', 700)
  const cleared = await mine.clear({ confirm: 'me' })
  expect(cleared).toMatchObject({ items: 702, state: 'physical', proof: { repairs: ['vacuum'] } })
  expect(cleared.counts).toMatchObject({ item: 702, session: 3, thought_tag: 1 })
  expect(await mine.stats({})).toMatchObject({ items: 0, sessions: 0, forgotten: 702 })
  expect((await mine.search({ question: 'albatross' })).hits).toEqual([])
  expect((await mine.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
  expect(await hers.stats({})).toMatchObject({ items: 42, sessions: 3 })
  expect((await hers.search({ question: 'kestrel stone' })).hits[0]?.text).toContain('under a stone')
  // Who asks for it afterwards has said it anew.
  expect(await mine.clearRecalls({})).toMatchObject({ recalls: 1, state: 'physical' })
  await engine.close()
  expect(searchFolder(folder, needlesOf('albatross'))).toEqual([])
  expect(searchFolder(folder, needlesOf('kestrel'))).not.toEqual([])
})

it('proves a small memory without writing the file anew', async () => {
  const { folder, engine, mine } = await open()
  await fill(mine, 'albatross', 30)
  const before = statSync(storeFile(folder)).size
  expect(await mine.clear({ confirm: 'me' })).toMatchObject({ items: 32, state: 'physical' })
  expect(statSync(storeFile(folder)).size).toBeGreaterThanOrEqual(before)
  await engine.close()
  expect(searchFolder(folder, needlesOf('albatross'))).toEqual([])
})

it('keeps what was cleared forgotten, unless it is to begin afresh', async () => {
  const { engine, mine } = await open()
  const content = await fill(mine, 'albatross', 5)
  await mine.clear({ confirm: 'me' })
  expect(await mine.import({ content })).toMatchObject({ added: 0, forgotten: 5 })
  expect(await mine.clear({ confirm: 'me', fresh: true })).toMatchObject({
    items: 0,
    counts: { tombstone: 7 },
  })
  expect(await mine.import({ content })).toMatchObject({ added: 5, forgotten: 0 })
  await engine.close()
})

it('is refused without the name, to an agent, and to who may not forget', async () => {
  const { engine, mine } = await open()
  await fill(mine, 'albatross', 1)
  const capabilities = ['memory.read', 'memory.write', 'memory.forget'] as const
  const agent = engine.as({ user: 'me', agent: 'helper', capabilities })
  const guest = engine.as({ user: 'me', capabilities: ['memory.read', 'memory.write'] })
  await expect(mine.clear({ confirm: 'her' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(agent.clear({ confirm: 'me' })).rejects.toMatchObject({ code: 'denied' })
  await expect(guest.clear({ confirm: 'me' })).rejects.toMatchObject({ code: 'denied' })
  expect(await mine.stats({})).toMatchObject({ items: 3 })
  const { rows } = await mine.auditLog({ operation: 'clear' })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['denied', 'denied', 'invalid_input'])
  await engine.close()
})

it('goes on where it was stopped', async () => {
  const { engine, mine } = await open()
  await fill(mine, 'albatross', 400)
  const stop = new AbortController()
  const stopped = mine.clear({ confirm: 'me' }, { signal: stop.signal, progress: () => stop.abort() })
  await expect(stopped).rejects.toThrow()
  const { items } = await mine.stats({})
  expect(items).toBe(402 - 128)
  expect(await mine.clear({ confirm: 'me' })).toMatchObject({ items, state: 'physical' })
  await engine.close()
})
