import fc from 'fast-check'
import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { plainOf, spanInMarkdown } from '../../src/document/outline/plain.js'
import { readOutline } from '../../src/document/outline/read-outline.js'
import { expectSound } from './outline-checks.js'

const hostile = [
  ...[
    '# ',
    '## a',
    '#',
    '# a {#x}',
    '# a {#y .z} #',
    'a\n===',
    'b\n---',
    '---',
    '***',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\n\n\n',
  ],
  ...[
    '```',
    '~~~',
    '````js',
    '`',
    '> ',
    '- ',
    '1. ',
    '    ',
    '\t',
    '  ',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<script>',
  ],
  ...[
    '</script>',
    '<pre>',
    '|a|b|',
    '|-|-|',
    '[a](b)',
    '[',
    ']',
    '(',
    ')',
    '![',
    '[x]: y',
    '*',
    '**',
    '_',
    '\\',
    '&amp;',
  ],
  ...[
    '😀',
    '中文',
    '。',
    '\ufeff',
    '\u2028',
    '\u00a0',
    '\ud800',
    'é',
    'title: a: b',
    'title: t',
    '...',
    ': ',
    'word',
    ' ',
    '<br>',
  ],
]
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...hostile) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
    ),
    {
      maxLength: 60,
    },
  )
  .map((pieces) => pieces.join(''))

describe('the outline of any text', () => {
  it('puts together to the text; ranges, lines and anchors are sound', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('', '---\n', '\ufeff', '\ufeff---\r\n', '# '), (rest, begin) => {
        const whole = begin + rest
        expectSound(whole, readOutline(whole))
      }),
      { numRuns: 400 },
    )
  })

  it('is cut soundly where it is long', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('x', '😀', '中 ', 'a\r\n', 'b\n\n', '\r'),
        fc.nat(1),
        (around, filling, shift) => {
          const whole = `${'x'.repeat(shift)}${around}${filling.repeat(70_000 / filling.length)}${around}`
          expectSound(whole, readOutline(whole))
        },
      ),
      { numRuns: 10 },
    )
  })

  it('has the anchors of GitHub for ordinary headings', () => {
    const word = fc.constantFrom(
      'Foo',
      'foo',
      'Bar-1',
      '1',
      'C++',
      "what's",
      'a_b',
      '日本',
      'Ünï',
      '100%',
      'a/b',
      '-',
      '—',
    )
    const heading = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 12 }), (headings) => {
        const slugger = new GithubSlugger()
        // The empty anchor is the beginning's.
        const expected = [slugger.slug(''), ...headings.map((words) => slugger.slug(words))].slice(1)
        const { places } = readOutline(headings.map((words) => `## ${words}\n`).join('\n'))
        expect(places.map(({ anchor }) => anchor)).toEqual(expected)
      }),
    )
  })
})

describe('the plain text of any Markdown', () => {
  it('has a place for each of its units, rising, and shows what stands there', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const plain = plainOf(markdown)
        const { starts, ends } = plain
        expect([starts.length, ends.length]).toEqual([plain.text.length + 1, plain.text.length])
        expect(starts.at(-1)).toBe(markdown.length)
        for (let at = 0; at < plain.text.length; at++) {
          const [start, end] = spanInMarkdown(plain, at, at + 1)
          expect(end).toBeGreaterThan(start)
          expect(at === 0 || start >= (ends[at - 1] as number) || start === starts[at - 1]).toBe(true)
          if (end === start + 1) expect(plain.text.charAt(at)).toBe(markdown.charAt(start))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('says of a paragraph what the parser says', () => {
    const markup = [
      '*',
      '**',
      '_',
      '`',
      '``',
      '[a](b)',
      '[',
      '](c)',
      '![d](e)',
      '\\*',
      '&lt;',
      '<b>',
      '</b>',
      ' ',
      'w',
      'x y',
      '.',
      '(',
      ')',
    ]
    const piece = fc
      .array(fc.constantFrom(...markup), { maxLength: 14 })
      .map((pieces) => `w${pieces.join('')}w`)
    fc.assert(
      fc.property(piece, (paragraph) => {
        expect(plainOf(paragraph).text).toBe(parsed(paragraph))
      }),
      { numRuns: 1000 },
    )
  })
})

const parser = new MarkdownIt({ html: true })

function parsed(paragraph: string): string {
  const tokens = parser.parseInline(paragraph, {})[0]?.children ?? []
  return tokens.map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('')
}
