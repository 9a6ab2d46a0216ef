import { expect, it } from 'vitest'
import { borderAt } from './border-at.js'

it('parts a text between characters, and never in one', () => {
  expect([0, 1, 2, 3, 4].map((index) => borderAt('a😀b', index))).toEqual([0, 1, 3, 3, 4])
})
