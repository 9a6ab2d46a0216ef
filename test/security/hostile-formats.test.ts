import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { fixture, readEntries } from '../imports/read-entries.js'
import { temporaryFolder } from '../open-spine.js'

type Nodes = Record<string, { parent?: string | null; children?: unknown; message?: unknown }>

const say = (text: string, more: object = {}) => ({
  author: { role: 'user' },
  content: { content_type: 'text', parts: [text] },
  ...more,
})
const chatgpt = (mapping: Nodes, current?: string) =>
  JSON.stringify([{ id: 'c', title: 't', mapping, current_node: current }])

describe('a mapping of ChatGPT', () => {
  it.each<[string, Nodes, string | undefined, string[]]>([
    [
      'that goes in a circle',
      {
        a: { parent: 'b', children: ['b'], message: say('a') },
        b: { parent: 'a', children: ['a'], message: say('b') },
      },
      'a',
      ['b', 'a'],
    ],
    [
      'whose node is its own parent and child',
      { a: { parent: 'a', children: ['a'], message: say('a') } },
      'a',
      ['a'],
    ],
    [
      'with children that are not there',
      { a: { children: ['x', 1, null, {}], message: say('a') } },
      undefined,
      ['a'],
    ],
    [
      'with a current node that is not there',
      { a: { children: ['b'], message: say('a') }, b: { parent: 'a', message: say('b') } },
      'zz',
      ['a', 'b'],
    ],
    [
      'with children that are no list',
      { a: { children: 'b', message: say('a') }, b: { parent: 'a', message: say('b') } },
      undefined,
      ['a', 'b'],
    ],
    [
      'with two parents for one',
      {
        a: { children: ['c'], message: say('a') },
        b: { children: ['c'], message: say('b') },
        c: { parent: 'a', message: say('c') },
      },
      'c',
      ['a', 'c', 'b'],
    ],
    [
      'with names of the prototype',
      JSON.parse(
        '{"__proto__":{"children":["constructor"],"message":{"author":{"role":"user"},"content":{"parts":["a"]}}},"constructor":{"parent":"__proto__","message":{"author":{"role":"user"},"content":{"parts":["b"]}}}}',
      ) as Nodes,
      'constructor',
      ['a', 'b'],
    ],
  ])('%s gives each message once', async (_name, mapping, current, texts) => {
    const { said, problems } = await readEntries(chatgpt(mapping, current))
    expect({ said, problems }).toEqual({ said: texts.map((text) => `user: ${text}`), problems: [] })
    expect(Object.hasOwn(Object.prototype, 'children')).toBe(false)
  })

  it.each([
    ['10,000 branches', 10_000, (n: number) => (n === 0 ? undefined : 'n0')],
    ['10,000 turns', 10_000, (n: number) => (n === 0 ? undefined : `n${n - 1}`)],
    ['150,000 branches', 150_000, (n: number) => (n === 0 ? undefined : 'n0')],
  ])('with %s is read without recursion, in one walk', async (_name, count, parentOf) => {
    const mapping: Nodes = {}
    for (let n = 0; n < count; n++)
      mapping[`n${n}`] = { parent: parentOf(n) ?? null, children: [], message: say(`${n}`) }
    for (let n = 1; n < count; n++) {
      const children = mapping[parentOf(n) ?? '']?.children
      if (Array.isArray(children)) children.push(`n${n}`)
    }
    const { said } = await readEntries(chatgpt(mapping, `n${count - 1}`))
    expect(new Set(said).size).toBe(count)
  })

  it('with entries that are none reports them, and keeps the others', async () => {
    const bad = [null, 7, 'x', [], { mapping: null }, { mapping: [] }, { mapping: { a: null } }]
    const good = JSON.parse(chatgpt({ a: { message: say('kept') } })) as unknown[]
    const { said, problems } = await readEntries(JSON.stringify([...good, ...bad, ...good]))
    expect({ said, problems: problems.length }).toEqual({ said: ['user: kept', 'user: kept'], problems: 7 })
  })

  it.each([
    ['a time that is an object', { create_time: { toString: 'x' } }],
    ['a time beyond all calendars', { create_time: 1e300 }],
    ['a role that is an object', { author: { role: { toString: 'x' } } }],
    ['no author', { author: null }],
  ])('whose message has %s reports it', async (_name, more) => {
    const { said, problems } = await readEntries(
      chatgpt({ a: { message: say('a', more) }, b: { message: say('b') } }),
    )
    expect({ said, problems: problems.length }).toEqual({ said: ['user: b'], problems: 1 })
  })
})

describe('an export that was cut off', () => {
  it.each(['chatgpt-conversations.json', 'claude-ai-conversations.json', 'messages/openai.json'])(
    '%s gives what is whole, wherever it was cut, and never stops with an error',
    async (name) => {
      const whole = fixture(name)
      const all = new Set((await readEntries(whole)).said)
      for (let end = 1; end < whole.length; end += 41) {
        const { said, problems, format } = await readEntries(whole.subarray(0, end))
        expect(said.filter((text) => !all.has(text))).toEqual([])
        if (format !== undefined) expect(problems.length).toBeGreaterThan(0)
      }
    },
  )

  it('of Claude Code loses one line (S03)', async () => {
    const whole = fixture('claude-code/-home-ann-harbour/4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b.jsonl')
    const end = whole.lastIndexOf('From now on')
    const { said, problems } = await readEntries(whole.subarray(0, end))
    expect({ said: said.length, problems: problems.length }).toEqual({ said: 3, problems: 1 })
  })
})

describe('content that is out of bounds', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const conversation = (text: string) =>
    JSON.stringify({ uuid: 'u', chat_messages: [{ sender: 'human', text }] })

  it.each([
    ['nested deep', `{"chat_messages":[],"x":${nest(100_000)}}`],
    ['longer than an entry may be', `{"chat_messages":[],"x":"${'y'.repeat(33 * 1024 * 1024)}"}`],
    [
      'not UTF-8',
      Buffer.concat([Buffer.from('{"chat_messages":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ],
    ['not JSON', '{"chat_messages": nothing}'],
  ])('because it is %s costs one entry', async (_name, bad) => {
    const pieces = [`[${conversation('before')},`, bad, `,${conversation('after')}]`]
    const content = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
    const { said, problems } = await readEntries(content)
    expect({ said, problems: problems.length }).toEqual({
      said: ['user: before', 'user: after'],
      problems: 1,
    })
  })

  it('of blocks within blocks is not followed down', async () => {
    let content: unknown = 'deep'
    for (let depth = 0; depth < 100_000; depth++) content = [{ type: 'tool_result', content }]
    // JSON.stringify itself would not come back from there.
    const depths = 50_000
    const text = `{"role":"user","content":${'[{"type":"tool_result","content":'.repeat(depths)}"x"${'}]'.repeat(depths)}}`
    expect(content).toBeDefined()
    expect((await readEntries(`${text}\n`)).said).toEqual([])
  })

  it('keeps lone surrogates and NUL as every store can keep them', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const message = {
      uuid: 'm\ud83d',
      sender: 'human\u0000',
      text: 'lone \ud83d and \u0000 zither',
      attachments: [{ file_name: '\ude00', extracted_content: 'zither \udfff' }],
    }
    const content = JSON.stringify([{ uuid: '\ud83d', name: 'x\u0000y', chat_messages: [message] }])
    expect(await memory.import({ content })).toMatchObject({ added: 2, skipped: 0 })
    expect(await memory.import({ content })).toMatchObject({ added: 0, repeated: 2 })
    const { hits } = await memory.search({ question: 'zither' })
    expect(hits.map(({ text }) => text).sort()).toEqual(['lone \ufffd and \ufffd zither', 'zither \ufffd'])
    expect(hits[0]?.turn?.session).toBe('x\ufffdy')
    await engine.close()
  })

  it('is refused behind the limit, with what came before it kept', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `${JSON.stringify({ role: 'user', content: `turn ${n}` })}\n`,
    )
    const work = memory.import({ content: lines, maxBytes: 150_000 })
    await expect(work).rejects.toMatchObject({
      code: 'too_large',
      hint: expect.stringContaining('messages before were kept'),
    })
    expect((await memory.stats({})).items).toBeGreaterThan(500)
    expect(await memory.import({ content: lines })).toMatchObject({ messages: 5_000, skipped: 0 })
    await engine.close()
  })

  it('is refused before anything is read where the first piece passes the limit', async () => {
    const engine = await openMemory({ home: await temporaryFolder() })
    const work = engine.as({ user: 'ann' }).import({ content: '{"role":"user","content":"x"}', maxBytes: 5 })
    await expect(work).rejects.toMatchObject({ code: 'too_large', hint: expect.stringContaining('--max-mb') })
    await engine.close()
  })

  it.each([
    ['a zip', 'PK\u0003\u0004....', /zip/],
    ['a database', 'SQLite format 3\u0000', /SQLite/],
    ['UTF-16', Buffer.from([0xff, 0xfe, 0x41, 0]), /UTF-16/],
    ['binary', Buffer.from([1, 0, 2, 0]), /binary/],
    ['other JSON', '{"volume": 3, "colour": "blue"}', /JSON with volume, colour/],
    ['prose', 'Dear diary,\n', /begins "Dear diary,"/],
    ['an archive', '{"recollect":"archive","version":1}\n', /archive of a whole store/],
  ])('that is %s is refused by what was seen', async (_name, content, message) => {
    const engine = await openMemory({ home: await temporaryFolder() })
    const work = engine.as({ user: 'ann' }).import({ content })
    await expect(work).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    })
    await engine.close()
  })
})

describe('a chat as text', () => {
  // Each is the beginning that a pattern of ours looks for, so long that a pattern which goes back over it for every
  // character would never be done.
  it.each([
    ['brackets', '[1'.repeat(500_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['dates', '1/1/2026, '.repeat(100_000)],
    ['names', `${'Ann '.repeat(250_000)}: x`],
    ['colons', ':'.repeat(1_000_000)],
    ['breaks', `Ann: x${'\n'.repeat(200_000)}y`],
    ['angles', `Ann: <${'omitted'.repeat(150_000)}\nAnn: x`],
    ['marks', '\u200e'.repeat(300_000)],
  ])('is read to its end in the face of %s', async (_name, line) => {
    const { said } = await readEntries(`Ann: hello\nJonas: hi\nAnn: so\nJonas: oh\n${line}\nAnn: end\n`)
    expect([said[0], said.at(-1)]).toEqual(['contact Ann: hello', 'contact Ann: end'])
  })

  it('of a message without end is refused as too long, and the next is kept', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const content = `User: start\nAssistant: yes\nUser: ${`${'y'.repeat(9_999)}\n`.repeat(150)}Assistant: done\nUser: bye\n`
    expect(await memory.import({ content })).toMatchObject({
      added: 4,
      skipped: 1,
      skippedBy: [{ reason: 'too long', count: 1 }],
    })
    await engine.close()
  })
})

describe('the front matter of a note', () => {
  it.each([
    ['nested deep', `a: ${'['.repeat(8_000)}`],
    ['nested by indentation', Array.from({ length: 120 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['giant', `a: ${'x'.repeat(20_000)}`],
    [
      'aliases that swell',
      Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},*a${n - 1}`}]`).join(
        '\n',
      ),
    ],
    ['a tag that builds something', 'a: !!js/function "x"\nb: !!binary aGk='],
    ['a merge key', '<<: {a: 1}\n__proto__: {polluted: 1}'],
  ])('may be %s: the note is kept whole', async (_name, yaml) => {
    const text = `---\n${yaml}\n---\nbody\n`
    const { entries } = await readEntries(text, { name: 'x.md' })
    expect(entries.at(-1)).toMatchObject({ kind: 'note', note: { text } })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
