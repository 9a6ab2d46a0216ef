import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { loadExactTokens } from './exact-tokens.js'

const bits = [
  '\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\u2028',
  '/',
  '.',
  "'s",
  'a',
  'Word',
  '1234',
  '你好',
  '[',
  '<|endoftext|>',
  '😀',
]

it('counts what the tokenizer counts, however lines, blanks and signs meet', async () => {
  const count = await loadExactTokens()
  const texts = fc.array(fc.constantFrom(...bits), { maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(count(text)).toBe(countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }))
    }),
    { numRuns: 2_000 },
  )
})

it('counts a text as often the same', async () => {
  const count = await loadExactTokens()
  const text = 'one line.\n\n/root, and\n  another\n'
  expect(count(text)).toBe(count(text))
})

it.each(['啊', 'a', 'กา', '=', ' '])(
  'counts a run of %j in time that grows with its length, and not too few',
  async (sign) => {
    const count = await loadExactTokens()
    const of = (length: number) => {
      const before = process.cpuUsage().user
      const tokens = count(sign.repeat(length))
      return { tokens, spent: process.cpuUsage().user - before }
    }
    const exact = countTokens(sign.repeat(2_000))
    expect(of(2_000).tokens).toBeGreaterThanOrEqual(exact)
    expect(of(2_000).tokens).toBeLessThan(1.2 * exact + 20)
    const [short, long] = [of(20_000), of(200_000)]
    // Squares would be a hundred times as much.
    expect(long.spent).toBeLessThan(40 * Math.max(short.spent, 5_000))
  },
)
