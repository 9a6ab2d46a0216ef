import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quotedText } from './verify-quote.js'

function find(text: string, quote: string): string | undefined {
  const span = quotedText(text).find(quote)
  return span && text.substring(...span) // slice-ok: the place that was found
}

const SECTION =
  '## Leave\n\nEvery employee has **30 days** of leave\na year; part-time staff “proportionally” less.\nTravel costs 100.5 EUR – at most 10% more. 员工每年享有\n三十天假期。\n'

describe('a quote', () => {
  it.each([
    ['Every employee has **30 days** of leave', 'Every employee has **30 days** of leave'],
    ['Every employee has 30 days of leave', 'Every employee has **30 days** of leave'],
    ['30 days of leave a year', '30 days** of leave\na year'],
    ['part-time staff "proportionally" less', 'part-time staff “proportionally” less'],
    ['"part-time staff “proportionally” less."', 'part-time staff “proportionally” less.'],
    ['...Travel costs 100.5 EUR - at most…', 'Travel costs 100.5 EUR – at most'],
    ['> Every employee has\n> **30 days** of leave', 'Every employee has **30 days** of leave'],
    ['员工每年享有三十天假期', '员工每年享有\n三十天假期'],
    ['Every\u200b employee\u00a0has', 'Every employee has'],
  ])('is found: %s', (quote, found) => {
    expect(find(SECTION, quote)).toBe(found)
  })

  it.each([
    ['invented', 'Every employee has 31 days of leave'],
    ['joined from two places', 'Every employee has less'],
    ['of another case', 'every employee has 30 days'],
    ['cut inside a word', 'very employee has 30 days'],
    ['cut inside a number', 'Travel costs 100'],
    ['a number without its fraction', '5 EUR - at most 10%'],
    ['a number without its sign', 'EUR - at most 10'],
    ['with words left out', 'Every employee … 30 days of leave'],
    ['too short to prove anything', '30 days'],
    ['too short in Chinese', '员工'],
    ['nothing', ' '],
    ['of signs', '**'],
    ['endless', 'Every employee has 30 days of leave a year. '.repeat(100)],
  ])('is not found that is %s', (_, quote) => {
    expect(find(SECTION, quote)).toBeUndefined()
  })

  it('may be short where it is all there is', () => {
    expect(find('30 days\n', '30 days')).toBe('30 days')
  })

  it('is the same words with and without white space that means nothing', () => {
    expect(find('see the [guide](a.md) for more', 'see the [guide](b.md)  for')).toBe(
      'see the [guide](a.md) for',
    )
    expect(find('it is nowhere to be found', 'it is now here to be found')).toBeUndefined()
    expect(find('chapters 1 2 3 are the long ones', 'chapters 123 are the long ones')).toBeUndefined()
  })
})

describe('any quote of any text', () => {
  const char = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'é',
      'e\u0301',
      '中',
      '5',
      '.',
      '-',
      '*',
      ' ',
      '\n',
      '"',
      '“',
      '–',
      '…',
      '😀',
      '\u200b',
    ),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  const text = fc.array(char, { maxLength: 80 }).map((parts) => parts.join(''))

  it('that is found stands there word for word', () => {
    const bare = (given: string) =>
      given
        .normalize('NFC')
        .replace(/[“”„‟«»″＂]/g, '"')
        .replace(/[^\p{L}\p{N}\p{S}]/gu, '')
    fc.assert(
      fc.property(text, text, (section, quote) => {
        const found = find(section, quote)
        if (found === undefined) return
        expect(section).toContain(found)
        expect(bare(quote)).toContain(bare(found).replace(/\ufffd/g, ''))
      }),
      { numRuns: 2_000 },
    )
  })

  it('that was copied between spaces is found', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{4,8}$/), { minLength: 6, maxLength: 20 })
    fc.assert(
      fc.property(
        words,
        fc.nat({ max: 2 }),
        fc.constantFrom(' ', '\n', '\r\n', ' \n '),
        (all, from, space) => {
          const quote = all.slice(from, from + 3) // slice-ok: of words
          expect(find(all.join(space), quote.join(' '))).toBe(quote.join(space))
        },
      ),
    )
  })

  it.each(['a', 'a ', '*', '"', '中', '> ', '…', 'e\u0301'])('takes no time to speak of: %j', (part) => {
    const section = part.repeat(200_000 / part.length)
    find(section, section.substring(0, 1_999))
    find(section, `${section.substring(0, 1_900)}b`)
  })
})
