import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { fixture } from './read-entries.js'

async function openAnn() {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  return { engine, memory: engine.as({ user: 'ann' }) }
}

const files = [
  ['claude-code/-home-ann-harbour/4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b.jsonl', 4],
  ['chatgpt-conversations.json', 7],
  ['claude-ai-conversations.json', 4],
  ['messages/openai.json', 3],
  ['messages/anthropic.json', 4],
  ['messages/requests.jsonl', 6],
  ['whatsapp-iphone.txt', 3],
  ['whatsapp-android.txt', 2],
  ['chat.txt', 4],
  ['notes/plan.md', 1],
] as const

describe('importing', () => {
  it.each(files)(
    '%s: the dry run says what happens, and the second time nothing does',
    async (name, added) => {
      const { engine, memory } = await openAnn()
      const input = { content: fixture(name), name }
      const predicted = await memory.import({ ...input, dryRun: true })
      expect(await memory.stats({})).toMatchObject({ items: 0 })
      const first = await memory.import(input)
      expect(first).toMatchObject({ added, forgotten: 0 })
      expect(predicted).toEqual({ ...first, dryRun: true })
      const read = first.messages + first.notes
      expect(await memory.import(input)).toEqual({ ...first, added: 0, repeated: read })
      expect(await memory.stats({})).toMatchObject({ items: added })
      await engine.close()
    },
  )

  it('adds only what is new when the file has grown', async () => {
    const { engine, memory } = await openAnn()
    const name = files[0][0]
    const lines = fixture(name).toString().split('\n')
    const event = JSON.parse(lines[3] ?? '') as Record<string, unknown>
    await memory.import({ content: lines.join('\n') })
    const grown = { ...event, uuid: 'new', message: { role: 'user', content: 'One thing more.' } }
    // The line that was torn is whole by now.
    const content = [...lines.filter((_, index) => index < lines.length - 1), JSON.stringify(grown)].join(
      '\n',
    )
    expect(await memory.import({ content })).toMatchObject({ added: 1, repeated: 4, skipped: 0, sessions: 1 })
    const { hits } = await memory.search({ question: 'One thing more' })
    expect(hits[0]?.turn).toMatchObject({ session: 'harbour 4f1c2a9b', seq: 5 })
    await engine.close()
  })

  it('knows a conversation of ChatGPT again whose title has changed, and appends to it', async () => {
    const { engine, memory } = await openAnn()
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
    await engine.close()
  })

  it('keeps conversations of the same title apart', async () => {
    const { engine, memory } = await openAnn()
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
    await engine.close()
  })

  it('adds to a log of requests what the next request says', async () => {
    const { engine, memory } = await openAnn()
    const lines = fixture('messages/requests.jsonl').toString().split('\n')
    expect(await memory.import({ content: lines[0] ?? '', name: 'log' })).toMatchObject({ added: 2 })
    expect(await memory.import({ content: lines.join('\n'), name: 'log' })).toMatchObject({
      added: 4,
      repeated: 4,
    })
    await engine.close()
  })

  it.each(files)('%s: leaves what was forgotten forgotten', async (name) => {
    const { engine, memory } = await openAnn()
    const input = { content: fixture(name), name }
    await memory.import(input)
    const question = 'tide cake letter harbour boats knot sail towels tea phase'
    const { hits } = await memory.search({ question })
    for (const { id } of hits) await memory.forget({ id, verify: false })
    const again = await memory.import(input)
    expect({ added: again.added, hits: (await memory.search({ question })).hits }).toEqual({
      added: 0,
      hits: [],
    })
    expect(again.forgotten).toBeGreaterThanOrEqual(hits.length)
    expect(hits.length).toBeGreaterThan(0)
    await engine.close()
  })
})

describe('whose words it is', () => {
  const originsOf = async (name: string, question: string, more: object = {}) => {
    const { engine, memory } = await openAnn()
    await memory.import({ content: fixture(name), name, ...more })
    const { hits } = await memory.search({ question, limit: 50 })
    await engine.close()
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

  it('of a note is who vouches for it', async () => {
    const [name, text] = ['notes/plan.md', fixture('notes/plan.md').toString().substring(0, 40)]
    expect(await originsOf(name, 'harbours')).toEqual({ [text]: 'import observed' })
    expect(await originsOf(name, 'harbours', { asMine: true })).toEqual({ [text]: 'user stated' })
  })
})
