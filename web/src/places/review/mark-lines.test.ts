import { describe, expect, it } from 'vitest'
import { markLines } from './mark-lines.js'

const marks = (lines: readonly string[]) =>
  markLines(lines).map(({ sign, text, spans }) => [
    sign,
    ...spans.map(([start, end]) => text.substring(start, end)),
  ])

describe('the lines of a comparison', () => {
  it('mark what is new in a line that takes the place of another, in whole words', () => {
    expect(
      marks([' ## On the day', '-- Never on a Friday.', '+- Never on a Friday, and not in May.']),
    ).toEqual([[' '], ['-'], ['+', ', and not in May']])
    expect(marks(['-| 10 days | says so |', '+| 3 days | says so |'])).toEqual([
      ['-', '10'],
      ['+', '3'],
    ])
    expect(marks(['-once a week', '+once a weekday'])).toEqual([
      ['-', 'week'],
      ['+', 'weekday'],
    ])
  })

  it('mark nothing where lines have little in common, or take the place of none', () => {
    expect(marks(['-one thing', '+quite another'])).toEqual([['-'], ['+']])
    expect(marks(['-3. in German.', '+3. in German, Danish.', '+4. new'])).toEqual([
      ['-'],
      ['+', ', Danish'],
      ['+'],
    ])
    expect(marks(['+new', ' kept', '-old'])).toEqual([['+'], [' '], ['-']])
  })

  it('take each Chinese sign for a word, and split none', () => {
    expect(marks(['-团队每周一开会', '+团队每周五开会'])).toEqual([
      ['-', '一'],
      ['+', '五'],
    ])
    expect(marks(['-the tide is 🌊 high', '+the tide is 🌋 high'])).toEqual([
      ['-', '🌊'],
      ['+', '🌋'],
    ])
  })
})
