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
    expect((await memory.recordList({})).records).toMatchObject([{ origin: 'import', trust: 'observed' }])
    await expect(memory.extract({ session: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(memory.extract({})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(memory.extract({ session: 's', messages: [] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('what a stored conversation says', () => {
  it('is read three exchanges back, with what the assistant said before it (S19)', async () => {
    const lines = [
      line('user', 'I live in Oslo.', '2026-03-01T10:00'),
      line('assistant', 'Nice.', '2026-03-01T10:01'),
    ]
    for (let turn = 10; turn < 20; turn++) {
      lines.push(line('user', `Write poem ${turn}`, `2026-03-01T11:${turn}`))
      lines.push(line('assistant', 'A poem.', `2026-03-01T11:${turn}:30`))
    }
    const taste = 'I like dark roast coffee in the morning very much.'
    lines.push(
      line('user', 'What do you know?', '2026-03-01T12:00'),
      line('assistant', taste, '2026-03-01T12:01'),
    )
    lines.push(
      line('user', `Memory: ${taste}`, '2026-03-01T12:02'),
      line('assistant', 'ok', '2026-03-01T12:03'),
    )
    await memory.import({ content: lines.join(''), session: 's', asMine: true })
    expect(await memory.extract({ session: 's' })).toMatchObject({ pairs: 3, records: [] })
    expect((await memory.recordList({})).records).toEqual([])
  })

  it('goes from a record that others speak for too, with its turn', async () => {
    await talk('nuts', 'I am allergic to peanuts.', '2026-03-01')
    await talk('sea', 'I am allergic to shellfish.', '2026-03-02')
    await memory.extract({ session: 'nuts' })
    expect((await memory.extract({ session: 'sea' })).records).toMatchObject([{ outcome: 'updated' }])
    const bodyOf = async () => (await memory.recordRead({ which: 'i-am-allergic-to-peanuts' })).body
    expect(await bodyOf()).toBe('> I am allergic to shellfish.\n\n> I am allergic to peanuts. (2026-03-01)')
    const { hits } = await memory.search({ question: 'allergic shellfish', kinds: ['turn'] })
    const turn = hits.find(({ text }) => text.includes('shellfish'))
    expect(await memory.forget({ id: turn?.id ?? '' })).toMatchObject({
      state: 'physical',
      kept: [expect.any(String)],
    })
    expect(await bodyOf()).toBe('> I am allergic to peanuts. (2026-03-01)')
    expect((await memory.recordList({})).records).toMatchObject([
      { name: 'I am allergic to peanuts', description: 'I am allergic to peanuts.' },
    ])
  })
})

describe('extraction', () => {
  const say = (content: string, who = memory) => who.extract({ messages: [{ role: 'user', content }] })
  const outcomes = async (content: string, who = memory) =>
    (await say(content, who)).records.map(({ outcome }) => outcome)

  it('lets another value take the place of a value alone', async () => {
    await say('I live in Oslo and my son Leo has asthma.')
    expect(await outcomes('I live in Bergen now.')).toEqual(['updated'])
    const { records } = await memory.recordList({})
    expect(records.map(({ name }) => name).sort()).toEqual(['Home', 'My son Leo has asthma'])
  })

  it('keeps what was said before under what is said now, and replays change nothing', async () => {
    const messages = [
      { role: 'user', content: 'I am allergic to peanuts.' },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: 'I am allergic to shellfish.' },
    ]
    await memory.extract({ messages })
    const before = (await memory.recordList({})).records
    expect(before).toMatchObject([
      { name: 'I am allergic to shellfish', file: 'i-am-allergic-to-peanuts.md' },
    ])
    for (let time = 0; time < 3; time++) await memory.extract({ messages })
    expect((await memory.recordList({})).records).toEqual(before)
  })

  it('writes nothing over the word of who is believed more', async () => {
    await say('I live in Bergen.')
    const agent = engine.as({ user: 'ann', agent: 'helper' })
    expect(await outcomes('I live in Moscow.', agent)).toEqual(['less_trusted'])
    expect((await memory.recordList({})).records).toMatchObject([{ description: 'I live in Bergen.' }])
  })

  it('leaves forgotten each of what a record said, however it would come back', async () => {
    await say('I am allergic to peanuts.')
    await say('I am allergic to shellfish.')
    const [record] = (await memory.recordList({})).records
    await memory.recordDelete({ which: record?.id ?? '' })
    for (const said of ['peanuts', 'Shellfish!', 'mustard', 'peanuts', 'shellfish'])
      expect(await outcomes(`I am allergic to ${said}.`)).toEqual([
        said === 'mustard' ? 'created' : 'forgotten',
      ])
  })

  it('four times at once keeps one record', async () => {
    await Promise.all(
      ['peanuts and walnuts', 'peanuts and to walnuts', 'peanuts, walnuts', 'peanuts and walnuts'].map(
        (nuts) => say(`I am allergic to ${nuts}.`),
      ),
    )
    expect((await memory.recordList({})).records).toHaveLength(1)
  })

  it('that was begun has ended when the engine is closed, and none begins later', async () => {
    const messages = [{ role: 'user', content: 'I am allergic to peanuts.' }]
    const begun = memory.extract({ messages, wait: false })
    const closed = engine.close()
    const { extractionId } = await begun
    await closed
    await expect(memory.extract({ messages, wait: false })).rejects.toMatchObject({ code: 'store_failed' })
    await open()
    expect((await memory.extractionLog({})).extractions).toMatchObject([{ extractionId, outcome: 'done' }])
  })

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
