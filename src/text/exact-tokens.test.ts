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
