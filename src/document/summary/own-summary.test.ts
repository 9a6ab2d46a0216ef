import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownSummary } from './own-summary.js'
import { SUMMARY_MAX_CHARS } from './summary-rows.js'

describe('what a document says of itself', () => {
  it.each([
    [
      'its description',
      '---\ntitle: T\ndescription: How we travel.\n---\n# T\n\nOther words.',
      'How we travel.',
    ],
    [
      'its first paragraph',
      '# Travel\n\nHow we *travel*, and what\nit [costs](x.md).\n\nMore.',
      'How we travel, and what it costs.',
    ],
    ['behind a byte order mark', '\ufeff---\ndescription: "Hi there"\n---\n', 'Hi there'],
    ['under an underlined heading', 'Travel\n======\n\nBook early.', 'Book early.'],
    [
      'not code, tables, lists, quotes, pictures or HTML',
      '```sh\nnpm install\n\nrun it\n```\n\n| a | b |\n\n- one\n\n> note\n\n![logo](a.png)\n\n<p>hi</p>\n\n:::tip\n\nBook early.',
      'Book early.',
    ],
    ['in Chinese', '# 差旅\n\n出差前请**提前**预订。费用须经批准。', '出差前请提前预订。费用须经批准。'],
    ['with CRLF', '# T\r\n\r\nBook early,\r\nalways.\r\n\r\nMore.', 'Book early, always.'],
    ['nothing', '# T\n\n```\ncode\n```\n', null],
    ['nothing of nothing', '', null],
  ])('is %s', (_, text, summary) => {
    expect(ownSummary(text)).toBe(summary)
  })

  it('ends with a sentence where there is one', () => {
    const sentence = 'This sentence is here to be counted among others of its kind. '
    const summary = ownSummary(sentence.repeat(20)) ?? ''
    expect(summary.length).toBeLessThanOrEqual(SUMMARY_MAX_CHARS)
    expect(summary.endsWith('kind.')).toBe(true)
    expect(ownSummary('word '.repeat(200))).toMatch(/…$/)
  })

  it('is short, on one line and without pictures that would be fetched, whatever the text', () => {
    const markup = fc.constantFrom(
      '#',
      '*',
      '_',
      '`',
      '```',
      '~~~',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '\n',
      '---',
      '|',
      ' ',
      '\\',
    )
    const text = fc
      .array(fc.oneof(markup, fc.string({ unit: 'binary', maxLength: 12 })))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (given) => {
        const summary = ownSummary(given) ?? ''
        expect(summary.length).toBeLessThanOrEqual(SUMMARY_MAX_CHARS)
        expect(summary).not.toMatch(/[\r\n]|\]\(/)
      }),
    )
  })

  it.each(['[', '](', '<', '*', '`', '![', '_', '\\', '> ', '```\n'])(
    'takes one pass over %j',
    async (part) => {
      ownSummary(`a ${part.repeat(24_000 / part.length)}`)
    },
  )
})
