import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarkdownRecord } from './markdown-record.js'
import { readRecordFile } from './read-record-file.js'

const utf8 = (text: string) => Buffer.from(text)

async function recordIn(text: string | Uint8Array, file = 'some-file.md'): Promise<MarkdownRecord> {
  const read = await readRecordFile(file, typeof text === 'string' ? utf8(text) : text)
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))
  return read.record
}

async function problemIn(text: string | Uint8Array) {
  const read = await readRecordFile('bad.md', typeof text === 'string' ? utf8(text) : text)
  return 'problem' in read ? read.problem : undefined
}

describe('reading a file that a person wrote', () => {
  it('names it after its first heading and describes it by its first sentence', async () => {
    const text = '\n```\n# no heading\n```\n## Deploying ##\n\n- First, build it. Then push.\n'
    expect(await recordIn(text)).toMatchObject({
      name: 'Deploying',
      description: 'First, build it.',
      type: 'reference',
      isNamed: false,
      id: null,
      provenance: null,
      body: text.slice(0, -1),
    })
  })

  it('names it after its file where it has no heading', async () => {
    expect(await recordIn('just text', 'my notes.md')).toMatchObject({
      name: 'my notes',
      description: 'just text',
    })
    expect(await recordIn('', 'empty.md')).toMatchObject({ name: 'empty', description: '', body: '' })
  })

  it('takes plain YAML as people write it', async () => {
    const text = '---\nname: 2026\ndescription: yes\ncreated: 2026-03-01\nlastRecalledAt:\n---\n\nText\n'
    expect(await recordIn(text)).toMatchObject({
      name: '2026',
      description: 'yes',
      createdAt: Date.parse('2026-03-01'),
      lastRecalledAt: null,
      body: 'Text',
    })
  })

  it.each(['---\nA line drawn above.\n---\nText', '---\n\nA rule, and text', '---\n'])(
    'takes a line drawn on top for text: %j',
    async (text) => {
      expect((await recordIn(text)).isNamed).toBe(false)
      expect(text.startsWith((await recordIn(text)).body)).toBe(true)
    },
  )

  it.each([
    ['a colon in a name', '---\ntype: user\nname: Plan: phase 2\n---\n', 3, 'name', 'put it in quotes'],
    ['a colon behind a name', '---\r\nname: Plan:\r\n---\r\n', 2, 'name', 'put it in quotes'],
    ['a bracket before a name', '---\nname: [draft] plan\n---\n', 2, 'name', 'put it in quotes'],
    ['a name that begins with @', '---\nname: @home\n---\n', 2, 'name', 'put it in quotes'],
    ['a quote that does not end', '---\nname: "Plan: x\n---\n', 2, null, 'Missing closing'],
    ['a colon in a field of their own', '---\nnote: a: b\n---\n', 2, null, 'is no valid YAML'],
    ['no second line', '---\nname: x\ntext', 1, null, 'no second --- line'],
    ['a field twice', '---\nname: x\nname: y\n---\n', 3, null, 'unique'],
    ['an alias', '---\na: &a [1]\nb: *a\n---\n', 3, null, 'alias'],
    ['a list for a name', '---\n\nname: [x]\n---\n', 3, 'name', 'write one value'],
    ['another type', '---\nname: x\ntype: users\n---\n', 3, 'type', 'is none of'],
    ['a time that is none', '---\ncreated: soon\n---\n', 2, 'created', 'is no time'],
    ['a count that is none', '---\nrecallCount: -1\n---\n', 2, 'recallCount', 'whole number'],
    ['an id that is none', '---\nid: 12\n---\n', 2, 'id', 'is no id'],
    ['another trust', '---\ntrust: high\n---\n', 2, 'trust', 'is none of definitive'],
    ['another provenance', '---\nprovenance: mine\n---\n', 2, 'provenance', 'manual nor auto'],
    [
      'a long description',
      `---\nname: x\ndescription: ${'x'.repeat(301)}\n---\n`,
      3,
      'description',
      '301 characters',
    ],
    ['a long body', `---\nname: x\n---\n${'x'.repeat(65_537)}`, null, 'body', '65537 bytes'],
    ['half a character', '---\nname: "a\\ud83d"\n---\n', 2, 'name', 'no text may hold'],
    ['U+0000', 'one\ntwo \u0000', 2, null, 'U+0000'],
    ['an escaped U+0000', '---\nname: "a\\0b"\n---\n', 2, 'name', 'no text may hold'],
    ['braces', '---\n{name: x}\n---\n', 2, null, 'braces'],
    ['an explicit key', '---\n? name\n: x\n---\n', 2, null, 'begins with ?'],
    ['deep nesting', `---\na: ${'['.repeat(15_000)}\n---\n`, 1, null, ''],
    ['too much of it', `---\na: ${'x'.repeat(17_000)}\n---\n`, 1, null, 'longer than'],
  ])('tells of %s where it is', async (_, text, line, field, reason) => {
    const problem = await problemIn(text)
    expect(problem).toMatchObject({ file: 'bad.md', field })
    expect(problem?.reason).toContain(reason)
    if (_ !== 'deep nesting') expect(problem?.line).toBe(line)
  })

  it('tells of bytes that are no text', async () => {
    expect(await problemIn(Uint8Array.of(0x61, 0xff))).toMatchObject({ reason: 'is not UTF-8 text' })
    expect(await problemIn(Buffer.from('---\nname: x\n---\n', 'utf16le'))).toMatchObject({ line: 1 })
    expect((await problemIn(Buffer.alloc(1_000_000, 97)))?.reason).toContain('is larger than')
  })

  it('never throws, whatever the bytes', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary' }).map(utf8),
      fc
        .array(
          fc.constantFrom(
            '---\n',
            'name: ',
            '[',
            '{',
            '&a',
            '*a',
            '|',
            '>',
            '\n',
            '? ',
            ': ',
            '- ',
            '"',
            "'",
            '#',
            '!!',
            '%',
            '\t',
            '  ',
            'x',
          ),
        )
        .map((pieces) => utf8(`---\n${pieces.join('')}\n---\n`)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        const read = await readRecordFile('x.md', given)
        expect('problem' in read || 'record' in read).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('hostile files', () => {
  it.each([
    ['#', '# '.repeat(40_000)],
    ['spaces', ' '.repeat(65_000)],
    ['list marks', '- '.repeat(30_000)],
    ['lines', '---\n'.repeat(16_000)],
    ['keys', `---\n${Array.from({ length: 1800 }, (_, n) => `k${n}: 1`).join('\n')}\n---\n`],
    ['quotes', `---\na: "${"\\'".repeat(7000)}\n---\n`],
  ])('do not hold a call up: %s', async (_, text) => {
    const read = await readRecordFile('x.md', utf8(text))
    expect('problem' in read || 'record' in read).toBe(true)
  })
})
