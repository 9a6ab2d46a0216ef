import { describe, expect, it } from 'vitest'
import { possibleNames } from './names-in-question.js'

describe('what may be a name in a question', () => {
  it('is every run of words that does not begin or end with one of grammar, longest first', () => {
    expect(possibleNames('Who reviews the web chat UI?')).toEqual([
      'reviews the web chat UI',
      'reviews the web chat',
      'reviews the web',
      'web chat UI',
      'web chat',
      'reviews',
      'chat UI',
      'chat',
      'web',
      'UI',
    ])
  })

  it('keeps what stands inside a name, and takes off what stands around it', () => {
    const names = possibleNames("Does (St. John's) use C++, or Alex's tool?")
    expect(names).toEqual(expect.arrayContaining(["St. John's", 'St. John', 'C++', "Alex's", 'Alex']))
  })

  it('is every stretch of Chinese characters of the length of a name', () => {
    expect(possibleNames('王小明在吗')).toEqual(expect.arrayContaining(['王小明', '小明']))
  })

  it('is looked for in the beginning of what is pasted, whatever it is', () => {
    for (const text of [
      'a '.repeat(10_000),
      `${'-'.repeat(10_000)}x`,
      '王'.repeat(10_000),
      "'s".repeat(5_000),
      '',
    ])
      expect(possibleNames(text).length).toBeLessThan(1_000)
  })
})
