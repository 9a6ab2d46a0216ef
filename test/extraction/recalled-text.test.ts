import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { fence } from '../../src/text/fence.js'
import { temporaryFolder } from '../open-spine.js'

const HOUR_MS = 3_600_000
const text = 'I usually run along the river before work'

let engine: Engine
let memory: Memory
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 1, 9) })
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', zone: 'UTC' })
  memory = engine.as({ user: 'ann' })
})
afterEach(async () => {
  await engine.close()
  vi.useRealTimers()
})

const extract = (content: string) => memory.extract({ messages: [{ role: 'user', content }] })
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('what was recalled', () => {
  it('becomes a record where nothing stands against it', async () => {
    expect(await extract(`${text}.`)).toMatchObject({ records: [{ outcome: 'created' }] })
  })

  it('by a search of the last day is not the user’s word, in ten turns that repeat it (S19)', async () => {
    await memory.capture({ text: `${text} or after it.` })
    later(2 * HOUR_MS)
    expect((await memory.search({ question: 'run along the river' })).hits).toHaveLength(1)
    const shown = [
      `${text}.`,
      `Memory: ${text}`,
      `- "${text}"`,
      text.toUpperCase(),
      text.replace(' before', '\nbefore'),
    ]
    for (let turn = 0; turn < 10; turn++) {
      later(60_000)
      expect({ turn, ...(await extract(shown[turn % shown.length] ?? '')) }).toMatchObject({
        outcome: 'skipped',
        reason: 'no_own_words',
      })
    }
    expect((await memory.recordList({})).records).toEqual([])
  })

  it('by a list of notes is not the user’s word either', async () => {
    await memory.capture({ text: `${text} or after it.` })
    later(2 * HOUR_MS)
    expect(await extract(`${text}.`)).toMatchObject({ records: [{ outcome: 'created' }] })
  })

  it('in a block is not the user’s word, whatever memory holds by now', async () => {
    const block = fence('core', 'note', [{ text, origin: 'user', trust: 'stated', day: '2026-05-01' }], null)
    for (const said of [block, block.replace(/[<[]/g, '{').replace(/[>\]]/g, '}'), block.toUpperCase()])
      expect(await extract(said)).toMatchObject({ outcome: 'skipped', reason: 'no_own_words' })
  })

  it('by the assistant is not the user’s word', async () => {
    const messages = [
      { role: 'user', content: 'What do I do in the morning?' },
      { role: 'assistant', content: `You said: ${text}.` },
      { role: 'user', content: `${text}.` },
    ]
    expect((await memory.extract({ messages })).records).toEqual([])
  })
})
