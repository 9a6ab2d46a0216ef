import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt, highlight, type Span } from './excerpt.js'

const marked = (text: string, matched: readonly Span[], maxChars = 1000) => {
  const piece = excerpt(text, matched, maxChars)
  return highlight(piece, [0, piece.text.length], (match) => `[${match}]`)
}

describe('excerpt', () => {
  it('sets off what matched', () => {
    expect(
      marked('the door code is 4711', [
        [4, 8],
        [9, 13],
      ]),
    ).toBe('the [door] [code] is 4711')
  })

  it('joins matches that overlap, and leaves out those that are not in the text', () => {
    expect(
      marked('abcdef', [
        [2, 4],
        [1, 3],
        [5, 5],
        [4, 99],
      ]),
    ).toBe('a[bcd]ef')
  })

  it('shows the piece of a long text that holds the most matches', () => {
    const text = `${'word '.repeat(100)}the secret code ${'tail '.repeat(100)}`
    const at = text.indexOf('secret')
    const shown = marked(
      text,
      [
        [0, 4],
        [at, at + 6],
        [at + 7, at + 11],
      ],
      80,
    )
    expect(shown).toContain('[secret] [code]')
    expect(shown).toMatch(/^….*…$/)
  })

  it('cuts between words where one ends near', () => {
    expect(excerpt('alpha beta gamma delta', [], 18).text).toBe('alpha beta gamma…')
    expect(excerpt('x'.repeat(100), [], 18).text).toBe(`${'x'.repeat(18)}…`)
  })

  it('is one line', () => {
    expect(excerpt('one\ntwo\r\nthree', [], 100).text).toBe('one two  three')
  })

  it('keeps marks on the text they were made for, and characters whole', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'word', ' ', '中', '😀', '\n'), maxLength: 300 })
    fc.assert(
      fc.property(
        long,
        fc.nat(300),
        fc.nat(20),
        fc.integer({ min: 20, max: 120 }),
        (text, from, length, max) => {
          const start = Math.min(from, text.length)
          const piece = excerpt(text, [[start, Math.min(start + length, text.length)]], max)
          expect(piece.text.isWellFormed()).toBe(true)
          expect(piece.text.length).toBeLessThanOrEqual(max + 2)
          const flat = text.replaceAll('\n', ' ')
          for (const [first, last] of piece.marks) expect(flat).toContain(piece.text.substring(first, last))
          const rest = highlight(piece, [0, piece.text.length], (match) => match)
          expect(rest).toBe(piece.text)
        },
      ),
    )
  })
})
