import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter } from './line-splitter.js'

const lines = (text: string, sizes: readonly number[], maxBytes = 1_000) => {
  const splitter = createLineSplitter(maxBytes)
  const bytes = Buffer.from(text)
  const found: (string | undefined)[] = []
  let from = 0
  for (const size of sizes) {
    found.push(...splitter.push(bytes.subarray(from, from + size)))
    from += size
  }
  return [...found, ...splitter.push(bytes.subarray(from)), ...splitter.end()]
}

describe('lines of a stream', () => {
  it('are the same however the bytes come', () => {
    const text = '{"a":1}\r\n\n米娅😀\nlast'
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 40 }), (sizes) => {
        expect(lines(text, sizes)).toEqual(['{"a":1}', '', '米娅😀', 'last'])
      }),
    )
  })

  it('that are too long are skipped, and the next is read', () => {
    const text = `${'x'.repeat(50)}\nshort\n${'y'.repeat(50)}\n`
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 12 }), (sizes) => {
        expect(lines(text, sizes, 40)).toEqual([undefined, 'short', undefined])
      }),
    )
  })

  it('end with the stream', () => {
    expect(lines('', [])).toEqual([])
    expect(lines('a\n', [])).toEqual(['a'])
    expect(lines('x'.repeat(50), [10, 10], 20)).toEqual([undefined])
  })
})
