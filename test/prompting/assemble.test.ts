import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
let memory: Memory

beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', zone: 'UTC' })
  memory = engine.as({ user: 'ann' })
  await memory.capture({ text: 'My name is Ann. I live in Lisbon. I prefer dark roast coffee.' })
  await memory.instruct({ action: 'add', text: 'Always reply in French' })
  await memory.instruct({ action: 'add', text: 'Be brief here', scope: 'channel', scopeName: 'slack' })
  await memory.recordSave({
    name: 'weekly report',
    description: 'How Ann wants the weekly report: short, with figures',
    type: 'feedback',
    body: 'Three lines, figures first.',
  })
  for (const text of ['The harbour office moved to pier 7 in May', 'Mia keeps the spare key of the harbour office'])
    await memory.capture({ text })
})

afterAll(() => engine.close())

type Event = Parameters<Memory['transcriptAppend']>[0]['events'][number]

const append = (session: string, ...events: Event[]) => memory.transcriptAppend({ session, events })
const user = (text: string): Event => ({ type: 'message', role: 'user', text })
const assistant = (text: string): Event => ({ type: 'message', role: 'assistant', text })

describe('prompt.assemble', () => {
  it('gathers what is remembered for what is asked, and says where everything is', async () => {
    const prompt = await memory.promptAssemble({
      ask: 'Write the weekly report: who keeps the key of the harbour office?',
      identity: 'You are a helpful assistant.',
      instructions: 'Answer in one paragraph.',
    })
    expect(prompt.text).toMatch(/^You are a helpful assistant\.\n\nAnswer in one paragraph\.\n\n<recollect-memory kind="instructions">/)
    for (const part of ['Always reply in French', 'I live in Lisbon', 'figures first', 'Mia keeps the spare key'])
      expect(prompt.text).toContain(part)
    expect(prompt.text).not.toContain('Be brief here')
    expect(prompt.text?.endsWith('user: Write the weekly report: who keeps the key of the harbour office?')).toBe(true)
    expect(prompt.table.find(({ reason }) => reason === 'scope_mismatch')?.block).toBe('instructions')
    expect(prompt.tokens.total).toBeLessThanOrEqual(8_000)
    expect(prompt.assemblyId).toBeNull()
  })
})
