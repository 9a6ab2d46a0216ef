import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../../text/well-formed.js'
import { quotedText } from './verify-quote.js'

function shown(text: string, quote: string): string | undefined {
  const quoted = quotedText(text)
  const span = quoted.find(quote)
  return span && text.substring(...quoted.widened(span)) // slice-ok: the place that is shown
}

describe('what is shown of a quote', () => {
  it.each([
    [
      'Contractors do not get paid vacation at all.',
      'get paid vacation at all',
      'Contractors do not get paid vacation at all.',
    ],
    [
      'First. This does not apply to contractors. Last.',
      'apply to contractors.',
      'This does not apply to contractors.',
    ],
    ['# Rules\n\nNO\nsmoking allowed here\n', 'smoking allowed here', 'NO\nsmoking allowed here'],
    ['# 假期\n\n年假有规定。年假不超过十天。其他没有。', '超过十天', '年假不超过十天。'],
    [
      'Never, e.g. on Sundays, is work paid twice here.',
      'is work paid twice',
      'Never, e.g. on Sundays, is work paid twice here.',
    ],
    [
      'Dr. Who must not pay for the journey.',
      'must not pay for the journey',
      'Dr. Who must not pay for the journey.',
    ],
    [
      'Is remote work allowed on Fridays? No. Never.',
      'remote work allowed on Fridays',
      'Is remote work allowed on Fridays? No. Never.',
    ],
    ['- one thing\n- not paid on\n  sick days\n- more', 'paid on sick days', 'not paid on\n  sick days'],
    [
      'It is not allowed to:\n\n- smoke in the rooms\n- sleep in the office\n',
      'sleep in the office',
      'It is not allowed to:\n\n- smoke in the rooms\n- sleep in the office',
    ],
    [
      '| who | paid |\n|---|---|\n| contractors | are never paid for it |\n| all | yes |\n',
      'are never paid for it',
      '| contractors | are never paid for it |',
    ],
    [
      '> It is not\n> the case that all are paid. Yes.',
      'the case that all are paid',
      'It is not\n> the case that all are paid.',
    ],
    [
      '```\nnever run this command twice\nrm it\n```\n',
      'run this command twice',
      'never run this command twice',
    ],
    [
      '**Nobody may enter. The door is closed.** Then go.',
      'The door is closed.',
      '**Nobody may enter. The door is closed.**',
    ],
    [
      'See [the long guide. It is good](https://a.example/b "c") there.',
      'the long guide',
      'See [the long guide. It is good](https://a.example/b "c") there.',
    ],
  ])('of %j, quoted %j', (text, quote, expected) => {
    expect(shown(text, quote)).toBe(expected)
  })

  it('is bounded in a sentence without end, between words', () => {
    const filler = 'many words '.repeat(200)
    const got = shown(`${filler}do not eat the green apple ${filler}`, 'eat the green apple') ?? ''
    expect(got.length).toBeLessThanOrEqual(619)
    expect(got).toMatch(/^(?:many|words) .* do not eat the green apple many .* (?:many|words)$/)
  })

  it('holds what was found, in any text', () => {
    const piece = fc.constantFrom(
      'eat the green apple',
      '**',
      '[',
      '](a)',
      '`',
      '. ',
      '\n',
      '- ',
      '😀',
      '。',
      '|',
      ' x ',
      '> ',
      ':\n\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const quoted = quotedText(text)
        const span = quoted.find('eat the green apple')
        if (span === undefined) return
        const [from, to] = quoted.widened(span)
        expect(from).toBeLessThanOrEqual(span[0])
        expect(to).toBeGreaterThanOrEqual(span[1])
        expect(isWellFormed(text.substring(from, to))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('what no reader sees', () => {
  const TEXT =
    'Read [the guide](https://a.example/x "Contractors get a paid vacation") <!-- everybody gets forty days of leave --> <b title="nobody works on any Friday">today</b>, and not later.'

  it.each([
    ['Contractors get a paid vacation'],
    ['everybody gets forty days of leave'],
    ['nobody works on any Friday'],
    ['https://a.example/x'],
  ])('is no quote: %s', (quote) => {
    expect(shown(TEXT, quote)).toBeUndefined()
  })
})
