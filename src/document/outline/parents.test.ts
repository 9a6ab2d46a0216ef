import { expect, it } from 'vitest'
import { parentsOf } from './parents.js'

const places = (levels: readonly number[]) => levels.map((level) => ({ level, part: 0 }))

it('puts a section under the last one before it that has a lower level', () => {
  expect(parentsOf(places([0, 1, 2, 3, 2, 1, 3]))).toEqual([-1, -1, 1, 2, 1, -1, 5])
})

it('puts nothing under what stands before the first heading, and parts where their section is', () => {
  expect(
    parentsOf([
      { level: 0, part: 0 },
      { level: 0, part: 1 },
      { level: 2, part: 0 },
      { level: 3, part: 0 },
      { level: 3, part: 1 },
      { level: 1, part: 0 },
    ]),
  ).toEqual([-1, -1, -1, 2, 2, -1])
})
