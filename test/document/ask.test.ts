import { describe, expect, it, onTestFinished } from 'vitest'
import { type Memory, type MemoryOptions, openMemory } from '../../src/index.js'
import { startChatServer } from '../models/loopback-chat-server.js'
import { KEY, modelAt } from '../models/open-models.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const HANDBOOK = `# Handbook

How we work.

## Vacation

Every employee has **25 days** of vacation a year, and five more after ten years.

## Sick leave

Call before nine o'clock, and see a doctor on the third day.
`
const VACATION = 'Every employee has **25 days** of vacation a year'
const QUESTION = 'How many days of vacation does an employee have in Lisbon?'

async function open(options: MemoryOptions = {}) {
  const engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    embedder: 'off',
    zone: 'UTC',
    ...options,
  })
  onTestFinished(() => engine.close())
  const ann = engine.as({ user: 'ann' })
  return { engine, ann, agent: engine.as({ user: 'ann', agent: 'helper' }) }
}

async function publish(memory: Memory, text = HANDBOOK, path = 'handbook.md') {
  await memory.knowledgeImport({ files: [{ path, content: text }] })
  await memory.knowledgePublish({ document: path })
}

const answering = (quote: string) => ({
  calls: [
    [
      'answer',
      {
        answer: '25 days.',
        citations: [{ document: 'D1', anchor: 'vacation', quote }],
        gaps: ['whether Lisbon differs'],
      },
    ] as const,
  ],
})

describe('a question to the documents of a task', () => {
  it('is answered by the model that reads, with quotes that stand there and pointers to what was read', async () => {
    const server = await startChatServer()
    const { ann, agent } = await open({ model: { researcher: modelAt(server) } })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    server.next({ calls: [['read_section', { document: 'D1', anchor: 'vacation' }]] }, answering(VACATION))
    const answer = await agent.knowledgeAsk({ question: QUESTION })
    const [{ document } = { document: '' }] = answer.citations
    expect(answer).toEqual({
      answer: '25 days.',
      citations: [
        {
          document,
          title: 'Handbook',
          source: 'handbook.md',
          version: 1,
          anchor: 'vacation',
          headings: ['Handbook', 'Vacation'],
          line: 7,
          lastLine: 7,
          quote: `${VACATION}, and five more after ten years.`,
        },
      ],
      gaps: ['whether Lisbon differs'],
      waiting: 0,
      by: expect.stringContaining('#m'),
      reason: null,
      detail: null,
      steps: 2,
      removedCitations: 0,
      read: [
        { document, title: 'Handbook', version: 1, sections: [{ anchor: 'vacation', heading: 'Vacation' }] },
      ],
    })
    expect(JSON.stringify(answer)).not.toContain('third day')
    // The page that was cited is where the pointers lead.
    expect(await agent.knowledgeReadSection({ document, anchor: 'vacation' })).toMatchObject({ line: 5 })
  })

  it.each([
    ['invents its quotes', answering('Every employee has 40 days of vacation a year'), 'unverified', 1],
    ['never ends', { calls: [['map', {}] as const] }, 'unfinished', 0],
    ['answers no JSON', 'It is 25 days, I think.', 'unreadable', 0],
    ['is not there', { status: 500, body: KEY }, 'unavailable', 0],
  ] as const)(
    'is answered with passages where the model %s, and says why',
    async (_, reply, reason, removed) => {
      const server = await startChatServer({ always: reply })
      const { ann } = await open({ model: { researcher: modelAt(server) } })
      await publish(ann)
      await ann.knowledgeAttach({ all: true })
      const answer = await ann.knowledgeAsk({ question: QUESTION })
      expect(answer).toMatchObject({ by: 'passages', reason, removedCitations: removed, gaps: ['Lisbon'] })
      expect(answer.citations[0]).toMatchObject({ anchor: 'vacation', title: 'Handbook', version: 1 })
      expect(answer.citations[0]?.quote).toContain(VACATION)
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`40 days|I think|${KEY}`))
    },
  )

  it('is answered with passages where there is no model, or none that can be lent tools', async () => {
    const own = { name: 'mine', complete: async () => ({ text: '{}', ending: 'whole' as const }) }
    for (const [options, reason] of [
      [{ model: 'off' }, 'off'],
      [{ model: own }, 'no_tools'],
    ] as const) {
      const { ann } = await open(options)
      await publish(ann)
      await ann.knowledgeAttach({ documents: ['handbook.md'] })
      expect(await ann.knowledgeAsk({ question: QUESTION })).toMatchObject({
        by: 'passages',
        reason,
        detail: expect.any(String),
        read: [],
        citations: [{ anchor: 'vacation' }],
      })
    }
  })

  it('asks no model where passages are wanted', async () => {
    const server = await startChatServer({ always: { status: 500 } })
    const { ann } = await open({ model: { researcher: modelAt(server) } })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    const answer = await ann.knowledgeAsk({ question: QUESTION, by: 'passages' })
    expect(answer).toMatchObject({ by: 'passages', reason: null, citations: [{ anchor: 'vacation' }] })
    expect(server.asked).toEqual([])
  })

  it('has no answer where no document is published and attached, and asks nobody', async () => {
    const server = await startChatServer()
    const { ann, engine } = await open({ model: { researcher: modelAt(server) } })
    const nothing = { reason: 'no_documents', answer: '', citations: [], gaps: [], steps: 0 }
    expect(await ann.knowledgeAsk({ question: QUESTION })).toMatchObject(nothing)
    await publish(ann)
    expect(await ann.knowledgeAsk({ question: QUESTION })).toMatchObject(nothing)
    await ann.knowledgeAttach({ all: true, task: 'leave' })
    expect(await ann.knowledgeAsk({ question: QUESTION })).toMatchObject(nothing)
    expect(
      await engine.as({ user: 'bob' }).knowledgeAsk({ question: QUESTION, task: 'leave' }),
    ).toMatchObject(nothing)
    await ann.knowledgeWithdraw({ document: 'handbook.md' })
    expect(await ann.knowledgeAsk({ question: QUESTION, task: 'leave' })).toMatchObject(nothing)
    expect(server.asked).toEqual([])
  })

  it('is for one document where it names one, and that must be visible', async () => {
    const { ann } = await open()
    await publish(ann)
    await publish(ann, HANDBOOK.replace('25 days', '30 days').replace('# Handbook', '# Old'), 'old.md')
    await ann.knowledgeAttach({ all: true })
    const { citations } = await ann.knowledgeAsk({ question: QUESTION, document: 'old.md' })
    expect(citations.map(({ title }) => title)).toEqual(['Old'])
    await expect(ann.knowledgeAsk({ question: QUESTION, document: 'absent.md' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('has no gap that a model did not tell of where it cites, and those of the words where it cites nothing', async () => {
    const server = await startChatServer()
    const { ann } = await open({ model: { researcher: modelAt(server) } })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    const question = 'Hello, how many days of vacation a year has every workman?'
    server.next({
      calls: [
        [
          'answer',
          { answer: '25.', citations: [{ document: 'D1', anchor: 'vacation', quote: VACATION }], gaps: [] },
        ],
      ],
    })
    expect(await ann.knowledgeAsk({ question })).toMatchObject({
      gaps: [],
      citations: [{ anchor: 'vacation' }],
    })
    server.next({ calls: [['answer', { answer: '', citations: [], gaps: ['holidays of workers'] }]] })
    expect(await ann.knowledgeAsk({ question })).toMatchObject({
      gaps: ['holidays of workers', 'workman'],
      citations: [],
    })
    server.next({
      calls: [
        [
          'answer',
          { answer: ' ', citations: [{ document: 'D1', anchor: 'vacation', quote: VACATION }], gaps: [] },
        ],
      ],
    })
    expect(await ann.knowledgeAsk({ question })).toMatchObject({ reason: 'unverified', by: 'passages' })
  })

  it('is counted and logged, and stands nowhere itself', async () => {
    const server = await startChatServer({ always: answering(VACATION) })
    const { ann } = await open({ model: { researcher: modelAt(server) } })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    await ann.knowledgeAsk({ question: QUESTION })
    const { cost } = await ann.stats({ cost: true })
    expect(cost?.days).toMatchObject([{ role: 'researcher', calls: 1, inputTokens: 100, outputTokens: 20 }])
    const log = await ann.auditLog({})
    expect(JSON.stringify(log)).toContain('knowledge.ask')
    expect(JSON.stringify(log)).not.toMatch(/Lisbon|vacation/)
  })

  it('costs nothing more once the day’s tokens are used up: the passages still answer', async () => {
    const server = await startChatServer({ always: answering(VACATION) })
    const { ann } = await open({ model: { researcher: modelAt(server) }, modelDailyTokens: 100 })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    expect(await ann.knowledgeAsk({ question: QUESTION })).toMatchObject({
      by: 'passages',
      reason: 'ceiling',
      citations: [{ anchor: 'vacation' }],
    })
    expect(server.asked).toEqual([])
  })
})

describe('summaries', () => {
  /** Closing waits for what goes on in the background. */
  async function mapAfter(options: MemoryOptions) {
    const home = await temporaryFolder()
    const { ann, engine } = await open({ ...options, home })
    await publish(ann)
    await ann.knowledgeAttach({ all: true })
    await engine.close()
    return (await open({ home, model: 'off' })).ann.knowledgeMap({})
  }

  it('come in the background of import and publication, by the summariser, and stand in the map', async () => {
    const server = await startChatServer({ always: '{"summary": "What employees may do."}' })
    const { documents } = await mapAfter({ model: { summariser: modelAt(server) } })
    expect(documents).toMatchObject([{ summary: 'What employees may do.' }])
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]?.prompt).toContain('> How we work.')
  })

  it('are the document’s own words without one, and where it fails', async () => {
    const server = await startChatServer({ always: { status: 500 } })
    for (const model of ['off', { summariser: modelAt(server) }] as const)
      expect((await mapAfter({ model })).documents).toMatchObject([{ summary: 'How we work.' }])
  })
})

describePostgres('questions and summaries on PostgreSQL', () => {
  it('are answered and written as on SQLite', async () => {
    const told = []
    for (const place of [{ home: await temporaryFolder() }, { store: await newDatabase() }]) {
      const server = await startChatServer({ always: '{"summary": "What employees may do."}' })
      const model = { summariser: modelAt(server), researcher: modelAt(server) }
      const { engine, ann } = await open({ ...place, model })
      await publish(ann)
      await ann.knowledgeAttach({ all: true })
      await engine.close()
      server.always(answering(VACATION))
      const again = (await open({ ...place, model })).ann
      const { documents } = await again.knowledgeMap({})
      const { citations, gaps } = await again.knowledgeAsk({ question: QUESTION })
      const passages = await again.knowledgeAsk({ question: QUESTION, by: 'passages' })
      told.push({
        summaries: documents.map(({ summary }) => summary),
        citations: citations.map((one) => ({ ...one, document: null })),
        gaps,
        passages: passages.answer,
      })
    }
    expect(told[0]?.citations).toHaveLength(1)
    expect(told[0]?.summaries).toEqual(['What employees may do.'])
    expect(told[1]).toEqual(told[0])
  })
})
