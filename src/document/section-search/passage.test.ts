import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../../text/well-formed.js'
import { bestPassage, bestSentence, termPlaces } from './passage.js'

const TEXT = 'Nothing here. Leave is long.\nTen days of leave a year. 每年十天假期。其他没有。'
const tokens = new Map([
  ['leav', 0],
  ['day', 1],
  ['假期', 2],
])
const worths = [1, 2, 4]

describe('passages', () => {
  it('finds every place of a term, in any form', () => {
    const places = termPlaces(TEXT, tokens)
    expect(places.map(({ start, end }) => TEXT.substring(start, end))).toEqual([
      'Leave',
      'days',
      'leave',
      '假期',
    ])
  })

  it('holds the most of what the terms are worth, from the beginning of a sentence', () => {
    const places = termPlaces(TEXT, tokens)
    const [start, end] = bestPassage(TEXT, places, worths, 40)
    expect(TEXT.substring(start, end)).toBe('Ten days of leave a year. 每年十天假期。其他没有。')
  })

  it('begins before a line break within a sentence, and after one between items', () => {
    const filler = 'Some other words stand here. '.repeat(20)
    const cut = (text: string, maxChars: number) => {
      const [start, end] = bestPassage(text, termPlaces(text, tokens), worths, maxChars)
      return text.substring(start, end)
    }
    expect(cut(`${filler}There is NO\nleave for dogs. ${filler}`, 80)).toMatch(
      /^There is NO\nleave for dogs\./,
    )
    expect(cut(`${filler}\n- nothing\n- ten days\n- more`, 40)).toMatch(/^- ten days/)
  })

  it('values each sentence by itself, each term once, whatever text was looked at before', () => {
    const places = termPlaces(TEXT, tokens)
    expect(bestSentence(TEXT, places, worths)).toBe(4)
    expect(bestSentence(TEXT, places, [1, 2, 0])).toBe(3)
    expect(bestSentence(TEXT, places, worths)).toBe(4)
  })

  it('stays within bounds and between characters in any text', () => {
    const piece = fc.constantFrom('leave', 'days', '😀', '假期', '. ', '\n', ' ', 'x'.repeat(50), '。')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 2, max: 80 }), (pieces, maxChars) => {
        const text = pieces.join('')
        const [start, end] = bestPassage(text, termPlaces(text, tokens), worths, maxChars)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end - start).toBeLessThanOrEqual(maxChars)
        expect(isWellFormed(text.substring(start, end))).toBe(true)
      }),
    )
  })
})
