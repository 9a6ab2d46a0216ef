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
  for (const text of [
    'We decided to use Kafka.',
    'The harbour office moved to pier 7 in May',
    'Mia keeps the spare key of the harbour office',
  ])
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
    expect(prompt.text).toMatch(
      /^You are a helpful assistant\.\n\nAnswer in one paragraph\.\n\n<recollect-memory kind="instructions">/,
    )
    for (const part of [
      'Always reply in French',
      'I live in Lisbon',
      'figures first',
      'Mia keeps the spare key',
    ])
      expect(prompt.text).toContain(part)
    expect(prompt.text).not.toContain('Be brief here')
    expect(
      prompt.text?.endsWith('user: Write the weekly report: who keeps the key of the harbour office?'),
    ).toBe(true)
    expect(prompt.table.find(({ reason }) => reason === 'scope_mismatch')?.block).toBe('instructions')
    expect(prompt.tokens.total).toBeLessThanOrEqual(8_000)
    expect(prompt.assemblyId).toBeNull()
  })

  it('gives what is asked now the last word, and shows what a project noted', async () => {
    const project = engine.as({ user: 'ann', workspace: 'acme/web' })
    await project.workspaceNote({ text: 'Deploys go out on Tuesdays', type: 'convention', importance: 5 })
    const there = await project.promptAssemble({ ask: 'When do deploys go out?' })
    expect(there.text).toContain('Deploys go out on Tuesdays')
    const moved = await memory.promptAssemble({ ask: 'I live in Porto. Which bakery is near?' })
    expect(moved.table.find(({ reason }) => reason === 'authority_loser')).toMatchObject({
      block: 'core_memory',
      by: 'caller:ask',
    })
    expect(moved.table.filter(({ about }) => about === 'I live in Lisbon')).toHaveLength(1)
  })

  it('shows the task that a session works on, which has to be there, and the one that is named', async () => {
    const plan = [{ step: 'Pack the lantern', status: 'in_progress' as const }]
    await memory.taskOpen({ name: 'move', goal: 'Move the office to Porto', plan, session: 'moving' })
    await append('moving', user('What is next?'))
    const { text } = await memory.promptAssemble({ session: 'moving', record: false })
    expect(text).toContain('Goal: Move the office to Porto')
    expect(text).toContain('1. [now] Pack the lantern')
    expect((await memory.promptAssemble({ ask: 'What is next?', task: 'move' })).text).toContain(
      'Pack the lantern',
    )
    const small = memory.promptAssemble({ session: 'moving', budgetTokens: 40 })
    await expect(small).rejects.toThrow(/what is required needs \d+ tokens.*task \d+/)
  })

  it('goes on where a session stands, keeps its beginning, and recalls nothing that is in sight', async () => {
    await append('chat', user('The harbour office moved to pier 7 in May'), assistant('Noted.'))
    const first = await memory.promptAssemble({
      session: 'chat',
      ask: 'Where is the harbour office?',
      format: 'openai',
    })
    await append(
      'chat',
      user('Where is the harbour office?'),
      assistant('At pier 7.'),
      user('Who has its key?'),
    )
    const second = await memory.promptAssemble({ session: 'chat', format: 'openai' })
    expect(second.ask).toBe('Who has its key?')
    const contents = ({ messages = [] }: typeof first) => messages.map((one) => JSON.stringify(one))
    expect(contents(second).slice(0, 3)).toEqual(contents(first).slice(0, 3))
    expect(contents(second).filter((one) => one.includes('pier 7'))).toHaveLength(2)
    expect(contents(second).at(-1)).toContain('Mia keeps the spare key')
    expect(contents(second).filter((one) => one.includes('Who has its key?'))).toHaveLength(1)
    expect(contents(second).join()).toMatch(/\(memory: \d+ items recalled here\)/)
  })

  it('keeps core memory as it was until a fact changes, and the ask in its place while it is worked on', async () => {
    const core = async () => {
      const asked = {
        session: 'work',
        format: 'anthropic',
        blocks: { core_memory: { budgetTokens: 62 } },
      } as const
      const { system, messages } = await memory.promptAssemble(asked)
      return { system: JSON.stringify(system), messages }
    }
    await append('work', user('Read the plan'))
    const before = await core()
    // What is used often weighs more: chosen anew, the other two would stand in it.
    for (let times = 0; times < 5; times++) await memory.core({ budgetTokens: 62, selection: 'recency' })
    await memory.recalls({})
    const anew = await memory.core({ budgetTokens: 62 })
    expect(before.system).not.toContain(anew.block.split('\n')[2])
    await append(
      'work',
      { type: 'tool_call', text: '{"path":"plan"}', tool: 'read_file', callId: '1' },
      { type: 'tool_result', text: 'The plan', tool: 'read_file', callId: '1' },
    )
    const during = await core()
    expect(during.system).toBe(before.system)
    expect(JSON.stringify(during.messages).match(/Read the plan/g)).toHaveLength(1)
    await memory.capture({ text: 'My employer is Initech.' })
    expect((await core()).system).not.toBe(before.system)
  })

  it('is kept without a word, counts what it shows once, and says later what differs', async () => {
    const { id } = await memory.capture({ text: 'The lantern code is 4417 blue' })
    await append('replayed', user('What is the lantern code?'))
    const asked = { session: 'replayed' }
    const kept = await memory.promptAssemble(asked)
    expect(kept.text).toContain('4417 blue')
    await memory.promptAssemble(asked)
    const { events } = await memory.transcriptRead({ session: 'replayed', types: ['recall'] })
    expect(events).toHaveLength(2)
    expect(JSON.stringify(events)).not.toMatch(/lantern|4417|coffee/)
    await memory.recalls({})
    expect((await memory.get({ id })).useCount).toBe(1)
    const same = await memory.promptReplay({ id: kept.assemblyId! })
    expect(same).toMatchObject({ gone: [], new: [], changed: [], tokensThen: kept.tokens.total })
    await memory.forget({ id })
    await memory.capture({ text: 'The lantern code was changed by Mia' })
    const later = await memory.promptReplay({ session: 'replayed' })
    expect(later.gone).toEqual([{ block: 'recall', id }])
    expect(later.new).toHaveLength(1)
    expect(later.text).not.toContain('4417')
  })

  it('shows what memory tools gave before as count and status, and documents as pointers', async () => {
    const { hits } = await memory.search({ question: 'harbour office key' })
    const call = (tool: string, callId: string, text: string): Event[] => [
      { type: 'tool_call', text: '{}', tool, callId },
      { type: 'tool_result', text, tool, callId },
    ]
    const cited = {
      answer: '25 days',
      citations: [{ document: hits[0]!.id, title: 'Handbook', anchor: 'leave', quote: 'There are 25 days' }],
    }
    await append(
      'tools',
      user('Look it up'),
      ...call('mcp__recollect__memory_search', '1', JSON.stringify({ hits })),
      ...call('knowledge_ask', '2', JSON.stringify(cited)),
      assistant('Found it.'),
      user('And now?'),
    )
    const prompt = await memory.promptAssemble({
      session: 'tools',
      record: false,
      blocks: { recall: { off: true }, core_memory: { off: true } },
      tools: [
        { name: 'knowledge_ask', description: 'Asks documents', schema: { type: 'object' } },
        { name: 'delete_all', description: 'Deletes everything', schema: { type: 'object' } },
      ],
    })
    expect(prompt.text).toContain(`(memory_search: ${hits.length} items recalled; not shown again)`)
    expect(prompt.text).toContain(`(knowledge_ask: ${hits[0]!.id}#leave; not shown again`)
    expect(prompt.text).not.toMatch(/spare key|25 days/)
    expect(prompt.text).toContain('"name":"knowledge_ask"')
    expect(prompt.text).toContain('- delete_all: Deletes everything')
    expect(prompt.text).not.toContain('"name":"delete_all"')
  })

  it('says what it could not do, and goes on', async () => {
    const reader = engine.as({ user: 'ann', capabilities: ['memory.read'] })
    const prompt = await reader.promptAssemble({ session: 'chat' })
    expect(prompt).toMatchObject({
      assemblyId: null,
      missing: { record: expect.stringContaining('memory.write') },
    })
    await expect(memory.promptAssemble({ session: 'chat', budgetTokens: 10 })).rejects.toThrow(
      /needs \d+ tokens/,
    )
    await expect(memory.promptAssemble({})).rejects.toThrow('nothing is asked')
  })
})

it('says of somebody who moved where they live now, also to a question that says so itself', async () => {
  const lou = engine.as({ user: 'lou' })
  for (const city of ['Lisbon', 'Porto']) await lou.capture({ text: `I live in ${city}.` })
  const asked = await lou.promptAssemble({ ask: 'Where do I live?' })
  expect(asked.text).toContain('I live in Porto')
  expect(asked.text).not.toContain('Lisbon')
  expect(asked.table).toContainEqual(expect.objectContaining({ block: 'recall', reason: 'conflict_loser' }))
  const said = await lou.promptAssemble({ ask: 'I live in Porto. Is that far?' })
  expect(said.table.filter(({ reason }) => reason === 'authority_loser')).toEqual([])
  const before = await lou.promptAssemble({ ask: 'Where did I live before Porto?' })
  expect(before.text).toContain('Lisbon')
})
