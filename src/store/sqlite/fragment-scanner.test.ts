import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFragmentScanner } from './fragment-scanner.js'

const looks = ['sparse', 'dense'] as const

describe('fragment scanner', () => {
  it('finds a run of 23 bytes of a text at any place of the stream', () => {
    const bytes = fc.uint8Array({ minLength: 23, maxLength: 80 })
    fc.assert(
      fc.property(bytes, fc.nat(200), fc.nat(200), fc.nat(57), (text, before, after, from) => {
        const cut = Buffer.from(text)
          .subarray(Math.min(from, text.length - 23))
          .subarray(0, 23)
        const stream = Buffer.from(
          new Uint8Array([...new Uint8Array(before), ...cut, ...new Uint8Array(after)]),
        )
        for (const look of looks) {
          const scanner = createFragmentScanner([Buffer.from(text)], look)
          scanner.feed(Buffer.from(Uint8Array.from(stream).buffer))
          expect(scanner.count()).toBeGreaterThan(0)
          expect(scanner.found()).toHaveLength(scanner.count())
        }
      }),
    )
  })

  it('finds nothing where no 16 bytes of a text are', () => {
    for (const look of looks) {
      const scanner = createFragmentScanner([Buffer.from('the secret is 0123456789')], look)
      scanner.feed(Buffer.from(Uint8Array.from(Buffer.from('the secret is 9876543210'.repeat(50))).buffer))
      expect(scanner.found()).toEqual([])
    }
  })

  it('finds every piece when it looks at every position', () => {
    const text = Buffer.from('abcdefghijklmnopqrstuvwxyz')
    const scanner = createFragmentScanner([text], 'dense')
    scanner.feed(Buffer.concat([Buffer.from('..'), text, Buffer.from('..')]))
    expect(scanner.found().map(String)).toEqual(
      Array.from({ length: 11 }, (_, at) => text.toString('utf8', at, at + 16)),
    )
  })

  it('finds a short text whole, and leaves the shortest to the index', () => {
    const scanner = createFragmentScanner(
      ['pin 12345678', 'ok'].map((text) => Buffer.from(text)),
      'sparse',
    )
    scanner.feed(Buffer.from('...ok...pin 12345678...ok........'))
    expect(scanner.found().map(String)).toEqual(['pin 12345678'])
  })

  it('finds a whole text of any length from eight bytes on, at any offset', () => {
    for (let length = 8; length <= 40; length++) {
      for (let offset = 0; offset < 8; offset++) {
        const text = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyzABCD').subarray(0, length)
        const stream = Buffer.from(new ArrayBuffer(96))
        text.copy(stream, 24 + offset)
        const scanner = createFragmentScanner([text], 'sparse')
        scanner.feed(stream)
        expect([length, offset, scanner.count() > 0]).toEqual([length, offset, true])
      }
    }
  })

  it('takes a text that repeats itself in time', () => {
    const scanner = createFragmentScanner([Buffer.from('aaaaaaaa'.repeat(30_000))], 'dense')
    scanner.feed(Buffer.from('a'.repeat(100_000)))
    expect(scanner.count()).toBe(1)
  })
})
