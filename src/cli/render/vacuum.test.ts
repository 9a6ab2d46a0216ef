import { expect, it } from 'vitest'
import { createStyle } from '../wording/style.js'
import { renderVacuum, renderVacuumPlan } from './vacuum.js'

const view = { style: createStyle(false), columns: 80, now: 0, zone: 'UTC' }
const done: Parameters<typeof renderVacuum>[0] = {
  state: 'physical',
  reason: null,
  waited: { banks: 1, erasures: 1, since: '2026-04-02T12:00:00.000Z' },
  bytesBefore: 12_300_000,
  bytesAfter: 12_000_000,
  tables: [{ table: 'item', bytesBefore: 12_300_000, ms: 40 }],
  kept: [`the write-ahead log keeps it ${'for a long while '.repeat(5)}and no longer`, 'backups keep it'],
}

it('wraps what keeps bytes under itself, a line of its own each', () => {
  expect(renderVacuum(done, view).split('\n').slice(2)).toEqual([
    '· the write-ahead log keeps it for a long while for a long while for a long',
    '  while for a long while for a long while and no longer',
    '· backups keep it',
  ])
})

it.each([
  [1, '1 erasure in 1 bank waits for it, since'],
  [2, '2 erasures in 1 bank wait for it, since'],
])('says that %i erasures wait', (erasures, said) => {
  expect(renderVacuumPlan({ ...done, waited: { ...done.waited, erasures } }, view)).toContain(said)
})
