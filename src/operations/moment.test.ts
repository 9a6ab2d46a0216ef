import { describe, expect, it } from 'vitest'
import { readMoment } from './moment.js'
import { operations } from './table.js'

describe('a time zone', () => {
  it.each([
    ['search', { question: 'when?' }],
    ['import', { content: '' }],
  ] as const)('that does not exist is refused by %s before anything is read', (name, input) => {
    const { input: schema } = operations[name]
    expect(schema.safeParse({ ...input, zone: 'Europe/Lisbon' }).success).toBe(true)
    expect(schema.safeParse({ ...input, zone: '+09:00' }).success).toBe(true)
    expect(schema.safeParse({ ...input, zone: 'Mars/Olympus' }).error?.issues[0]?.message).toMatch(
      /^not a time zone: give an IANA name/,
    )
  })
})

it('quotes what is no time, and no half of a character', () => {
  expect(() => readMoment('\ud800', 'UTC', 'until')).toThrow('until: not a time: \ufffd')
})
