import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth, wrap } from './wrap.js'

const linesOf = (text: string, columns: number) =>
  wrap(text, columns).map(([start, end]) => text.substring(start, end))

describe('wrap', () => {
  it('breaks at spaces, which are left out', () => {
    expect(linesOf('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
  })

  it('breaks a word only where it is longer than a line', () => {
    expect(linesOf('see abcdefghijklmno now', 8)).toEqual(['see', 'abcdefgh', 'ijklmno', 'now'])
  })

  it('breaks between Chinese characters, two cells each, and not before a comma', () => {
    expect(linesOf('奶奶今年七十岁，生日', 8)).toEqual(['奶奶今年', '七十岁，', '生日'])
    expect(linesOf('奶奶今年，七十', 8)).toEqual(['奶奶今', '年，七十'])
  })

  it('cuts before a closing mark where the line has no other place', () => {
    expect(linesOf('a中，，', 5)).toEqual(['a', '中，', '，'])
  })

  it('gives one empty line for an empty text', () => {
    expect(linesOf('', 10)).toEqual([''])
  })

  it('loses nothing but spaces, cuts no character, and fits every line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '中', '，', '😀', 'e\u0301', '-') }),
        fc.integer({ min: 4, max: 30 }),
        (text, columns) => {
          const lines = linesOf(text, columns)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
          for (const line of lines) {
            expect(line.isWellFormed()).toBe(true)
            expect(displayWidth(line.trimEnd())).toBeLessThanOrEqual(columns)
          }
        },
      ),
    )
  })
})

describe('displayWidth', () => {
  it('counts wide characters twice and joined marks not at all', () => {
    expect([displayWidth('abc'), displayWidth('中文'), displayWidth('e\u0301'), displayWidth('한')]).toEqual([
      3, 4, 1, 2,
    ])
  })
})
