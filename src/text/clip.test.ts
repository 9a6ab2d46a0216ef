import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip } from './clip.js'
import { isWellFormed, wellFormed } from './well-formed.js'

describe('clip (S24)', () => {
  it('never cuts a character in half', () => {
    expect(clip('ab😀', 3)).toBe('ab')
    expect(clip('ab😀', 4)).toBe('ab😀')
    expect(clip('😀', 1)).toBe('')
    expect(clip('abc', 0)).toBe('')
  })

  it('keeps the longest whole start of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 60 }), (text, maxChars) => {
        const cut = clip(text, maxChars)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(maxChars)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, maxChars) - 1)
        expect(isWellFormed(wellFormed(text)) && isWellFormed(clip(wellFormed(text), maxChars))).toBe(true)
      }),
    )
  })

  it('refuses a length that is none', () => {
    for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => clip('a', length)).toThrow(RangeError)
  })
})

describe('wellFormed (S24)', () => {
  it('replaces lone surrogates and NUL, and nothing else', () => {
    expect(wellFormed('a\u0000b')).toBe('a\ufffdb')
    expect(wellFormed('\ude00ab\ud83d')).toBe('\ufffdab\ufffd')
    expect(wellFormed('ab😀\t\n\u0001é')).toBe('ab😀\t\n\u0001é')
  })

  it('makes any text well formed, keeping its length and every whole character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
        (text) => {
          const good = wellFormed(text)
          expect(good).toHaveLength(text.length)
          expect(() => encodeURIComponent(good)).not.toThrow() // as it does on a lone surrogate
          expect(good).not.toContain('\u0000')
          expect(wellFormed(good)).toBe(good)
          expect(isWellFormed(text)).toBe(good === text)
        },
      ),
    )
  })
})
