import { expect, it } from 'vitest'
import { hanging } from './hanging.js'

it('wraps a text under its own beginning', () => {
  expect(hanging('  14  ', 'left out: thinking × 3, tool call × 2', 26)).toEqual([
    '  14  left out: thinking ×',
    '      3, tool call × 2',
  ])
})

it('leaves a text to the terminal whose longest word has no room', () => {
  const text = 'at /home/ann/.recollect/recollect.db, line 3'
  expect(hanging('  ', text, 20)).toEqual([`  ${text}`])
})
