import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { fixture } from './read-entries.js'

let engine: Engine
let users = 0

beforeAll(async () => {
  engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
  })
})

afterAll(() => engine.close())

/** A memory of its own, in the one store: opening it is most of the work of a small import. */
const someone = () => {
  users += 1
  return engine.as({ user: `user${users}` })
}

const WHOLE = 'claude-code/-home-ann-harbour/9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'

const files = [
  ['claude-code/-home-ann-harbour/4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b.jsonl', 8],
  ['chatgpt-conversations.json', 7],
  ['claude-ai-conversations.json', 4],
  ['messages/openai.json', 3],
  ['messages/anthropic.json', 4],
  ['messages/requests.jsonl', 6],
  ['whatsapp-iphone.txt', 3],
  ['whatsapp-android.txt', 2],
  ['chat.txt', 4],
  ['notes/plan.md', 1],
  [`${WHOLE}.jsonl`, 12],
  ['codex/rollout-bare.jsonl', 5],
  ['ai-sdk/chat.json', 7],
  ['slack/general/2026-03-04.json', 2],
  ['telegram/all.json', 2],
  ['discord/Sailors - knots [222].json', 3],
  ['discord/package/messages/c300/messages.csv', 2],
] as const

/** Some of what each file says. */
const WORDS =
  'tide cake letter harbour boats knot sail towels tea phase lock mole ferry tar aye tides times ropes'

describe('importing', () => {
  it.each(files)(
    '%s: the dry run says what happens, the second time nothing does, and what was forgotten stays so',
    async (name, added) => {
      const memory = someone()
      const input = { content: fixture(name), name }
      const predicted = await memory.import({ ...input, dryRun: true })
      expect(await memory.stats({})).toMatchObject({ items: 0 })
      const first = await memory.import(input)
      expect(first).toMatchObject({ added, forgotten: 0 })
      expect(predicted).toEqual({ ...first, dryRun: true })
      const read = first.messages + first.notes + first.events
      expect(await memory.import(input)).toEqual({ ...first, added: 0, repeated: read })
      expect(await memory.stats({})).toMatchObject({ items: added })

      const { hits } = await memory.search({ question: WORDS })
      expect(hits.length).toBeGreaterThan(0)
      for (const { id } of hits) await memory.forget({ id, verify: false })
      const again = await memory.import(input)
      expect(again.added).toBe(0)
      expect(again.forgotten).toBeGreaterThanOrEqual(hits.length)
      expect((await memory.search({ question: WORDS })).hits).toEqual([])
    },
  )

  it('adds only what is new when the file has grown', async () => {
    const memory = someone()
    const name = files[0][0]
    const lines = fixture(name).toString().split('\n')
    const event = JSON.parse(lines[3] ?? '') as Record<string, unknown>
    await memory.import({ content: lines.join('\n') })
    const grown = { ...event, uuid: 'new', message: { role: 'user', content: 'One thing more.' } }
    // The line that was torn is whole by now.
    const content = [...lines.filter((_, index) => index < lines.length - 1), JSON.stringify(grown)].join(
      '\n',
    )
    expect(await memory.import({ content })).toMatchObject({ added: 1, repeated: 8, skipped: 0, sessions: 1 })
    const { hits } = await memory.search({ question: 'One thing more' })
    expect(hits[0]?.turn).toMatchObject({ session: 'harbour 4f1c2a9b', seq: 9 })
  })

  it('adds to what an older version imported only what that one left out', async () => {
    const memory = someone()
    const name = `${WHOLE}.jsonl`
    // Turns have been known by session, id, role, time and text since the first version, as in our own lines.
    const id = (n: number) => `b8000000-0000-4000-8000-00000000000${n}`
    const session = '9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'
    const lines = [
      { role: 'assistant', content: 'I will look for the locks.', id: id(5), at: '2026-03-05T08:00:06Z' },
      {
        role: 'assistant',
        content: 'The lock times are in the table now.',
        id: id(8),
        at: '2026-03-05T08:01:30Z',
      },
    ].map((message) => JSON.stringify({ ...message, session }))
    await memory.import({ content: lines.join('\n') })
    expect(await memory.import({ content: fixture(name), name })).toMatchObject({
      messages: 4,
      events: 8,
      added: 10,
      repeated: 2,
      sessions: 1,
      masked: 1,
    })
    expect(await memory.stats({})).toMatchObject({ items: 12, sessions: 1 })
  })

  it('takes out of a transcript what programs put in, and secrets unless they are to be kept', async () => {
    const memory = someone()
    const input = { content: fixture(`${WHOLE}.jsonl`), asMine: true }
    expect(await memory.import(input)).toMatchObject({ masked: 1 })
    const said = async (question: string) => (await memory.search({ question })).hits.map(({ text }) => text)
    expect(await said('lock times')).toContain('Add the lock times of Glückstadt.')
    expect(await said('office page')).toContain('The harbour office uses the password=… for the page.')
    // It is the same turn, whether it was masked or not.
    expect(await memory.import({ ...input, keepSecrets: true })).toMatchObject({ added: 0, masked: 0 })
    const ben = someone()
    await ben.import({ ...input, keepSecrets: true })
    expect((await ben.search({ question: 'office page' })).hits[0]?.text).toContain('Tr0ub4dor&3x')
  })

  it('finds what was said and what files held, and nothing of what agents did', async () => {
    const memory = someone()
    for (const name of [`${WHOLE}.jsonl`, `${WHOLE}/subagents/agent-a748733.jsonl`, files[0][0]])
      await memory.import({ content: fixture(name), name })
    const { hits } = await memory.search({
      question: 'lock locks offset not found continued Grep',
      limit: 50,
    })
    const found = hits.map(({ text }) => text)
    expect(found).toContain('The lock opens two hours before high water.')
    expect(found.filter((text) => /every f|not found|continued|pattern|are in a file/.test(text))).toEqual([])
  })

  it('knows a conversation of ChatGPT again whose title has changed, and appends to it', async () => {
    const memory = someone()
    const [cake] = JSON.parse(fixture('chatgpt-conversations.json').toString()) as [
      { title: string; mapping: Record<string, unknown>; current_node: string },
    ]
    await memory.import({ content: JSON.stringify([cake]) })
    cake.title = 'Cake'
    cake.mapping['q-3'] = {
      message: {
        id: 'q-3',
        author: { role: 'user' },
        content: { content_type: 'text', parts: ['And marzipan?'] },
      },
      parent: 'a-3',
      children: [],
    }
    cake.current_node = 'q-3'
    expect(await memory.import({ content: JSON.stringify([cake]) })).toMatchObject({ added: 1, repeated: 6 })
    const { hits } = await memory.search({ question: 'marzipan' })
    expect(hits[0]?.turn).toMatchObject({ session: 'Birthday cake without nuts', seq: 7 })
  })

  it('keeps conversations of the same title apart', async () => {
    const memory = someone()
    const conversation = (id: string, word: string) => ({
      id,
      title: 'New chat',
      mapping: { a: { message: { author: { role: 'user' }, content: { parts: [word] } }, children: [] } },
    })
    const content = JSON.stringify([
      conversation('1', 'apple'),
      conversation('2', 'banana'),
      conversation('3', 'apple'),
    ])
    expect(await memory.import({ content })).toMatchObject({ added: 3, sessions: 3 })
    const { hits } = await memory.search({ question: 'banana' })
    expect(hits[0]?.turn).toMatchObject({ session: 'New chat', seq: 1 })
  })

  it('adds to a log of requests what the next request says', async () => {
    const memory = someone()
    const lines = fixture('messages/requests.jsonl').toString().split('\n')
    expect(await memory.import({ content: lines[0] ?? '', name: 'log' })).toMatchObject({ added: 2 })
    expect(await memory.import({ content: lines.join('\n'), name: 'log' })).toMatchObject({
      added: 4,
      repeated: 4,
    })
  })
})

describe('whose words it is', () => {
  const originsOf = async (name: string, question: string, more: object = {}) => {
    const memory = someone()
    await memory.import({ content: fixture(name), name, ...more })
    const { hits } = await memory.search({ question, limit: 50 })
    return Object.fromEntries(
      hits.map(({ text, origin, trust }) => [text.substring(0, 40), `${origin} ${trust}`]),
    )
  }

  it('is the user only where it is vouched for, and never an attached file', async () => {
    const [name, question] = ['claude-ai-conversations.json', 'letter Dona Graça arrive']
    const said = {
      'Please shorten this letter to Dona Graça': 'import observed',
      'Dear Dona Graça, we arrive on 22 May at ': 'document untrusted',
      'Dear Dona Graça, we arrive on 22 May, 9:': 'assistant untrusted',
    }
    expect(await originsOf(name, question)).toEqual(said)
    expect(await originsOf(name, question, { asMine: true })).toEqual({
      ...said,
      'Please shorten this letter to Dona Graça': 'user stated',
    })
  })

  it('in a chat of several people is the user only under the name they say is theirs', async () => {
    const [name, question] = ['whatsapp-iphone.txt', 'sail thermos day']
    const said = {
      'Shall we sail on Saturday?': 'import observed',
      'Yes!\nI bring the thermos.\nNote: the lock': 'import observed',
      'That was the best day of the year.': 'import observed',
    }
    expect(await originsOf(name, question, { asMine: true })).toEqual(said)
    expect(await originsOf(name, question, { asMine: true, me: 'Ann' })).toEqual({
      ...said,
      'Shall we sail on Saturday?': 'user stated',
      'That was the best day of the year.': 'user stated',
    })
  })

  it.each([
    ['slack/general/2026-03-04.json', 'new times High water', 'U0ANN', ['tool', 'user']],
    ['telegram/result.json', 'ropes list account', 'ANN', ['import', 'import', 'user']],
    ['discord/Sailors - knots [222].json', 'knot bowline', 'ann', ['import', 'tool', 'user']],
  ])('in %s is the user by any of their names, and never a bot', async (name, question, me, whose) => {
    const found = Object.values(await originsOf(name, question, { asMine: true, me }))
    expect(found.map((said) => said.replace(/ .*/, '')).sort()).toEqual(whose)
  })

  it('of a note is who vouches for it', async () => {
    const [name, text] = ['notes/plan.md', fixture('notes/plan.md').toString().substring(0, 40)]
    expect(await originsOf(name, 'harbours')).toEqual({ [text]: 'import observed' })
    expect(await originsOf(name, 'harbours', { asMine: true })).toEqual({ [text]: 'user stated' })
  })
})
