import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExactQuery } from './exact-query.js'
import { segment } from './segment.js'

const matches = (words: string, text: string) => parseExactQuery(words).matches(text)

describe('parseExactQuery', () => {
  it.each([
    ['ADR-016', 'see adr-016.'],
    ['adr-016', 'docs/ADR-016.md'],
    ['atomic_write_json', 'call atomic_write_json()'],
    ['v2026.4.10', 'since v2026.4.10, it works'],
    ['src/text/segment.ts', 'in src/text/segment.ts:12'],
    ['@scope/pkg', 'npm i @scope/pkg'],
    ["don't", "I DON'T know"],
    ['C++', 'in C++ and Rust'],
    ['café', 'the Cafe'],
    ['部署', '我们讨论了部署方案'],
    ['讨论 方案', '我们讨论了部署方案'],
    ['カメラ', 'デジタルカメラを買う'],
    ['the', 'over the hill'],
    ['what is it', 'it is what it is'],
    ['"blue green"', 'a Blue\n  green deploy'],
    ['"blue green" deploy', 'a deploy: blue green'],
    ['green, blue!', 'blue and green'],
    ['deploy -deploys', 'a deploy'],
    ['deploy -"of doom"', 'doom of a deploy'],
  ])('%s is in %j', (words, text) => {
    expect(matches(words, text)).toBe(true)
  })

  it.each([
    ['deploy', 'two deploys'],
    ['art', 'the party'],
    ['ADR-016', 'ADR-0167'],
    ['2026.4.1', 'v2026.4.10'],
    ['write', 'atomicWrite'],
    ['blue green', 'blue'],
    ['"blue green"', 'blue and green'],
    ['部署方案', '部署了方案'],
    ['deploy -blue', 'deploy (Blue)'],
    ['deploy -adr-016.', 'deploy as ADR-016 says'],
    ['a.b', 'a b'],
  ])('%s is not in %j', (words, text) => {
    expect(matches(words, text)).toBe(false)
  })

  it.each(['', '  ', '*', '-', '"', '😀', '"…"', '-only'])('%j has nothing to look for', (words) => {
    expect(parseExactQuery(words).tokens).toEqual([])
  })

  it('says when not all of it is asked for', () => {
    const many = Array.from({ length: 65 }, (_, i) => `w${i}`)
    expect(parseExactQuery(many.join(' '))).toMatchObject({ clipped: true, wordings: many.slice(0, 64) })
    expect(parseExactQuery('x'.repeat(5_000)).clipped).toBe(true)
    expect(parseExactQuery('two words').clipped).toBe(false)
  })

  it('has only tokens that the index has of every text it matches', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'ADR-016',
        'atomic_write_json',
        'myVariable',
        'v1.2.3',
        '部署方案',
        'カメラ',
        "don't",
        'the',
        'é',
        'x',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    const joined = fc.array(fc.tuple(piece, fc.constantFrom(' ', ', ', '\n', '-', '/', '')), { maxLength: 8 })
    fc.assert(
      fc.property(joined, fc.array(piece, { maxLength: 3 }), (parts, words) => {
        const text = parts.map(([word, gap]) => word + gap).join('')
        const query = parseExactQuery(words.join(' '))
        if (query.tokens.length === 0 || !query.matches(text)) return
        const indexed = segment(text)
        const tokens = new Set([...indexed.words, ...indexed.parts])
        expect(query.tokens.filter((token) => !tokens.has(token))).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })

  it('reads any string', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary' }),
        (words, text) => {
          expect(typeof parseExactQuery(words).matches(text)).toBe('boolean')
        },
      ),
    )
  })
})
