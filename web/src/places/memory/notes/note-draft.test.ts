import { expect, it } from 'vitest'
import { filterIn } from './note-draft.js'

it('filters by what is short and on one line, never by a note that is being written', () => {
  expect(filterIn(' Lisbon ')).toBe('Lisbon')
  expect(filterIn('记'.repeat(200))).toBe('记'.repeat(200))
  expect(filterIn('记'.repeat(201))).toBe('')
  expect(filterIn('Mia moved\nin March')).toBe('')
})
