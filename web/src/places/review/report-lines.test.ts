import { expect, it } from 'vitest'
import { reportLines } from './report-lines.js'

it('finds what the lines of a report are about', () => {
  const id = '01a22dd7-5f3a-7fa1-8b49-4ea9eca97cb5'
  expect(reportLines(`Reflection\n\n- ${id}\n- ${id} since 3 May\n- nothing`)).toEqual([
    { text: 'Reflection', id: null, rest: '' },
    { text: '', id: null, rest: '' },
    { text: `- ${id}`, id, rest: '' },
    { text: `- ${id} since 3 May`, id, rest: 'since 3 May' },
    { text: '- nothing', id: null, rest: '' },
  ])
})
