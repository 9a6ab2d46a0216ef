import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOutput, fairShare, type ItemLike, MAX_ITEMS, TEXT_BUDGET_CHARS } from './bound-output.js'

const item = (text: string, rest: object = {}) => ({
  id: '01890000-0000-7000-8000-000000000000',
  text,
  origin: 'user',
  trust: 'stated',
  ...rest,
})

const itemsOf = (output: unknown): ItemLike[] => (output as { hits: ItemLike[] }).hits

describe('the size of an answer', () => {
  it('leaves what fits as it is', () => {
    const output = {
      recallId: 'x',
      hits: [item('short', { matched: [[0, 5]] }), item('also short')],
      missing: {},
    }
    expect(boundOutput(output)).toEqual(output)
  })

  it('cuts a long text and says how to read on', () => {
    const [only] = itemsOf(boundOutput({ hits: [item('a'.repeat(50_000))] }))
    expect(only?.text.length).toBeLessThan(TEXT_BUDGET_CHARS + 200)
    expect(only?.text).toContain(
      `… [0-${TEXT_BUDGET_CHARS} of 50000 characters; to read on: recollect://item/01890000-0000-7000-8000-000000000000?from=${TEXT_BUDGET_CHARS}]`,
    )
  })

  it('cuts the body of a record alike', () => {
    const record = { ...item(''), name: 'n', description: 'd', body: 'a'.repeat(60_000) }
    const { text: _text, ...whole } = record
    const { records } = boundOutput({ records: [whole] }) as { records: { body: string }[] }
    expect(records[0]?.body.length).toBeLessThan(TEXT_BUDGET_CHARS + 200)
    expect(records[0]).not.toHaveProperty('text')
  })

  it('points to memory_get where that shows the whole', () => {
    const hits = Array.from({ length: 10 }, () => item('b'.repeat(5_000)))
    for (const { text } of itemsOf(boundOutput({ hits })))
      expect(text).toContain('to read on: memory_get 0189')
  })

  it('keeps short texts whole beside a long one', () => {
    const hits = [item('c'.repeat(100_000)), ...Array.from({ length: 9 }, () => item('d'.repeat(1_000)))]
    const [long, ...short] = itemsOf(boundOutput({ hits }))
    expect(short.every(({ text }) => text === 'd'.repeat(1_000))).toBe(true)
    expect(long?.text.length).toBeGreaterThan(10_000)
  })

  it('keeps what matched, and the spans point at it', () => {
    const text = `${'x '.repeat(30_000)}the needle${' y'.repeat(30_000)}`
    const at = text.indexOf('needle')
    const [hit] = itemsOf(
      boundOutput({
        hits: [
          item(text, {
            matched: [
              [at, at + 6],
              [90_000, 90_001],
            ],
          }),
        ],
      }),
    )
    expect(hit?.matched?.map(([start, end]) => hit.text.slice(start, end))[0]).toBe('needle')
    expect(hit?.text).toMatch(/^…/)
  })

  it('never parts a character', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60_000 }), (lead, match) => {
        const text = 'a'.repeat(lead) + '😀'.repeat(30_000)
        const [hit] = itemsOf(boundOutput({ hits: [item(text, { matched: [[match, match + 2]] })] }))
        expect(hit?.text.isWellFormed()).toBe(true)
      }),
    )
  })

  it('keeps the first of very many items, wherever they stand', () => {
    const many = Array.from({ length: MAX_ITEMS + 50 }, (_, index) => item(`n${index}`))
    expect(itemsOf(boundOutput({ hits: many }))).toHaveLength(MAX_ITEMS)
    const trace = boundOutput({ item: item('e'), derived: many }) as { derived: unknown[] }
    expect(trace.derived).toHaveLength(MAX_ITEMS)
    expect(
      (boundOutput({ tags: Array.from({ length: 500 }, String) }) as { tags: unknown[] }).tags,
    ).toHaveLength(500)
  })

  it('takes an item that is the whole answer, and keys of any name', () => {
    expect((boundOutput(item('f'.repeat(30_000))) as ItemLike).text).toContain('?from=20000')
    const odd = JSON.parse('{"byTag":{"__proto__":1,"constructor":2}}')
    expect(JSON.stringify(boundOutput(odd))).toBe('{"byTag":{"__proto__":1,"constructor":2}}')
  })
})

describe('a fair share', () => {
  it('is never more than all can have together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50_000), { maxLength: 60 }),
        fc.integer({ min: 1, max: 50_000 }),
        (lengths, budget) => {
          const share = fairShare(lengths, budget)
          const used = lengths.reduce((sum, length) => sum + Math.min(length, share), 0)
          expect(used).toBeLessThanOrEqual(budget)
          const isTight = used > budget - lengths.length || lengths.every((length) => length <= share)
          expect(isTight).toBe(true)
        },
      ),
    )
  })
})
