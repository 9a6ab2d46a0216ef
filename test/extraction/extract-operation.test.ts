import { beforeEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'

let home: string
let engine: Engine
let memory: Memory
const open = async () => {
  engine = await openMemory({ home, embedder: 'off', zone: 'UTC' })
  memory = engine.as({ user: 'ann' })
}
beforeEach(async () => {
  home = await temporaryFolder()
  await open()
  return () => engine.close()
})

const line = (role: string, content: string, at: string) => `${JSON.stringify({ role, content, at })}\n`
const conversation = (content: string, at: string) =>
  line('user', content, at) + line('assistant', 'Noted.', at)
const talk = (session: string, content: string, at: string) =>
  memory.import({ content: conversation(content, at), session, asMine: true })

describe('a stored conversation', () => {
  it('gives records that rest on its turns, and go with them', async () => {
    await talk('move', 'I am allergic to peanuts.', '2026-03-01')
    const { outcome, records } = await memory.extract({ session: 'move' })
    expect({ outcome, records }).toMatchObject({ outcome: 'done', records: [{ outcome: 'created' }] })
    const [record] = (await memory.recordList({})).records
    expect(record).toMatchObject({ origin: 'user', trust: 'stated', provenance: 'auto' })
    const turn = (await memory.search({ question: 'allergic peanuts' })).hits.find(
      ({ kind }) => kind === 'turn',
    )
    await memory.forget({ id: turn?.id ?? '', verify: false })
    expect((await memory.recordList({})).records).toEqual([])
    const { extractions } = await memory.extractionLog({})
    expect(extractions[0]?.steps).toMatchObject([{ outcome: 'created', isForgotten: true }])
  })

  it('that is older does not bring back what was', async () => {
    await talk('old', 'I live in Oslo.', '2024-03-01')
    await talk('new', 'I moved to Bergen.', '2026-03-01')
    await memory.extract({ session: 'new' })
    expect((await memory.extract({ session: 'old' })).records).toMatchObject([{ outcome: 'stale' }])
    expect((await memory.recordList({})).records).toMatchObject([
      { name: 'Home', description: 'I moved to Bergen.' },
    ])
  })

  it('counts facts that were read out of it as its own, and not as recalled', async () => {
    await memory.import({
      content: conversation('I am allergic to peanuts.', '2026-03-01'),
      session: 's',
      asMine: true,
      extract: true,
    })
    expect((await memory.extract({ session: 's' })).records).toMatchObject([{ outcome: 'created' }])
  })

  it('that nobody vouched for is read as far as it is trusted, and one that is not there is an error', async () => {
    await memory.import({ content: conversation('I am allergic to peanuts.', '2026-03-01'), session: 's' })
    await memory.extract({ session: 's' })
    for (const { trust } of (await memory.recordList({})).records) expect(trust).not.toBe('stated')
    await expect(memory.extract({ session: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(memory.extract({})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(memory.extract({ session: 's', messages: [] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('extraction', () => {
  it('in the background has ended when the engine is closed', async () => {
    const messages = [{ role: 'user', content: 'I am allergic to peanuts.' }]
    const { outcome, extractionId } = await memory.extract({ messages, wait: false })
    expect(outcome).toBe('started')
    await engine.close()
    await open()
    expect((await memory.extractionLog({})).extractions).toMatchObject([{ extractionId, outcome: 'done' }])
    expect((await memory.recordList({})).records).toHaveLength(1)
  })

  it('is logged until the bank is cleared', async () => {
    await memory.extract({ messages: [{ role: 'user', content: 'I am allergic to peanuts.' }] })
    const { counts } = await memory.clear({ confirm: 'ann' })
    expect(counts).toMatchObject({ extraction: 1, extraction_step: 1 })
    expect((await memory.extractionLog({})).extractions).toEqual([])
  })

  it('learns nothing from a note that was searched for an hour after it was kept', async () => {
    let now = Date.UTC(2026, 4, 1)
    await engine.close()
    engine = await openMemory({ home, embedder: 'off', env: { ...systemEnv(), now: () => now } })
    memory = engine.as({ user: 'ann' })
    await memory.capture({ text: 'I prefer the window seat on long flights' })
    now += 2 * 3_600_000
    await memory.search({ question: 'which seat on flights?' })
    const shown = 'I prefer the window seat on long flights'
    for (let turn = 0; turn < 10; turn++) {
      await memory.extract({ messages: [{ role: 'user', content: `Book it.\n${shown}` }] })
    }
    expect((await memory.recordList({})).records).toEqual([])
  })
})
