import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.js'
import { estimateTokens } from './tokens.js'

const partsOf = (text: string, maxTokens: number) =>
  passagesOf(text, maxTokens).map(([start, end]) => text.substring(start, end))

describe('passages', () => {
  it('keeps a text that fits whole', () => {
    expect(passagesOf('Mia moved to Lisbon in March.', 50)).toEqual([[0, 29]])
  })

  it('parts at the end of a paragraph before that of a sentence', () => {
    const text = `${'One sentence of it. '.repeat(4)}\n\n${'Another one here. '.repeat(6)}`
    expect(partsOf(text, 36)[0]).toBe(`${'One sentence of it. '.repeat(4)}\n\n`)
  })

  it('parts a text without any border', () => {
    const parts = partsOf('部署方案'.repeat(200), 100)
    expect(parts.join('')).toBe('部署方案'.repeat(200))
    expect(parts.every((part) => estimateTokens(part) <= 100)).toBe(true)
  })

  it('leaves out nothing but white space, parts no character, and keeps to the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n\n', '. ', '😀', ' ', '字'))),
        fc.integer({ min: 8, max: 40 }),
        (pieces, maxTokens) => {
          const text = pieces.join('')
          const passages = passagesOf(text, maxTokens)
          let at = 0
          for (const [start, end] of passages) {
            expect(text.substring(at, start).trim()).toBe('')
            expect(text.substring(start, end).isWellFormed()).toBe(true)
            expect(estimateTokens(text.substring(start, end))).toBeLessThanOrEqual(maxTokens)
            at = end
          }
          expect(text.substring(at).trim()).toBe('')
        },
      ),
    )
  })

  it('takes linear time on hostile input', () => {
    const passages = passagesOf(`${'\n '.repeat(200_000)}x`, 200)
    expect(passages.length).toBeGreaterThan(0)
  })
})
