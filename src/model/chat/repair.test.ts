import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repairJson } from './repair.js'

const value = { facts: [{ text: 'likes "tea", {strong} and [hot]', weight: 0.5 }], done: true }
const json = JSON.stringify(value, null, 2)
const read = (text: string) => expect(repairJson(text))

describe('the JSON of an answer', () => {
  it.each([
    ['plain', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${json}\n\`\`\``],
    ['behind a sentence', `Here are the facts:\n${json}`],
    ['behind a sentence that quotes', `You asked for "the facts", and it's these: ${json}`],
    ['before a sentence', `${json}\n\nLet me know {or not} whether this helps [1].`],
    ['behind thoughts with JSON in them', `<think>{"facts": [] or [2]?}</think>\n\n${json}`],
    ['behind a byte order mark', `\ufeff${json}`],
    ['with commas left behind', json.replace('true\n}', 'true,\n}').replace('}\n  ]', '} ,\n  ]')],
  ])('is read %s', (_, text) => {
    read(text).toEqual({ ok: true, value })
  })

  it('is read with line breaks inside of its strings', () => {
    read('{"text": "one\ntwo\t\\"three\\"",}').toEqual({ ok: true, value: { text: 'one\ntwo\t"three"' } })
  })

  it('keeps commas that stand in strings before brackets', () => {
    read('{"a": ", ]", "b": "x,}",}').toEqual({ ok: true, value: { a: ', ]', b: 'x,}' } })
  })

  it.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['I found nothing.', 'prose'],
    ['I found {nothing}.', 'prose'],
    ['<think>let me see', 'cut'],
    ['{"facts": [{"text": "likes te', 'cut'],
    ['Here: {"facts": [1, 2', 'cut'],
    ['{"facts": [{"a": 1} }, {"b": 2} ]', 'broken'],
    ['[{"a": 1}], "more": [{"b": 2}]}', 'broken'],
    ['{"a": 1}\n{"b": 2}', 'several'],
    ['{"a": 1}\n{"b": 2 "c": 3}', 'broken'],
    ["{'a': 1}", 'prose'],
    ['[1,,2]', 'prose'],
  ])('is not made up: %s', (text, problem) => {
    read(text).toEqual({ ok: false, problem })
  })
})

describe('any answer', () => {
  const anyJson = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown)
  const anyObject = fc.oneof(
    fc.dictionary(fc.string({ unit: 'binary' }), anyJson),
    fc.array(fc.dictionary(fc.string(), anyJson), { minLength: 1 }),
  )
  const prose = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[[\]{}]/g, ''))
  const again = (json: unknown) => JSON.parse(JSON.stringify(json)) as unknown

  it('is read whole, whatever stands around it and however it is laid out (S16)', () => {
    fc.assert(
      fc.property(anyObject, prose, prose, fc.nat({ max: 4 }), (json, before, behind, indent) => {
        const text = `${before}\n${JSON.stringify(json, null, indent)}\n${behind}`
        const result = repairJson(text.startsWith('<think>') ? ` ${text}` : text)
        expect(result).toEqual({ ok: true, value: again(json) })
      }),
      { numRuns: 1_000 },
    )
  })

  it('is never half of what was said: cut anywhere, it is all of it or nothing (S16)', () => {
    fc.assert(
      fc.property(anyObject, fc.double({ min: 0, max: 1, noNaN: true }), (json, where) => {
        const text = JSON.stringify(json)
        const cut = text.slice(0, Math.floor(text.length * where)) // slice-ok: a cut anywhere is the point
        const result = repairJson(cut)
        if (cut.length < text.length) expect(result.ok).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('never throws, and says what JSON says where that understands it', () => {
    const brackets = fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', ' ', '<think>', '</think>', '\n'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), brackets), (text) => {
        const result = repairJson(text)
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          return
        }
        expect(result).toEqual({ ok: true, value: expected })
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['{', 400_000],
    ['[{"', 200_000],
    ['{}', 200_000],
    ['{"a":1,}', 100_000],
    ['[1,,', 200_000],
    ['<think>', 150_000],
    [', \n', 300_000],
    ['"\\', 300_000],
  ])('of a megabyte is over in one pass: %s', (part, times) => {
    const text = part.repeat(times)
    expect(repairJson(text).ok).toBe(false)
    expect(repairJson(`{"a": [${text}`).ok).toBe(false)
    expect(repairJson(`[${text}]`).ok).toBe(false)
  })
})
