import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type ItemId, trusts } from '../../items/item.js'
import { frontMatterBlock } from '../../text/front-matter-block.js'
import { isWellFormed } from '../../text/well-formed.js'
import type { MarkdownRecord } from './markdown-record.js'
import { readRecordFile } from './read-record-file.js'
import { provenances, recordTypes } from './record.js'
import { faultOf } from './record-text.js'
import { writeRecordFile } from './write-record-file.js'

const yamlOf = (text: string) => {
  const block = frontMatterBlock(text.replace('\ufeff', ''))
  return typeof block === 'string' ? '' : block.yaml
}

const utf8 = (text: string) => Buffer.from(text)

async function recordIn(text: string | Uint8Array, file = 'some-file.md'): Promise<MarkdownRecord> {
  const read = await readRecordFile(file, typeof text === 'string' ? utf8(text) : text)
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))
  return read.record
}

const aRecord: MarkdownRecord = {
  name: 'Weekly report',
  isNamed: true,
  description: 'How the weekly report is laid out',
  type: 'feedback',
  body: 'Three bullets, then the numbers.',
  id: '0198a7c2-0000-7000-8000-000000000001' as ItemId,
  provenance: 'manual',
  trust: 'observed',
  createdAt: Date.parse('2026-03-01T09:30:00.123Z'),
  updatedAt: Date.parse('2026-03-02T09:30:00Z'),
  recallCount: 3,
  lastRecalledAt: null,
}

const awkward = [
  'Plan: phase 2',
  'C:\\data',
  '*note*',
  '--- a rule',
  'yes',
  'null',
  '~',
  '2026-03-01',
  '0x10',
  '1e3',
  '😀 emoji',
  '部署方案',
  '"quoted" \'twice\'',
  '# no comment',
  '- item',
  '? key',
  '!!binary x',
  '&a *b',
  '{a: 1}',
  '[x]',
  '| text',
  '%TAG',
  '@at `tick`',
  'a\ufeffb',
  'a\u2063b\uffff',
  'x #y',
  'constructor',
  '__proto__',
]

const anyText = fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'binary' }), fc.string())
const anyTime = fc.integer({ min: 0, max: Date.parse('9999-12-31') })
const anyBody = fc.oneof(
  anyText,
  fc
    .array(fc.constantFrom('---', '', '# Title', 'text', '\r', '...', '\ufeff', 'a: b', '```'))
    .map((lines) => lines.join('\n')),
  fc.array(fc.constantFrom('---', '', 'text', 'a: b')).map((lines) => lines.join('\r\n')),
)
const anyRecord: fc.Arbitrary<MarkdownRecord> = fc
  .record({
    name: anyText,
    isNamed: fc.constant(true),
    description: anyText,
    type: fc.constantFrom(...recordTypes),
    body: anyBody,
    id: fc.uuid().map((id) => id as ItemId),
    provenance: fc.constantFrom(...provenances),
    trust: fc.constantFrom(...trusts),
    createdAt: anyTime,
    updatedAt: anyTime,
    recallCount: fc.nat(),
    lastRecalledAt: fc.option(anyTime),
  })
  .filter((record) => faultOf(record) === undefined)
  .filter(({ name, description, body }) => [name, description, body].every(isWellFormed))

describe('writing the file of a record', () => {
  it('gives a file that a person can read', async () => {
    expect((await writeRecordFile('weekly-report.md', aRecord)).toString()).toBe(`---
name: "Weekly report"
description: "How the weekly report is laid out"
type: feedback
provenance: manual
trust: observed
created: "2026-03-01T09:30:00.123Z"
updated: "2026-03-02T09:30:00.000Z"
recallCount: 3
id: "0198a7c2-0000-7000-8000-000000000001"
---

Three bullets, then the numbers.
`)
  })

  it('is read back as it was, whatever it says', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (record) => {
        expect(await recordIn(await writeRecordFile('x.md', record))).toEqual(record)
      }),
      { numRuns: 500 },
    )
  })

  it('writes front matter that any YAML reader takes for the same (S23)', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (record) => {
        const text = (await writeRecordFile('x.md', record)).toString()
        const yaml = text.split('\n---\n')[0]?.replace('---\n', '') ?? ''
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
        expect(yaml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/)
        for (const version of ['1.1', '1.2'] as const)
          expect(parse(yaml, { version })).toMatchObject({
            name: record.name,
            description: record.description,
          })
      }),
    )
  })

  it.each(awkward)('keeps the name %j', async (name) => {
    expect(
      (await recordIn(await writeRecordFile('x.md', { ...aRecord, name, description: name }))).name,
    ).toBe(name)
  })

  it.each(['a\u0000b', 'a\ud83d'])('refuses %j, which other systems would not take (S24)', async (text) => {
    for (const field of ['name', 'description', 'body'])
      await expect(writeRecordFile('x.md', { ...aRecord, [field]: text })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(field),
      })
  })
})

describe('writing over the file of a person', () => {
  const over = async (before: string, change: Partial<MarkdownRecord>) => {
    const record = { ...(await recordIn(before)), isNamed: true, ...change }
    return (await writeRecordFile('some-file.md', record, utf8(before))).toString()
  }

  it('changes what is said otherwise, and nothing else', async () => {
    const before = `---
# mine
tags: [work, "weekly"]   # two
name:   Weekly report # as I call it
description: >-
  How it is
  laid out

nested:
    deep: {a: 1}
type: 'feedback'
---
Text
with no break at its end`
    const after = await over(before, { description: 'Anew', recallCount: 2, id: aRecord.id })
    expect(after).toBe(`---
# mine
tags: [work, "weekly"]   # two
name:   Weekly report # as I call it
description: "Anew"

nested:
    deep: {a: 1}
type: 'feedback'
recallCount: 2
id: "0198a7c2-0000-7000-8000-000000000001"
---
Text
with no break at its end`)
  })

  it('gives a file without front matter some, and keeps its text', async () => {
    const after = await over('# Notes\n\nThe first. The second.\n', { recallCount: 1 })
    expect(after).toBe(
      '---\nname: "Notes"\ndescription: "The first."\ntype: reference\nrecallCount: 1\n---\n\n# Notes\n\nThe first. The second.\n',
    )
  })

  it('keeps line ends and the byte order mark', async () => {
    const after = await over('\ufeff---\r\nname: A\r\nmine: 1\r\n---\r\n\r\nText\r\nmore\r\n', {
      recallCount: 1,
      body: 'New',
    })
    expect(after).toBe(
      '\ufeff---\r\nname: A\r\nmine: 1\r\ndescription: "Text"\r\ntype: reference\r\nrecallCount: 1\r\n---\r\n\r\nNew\r\n',
    )
  })

  it('loses nothing of theirs, whatever is written', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        'tags: [a, b]',
        'tags:\n  - a\n  - b',
        '# a comment',
        '',
        'mine: |\n  two\n  lines',
        'kept: |+\n  x\n',
        'folded: >-\n  a\n  b',
        'quoted: "x: y" # c',
        'name: Theirs',
        'name: |\n  Theirs',
        'name:',
        "description: 'single'",
        'description: >\n  on two\n  lines',
        'type: user',
        'updated: 2026-03-01',
        'recallCount: 7',
        'aliases:\n- one\n-  two',
        '"id key": {a: [1, 2]}',
      ),
    )
    const keyOf = (entry: string) => entry.split(':')[0]
    const anyFile = fc
      .tuple(
        fc.uniqueArray(line, { selector: keyOf }),
        anyBody.filter((body) => isWellFormed(body)),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\ufeff'),
        fc.boolean(),
      )
      .map(([lines, body, eol, mark, hasFields]) => {
        const head = hasFields ? `---\n${lines.map((entry) => `${entry}\n`).join('')}---\n` : ''
        return `${mark}${head.replaceAll('\n', eol)}${body}`
      })
    const ownOf = (text: string) => {
      const yaml = yamlOf(text)
      const { tags, mine, kept, folded, quoted, aliases, 'id key': key } = parse(yaml) ?? {}
      return { tags, mine, kept, folded, quoted, aliases, key }
    }
    await fc.assert(
      fc.asyncProperty(anyFile, anyRecord, fc.boolean(), async (before, record, keepsBody) => {
        const read = await readRecordFile('x.md', utf8(before))
        if ('problem' in read) return
        const next = keepsBody ? { ...record, body: read.record.body } : record
        const after = await writeRecordFile('x.md', next, utf8(before))
        const expected = { ...next, lastRecalledAt: next.lastRecalledAt ?? read.record.lastRecalledAt }
        expect(await recordIn(after)).toEqual(expected)
        if (read.layout.block === undefined) return
        expect(ownOf(after.toString())).toEqual(ownOf(before))
        for (const comment of ['# a comment', '# c']) {
          const count = (text: string) => yamlOf(text).split(comment).length
          expect(count(after.toString())).toBe(count(before))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('changes nothing where it would lose something', async () => {
    const bad = utf8('---\nname: [\n---\n')
    await expect(writeRecordFile('x.md', aRecord, bad)).rejects.toMatchObject({ code: 'conflict' })
  })
})
