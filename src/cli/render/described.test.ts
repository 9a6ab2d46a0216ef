import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../wording/wrap.js'
import { described } from './described.js'

const id = '01a229eb-c582-7b29-a5ce-04b773a68cc6'

describe('described', () => {
  it('lines up what things mean, and wraps it under itself', () => {
    const rows = [
      ['--limit N', 'how many hits at most, as many words as it takes to fill a line'],
      ['--all', 'everything'],
    ] as const
    expect(described(rows, { columns: 44 })).toEqual([
      '  --limit N  how many hits at most, as many',
      '             words as it takes to fill a',
      '             line',
      '  --all      everything',
    ])
  })

  it('puts one below the other where it is too narrow, and never cuts an id', () => {
    expect(
      described(
        [
          ['remembered', 'today, 13:56'],
          ['id', id],
        ],
        { columns: 40, indent: 0 },
      ),
    ).toEqual(['remembered  today, 13:56', 'id', `  ${id}`])
    expect(described([['a long name of something', '今天下午']], { columns: 40 })).toEqual([
      '  a long name of something',
      '      今天下午',
    ])
  })

  it('keeps every word, inside the columns', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/)
    const rows = fc.array(
      fc.tuple(
        word,
        fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
      ),
    )
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 120 }), (list, columns) => {
        const lines = described(list, { columns })
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
        const words = (text: string) => text.split(/\s+/).filter((part) => part !== '')
        expect(words(lines.join(' '))).toEqual(words(list.flat().join(' ')))
      }),
    )
  })
})
