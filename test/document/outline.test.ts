import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeDocument } from '../../src/document/outline/decode-document.js'
import type { Outline } from '../../src/document/outline/outline.js'
import { plainOf } from '../../src/document/outline/plain.js'
import { readOutline } from '../../src/document/outline/read-outline.js'
import { expectSound } from './outline-checks.js'

const folder = join('test', 'fixtures', 'markdown')
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))

describe('the torture set', () => {
  it('has a file for each trap', () => {
    expect(files.length).toBeGreaterThanOrEqual(60)
  })

  it.each(files)('%s reassembles byte for byte', (name) => {
    const bytes = readFileSync(join(folder, name))
    const text = decodeDocument(bytes, name)
    const outline = readOutline(text)
    expectSound(text, outline)
    const pieces = outline.places.map(({ start, end }) => Buffer.from(text.slice(start, end)))
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    expect(readOutline(text)).toEqual(outline)
  })

  it('has these outlines, each read over by a person', async () => {
    const told = files.map((name) =>
      tell(name, readOutline(decodeDocument(readFileSync(join(folder, name)), name))),
    )
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('../fixtures/markdown/outlines.txt')
  })

  it.each(files)('%s reads as plain text, with places', (name) => {
    const markdown = decodeDocument(readFileSync(join(folder, name)), name)
    expect(plainOf(markdown).text.length).toBeLessThanOrEqual(markdown.length)
  })
})

function tell(name: string, { title, description, places, problems }: Outline): string {
  return [
    `${name}: ${JSON.stringify(title?.slice(0, 60) ?? null)}${description === null ? '' : ` (${description})`}`,
    ...problems.map(({ line, reason, detail }) => `  ! line ${line}: ${reason}: ${detail}`),
    ...places.map(({ anchor, level, heading, part, line, lines, under }) =>
      [
        ' ',
        level === 0 ? '(beginning)' : `${'#'.repeat(level)} ${heading.slice(0, 60)}`,
        `[${anchor.slice(0, 60)}]`,
        ...(part === 0 ? [] : [`part ${part}`]),
        `lines ${line}-${line + lines - 1}`,
        ...(under.length === 0 ? [] : [`under ${under.join(' › ')}`]),
      ].join(' '),
    ),
  ].join('\n')
}

describe('long sections', () => {
  it('are cut where a block begins, and all parts have the anchor', () => {
    const text = `# A\n\n${'some words\n\n'.repeat(6000)}## B\n`
    const { places } = readOutline(text)
    expect(places.map(({ anchor, part }) => [anchor, part])).toEqual([
      ['a', 0],
      ['a', 1],
      ['a', 2],
      ['b', 0],
    ])
    for (const { start } of places.slice(1, 3)) expect(text.slice(start, start + 4)).toBe('some')
  })

  it('are cut where a line begins where a block is too long', () => {
    const text = `# A\n\n\`\`\`\n${'a line\r\n'.repeat(9000)}\`\`\`\n`
    const { places } = readOutline(text)
    expect(places.length).toBe(3)
    for (const { start } of places.slice(1)) expect(text.slice(start - 2, start + 6)).toBe('\r\na line')
  })

  it('are cut between characters where a line is too long', () => {
    for (const before of ['', 'x']) {
      const text = `${before}${'😀'.repeat(40_000)}`
      expectSound(text, readOutline(text))
      expect(readOutline(text).places.map(({ part }) => part)).toEqual([0, 1, 2])
    }
  })
})

describe('a document of the largest size', () => {
  const sizes: readonly (readonly [string, string])[] = [
    [
      'fifty thousand headings',
      Array.from({ length: 50_000 }, (_, i) => `## Heading ${i % 100}\n\ntext ${i}\n`).join('\n'),
    ],
    ['one line of ten million characters', 'word '.repeat(2_000_000)],
    ['nothing but brackets', '['.repeat(300_000)],
    ['nothing but quotes', `${'>'.repeat(300_000)} # deep\n\n# Top`],
    ['nothing but lists', `${'- '.repeat(150_000)}# deep\n\n# Top`],
    ['nothing but stars', `# ${'*a_ '.repeat(100_000)}`],
    ['comments that never end', '<!--'.repeat(100_000)],
    ['headings full of open code', `# ${'` `` ``` '.repeat(100)}\n`.repeat(200)],
  ]

  it.each(sizes)('is read whole: %s', { timeout: 120_000 }, (_, text) => {
    const { places } = readOutline(text)
    expect(places.at(-1)?.end).toBe(text.length)
    expect(plainOf(text).starts.at(-1)).toBe(text.length)
  })

  it('is told how many headings are sections', { timeout: 120_000 }, () => {
    const text = '#\n'.repeat(200_002)
    const { places, problems } = readOutline(text)
    expect(places.at(-1)).toMatchObject({ anchor: '-200000', lines: 3 })
    expect(problems).toEqual([expect.objectContaining({ line: 200_000, reason: 'too many headings' })])
  })

  it('has a heading behind what is nested too deep', () => {
    for (const deep of ['> ', '- ', '1. ', '> - ']) {
      const { places } = readOutline(`${deep.repeat(200)}# deep\n\n# Top\n`)
      expect(places.map(({ heading }) => heading)).toEqual(['', 'Top'])
    }
  })
})
