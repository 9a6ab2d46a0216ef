import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { substring } from './substring.js'

describe('substring', () => {
  it.each([
    ['Lisbon', 'in LISBON, by train'],
    ['isbo', 'Lisbon'],
    ['cafe', 'das Café'],
    ['方案', '我们讨论了部署方案'],
    ['a b', 'a\n\tb'],
    ['100%', 'it is 100% sure'],
    ['_', 'atomic_write'],
    ['', 'anything'],
    ['strasse', 'Straße'],
  ])('finds %j in %j', (piece, text) => {
    expect(substring(piece).isIn(text)).toBe(true)
  })

  it.each([
    ['a%b', 'a to b'],
    ['a_b', 'a-b'],
    ['.*', 'anything'],
    ['porto', 'Lisbon'],
  ])('does not find %j in %j', (piece, text) => {
    expect(substring(piece).isIn(text)).toBe(false)
  })

  it('says where it stands in the text as it was written', () => {
    const text = 'Straße, STRASSE und  ＳＴＲＡＳＳＥ'
    const spans = substring('strasse').spansIn(text)
    expect(spans.map(([start, end]) => text.slice(start, end))).toEqual([
      'Straße',
      'STRASSE',
      'ＳＴＲＡＳＳＥ',
    ])
  })

  it('has a place for whatever it finds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (before, piece) => {
        const text = `${before} ${piece} ${before}`
        const wanted = substring(piece)
        if (!wanted.isIn(text)) return
        const spans = wanted.spansIn(text)
        for (const [start, end] of spans) expect(end).toBeGreaterThan(start)
      }),
    )
  })
})
