import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJsonSplitter, type SplitValue, splitJson } from '../../src/transfer/json-splitter.js'

const limits = { maxValueBytes: 1_000_000, maxDepth: 512 }

/** Pieces of a text, cut at any bytes, also inside of a character. */
function cut(text: string, cuts: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text)
  const places = [...new Set(cuts.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

function split(pieces: readonly Uint8Array[], within = limits): SplitValue[] {
  const splitter = createJsonSplitter(within)
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
}

const cuts = fc.array(fc.nat(), { maxLength: 40 })
const spaces = fc.constantFrom('', ' ', '\n', '\r\n\t', '  ')
// Brackets, quotes and backslashes inside of strings are what a splitter would fall over.
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('"', '\\', '\\"', ']', '[{', '}]', ',', '\\\\"]', '\u2028', '😀', '\u0000', '__proto__'),
)
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(
      hostileText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileText, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))

describe('the JSON splitter', () => {
  it('gives the elements that JSON.parse gives, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyValue, { maxLength: 12 }),
        spaces,
        fc.boolean(),
        cuts,
        (values, space, isPretty, at) => {
          const text = `${space}${JSON.stringify(values, null, isPretty ? 2 : 0)}${space}`
          const whole = JSON.parse(text) as unknown[]
          const found = split(cut(text, at))
          expect(found.map(({ problem }) => problem)).toEqual(whole.map(() => undefined))
          expect(found.map(({ text: element }) => JSON.parse(element ?? '') as unknown)).toEqual(whole)
          expect(found.map(({ number }) => number)).toEqual(whole.map((_, index) => index + 1))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('gives objects that follow each other, with or without lines between them', () => {
    const anyObject = fc.dictionary(hostileText, anyValue, { maxKeys: 4 })
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 8 }), spaces, cuts, (values, space, at) => {
        const text = values.map((value) => JSON.stringify(value)).join(space)
        const found = split(cut(text, at))
        expect(found.map(({ text: element }) => JSON.parse(element ?? '') as unknown)).toEqual(
          values.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('says the same of any bytes, wherever they are cut, and never throws', () => {
    const alphabet = fc.constantFrom(...'[]{}",:\\ \n1aé'.split(''), '"a"', '{"a":1}', '[1]')
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), cuts, (letters, at) => {
        const text = letters.join('')
        expect(split(cut(text, at))).toEqual(split([Buffer.from(text)]))
      }),
      { numRuns: 2_000 },
    )
  })

  it('loses nothing of what comes before and behind an element that is no JSON', () => {
    const [before, bad, behind] = split([Buffer.from('[{"a":1}, {"b": nothing, "c": [1,,2]}, {"d":"}]"}]')])
    expect([before?.text, behind?.text].map((text) => JSON.parse(text ?? '') as unknown)).toEqual([
      { a: 1 },
      { d: '}]' },
    ])
    expect(() => JSON.parse(bad?.text ?? '') as unknown).toThrow(SyntaxError)
  })

  it.each([
    ['in an element', '[{"a":1},{"b":2', 'cut off'],
    ['in a string', '[{"a":1},{"b":"x', 'cut off'],
    ['behind a comma', '[{"a":1},', 'cut off'],
    ['with text behind the array', '[{"a":1}] and more', 'text behind the end'],
  ])('tells where a file ends %s, and keeps what was whole', (_where, text, problem) => {
    const [whole, torn, ...more] = split([Buffer.from(text)])
    expect(whole?.text).toBe('{"a":1}')
    expect(torn).toMatchObject({ number: 2, problem: expect.stringContaining(problem) })
    expect(more).toEqual([])
  })

  it('reads arrays that follow each other', () => {
    expect(split([Buffer.from('[1,2]\n[3]\n')]).map(({ text }) => text)).toEqual(['1', '2', '3'])
  })

  it('counts what is too long or too deep, holds none of it, and goes on behind it', () => {
    const long = JSON.stringify({ a: 'x'.repeat(5_000) })
    const deep = `${'['.repeat(600)}${']'.repeat(600)}`
    const within = { maxValueBytes: 2_000, maxDepth: 512 }
    expect(split([Buffer.from(`[${long},1,${deep},{"b":2}]`)], within)).toMatchObject([
      { number: 1, problem: 'longer than 2000 bytes' },
      { number: 2, text: '1' },
      { number: 3, problem: 'nested deeper than 512 levels' },
      { number: 4, text: '{"b":2}' },
    ])
  })

  it('holds one element at a time of an array of any size', () => {
    const element = Buffer.from(`${JSON.stringify({ text: 'word '.repeat(2_000) })},\n`)
    const splitter = createJsonSplitter(limits)
    splitter.push(Buffer.from('['))
    let peak = 0
    let found = 0
    // 200 MB in pieces of 7,000 bytes, of an array that is never in memory.
    for (let sent = 0; sent < 200_000_000; sent += 7_000 * Math.ceil(element.length / 7_000)) {
      for (let at = 0; at < element.length; at += 7_000) {
        found += splitter.push(element.subarray(at, at + 7_000)).length
        peak = Math.max(peak, splitter.heldBytes())
      }
    }
    expect(found).toBeGreaterThan(10_000)
    expect(peak).toBeLessThanOrEqual(element.length)
  })

  it('holds nothing of an element that never ends', () => {
    const splitter = createJsonSplitter({ maxValueBytes: 100_000, maxDepth: 512 })
    splitter.push(Buffer.from('[{"a":"'))
    const piece = Buffer.alloc(10_000, 'x')
    let peak = 0
    for (let n = 0; n < 1_000; n++) {
      splitter.push(piece)
      peak = Math.max(peak, splitter.heldBytes())
    }
    expect(peak).toBeLessThanOrEqual(100_000)
    expect(splitter.end()).toMatchObject([
      { number: 1, text: undefined, problem: expect.stringContaining('cut off') },
    ])
  })

  it('reads a stream', async () => {
    const found: SplitValue[] = []
    for await (const value of splitJson(['[1,', '"2"]'], limits)) found.push(value)
    expect(found.map(({ text }) => text)).toEqual(['1', '"2"'])
  })
})
