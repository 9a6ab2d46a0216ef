import { erasures } from './0011-erasures.js'
import { jobs } from './0011-jobs.js'
import { postings } from './0011-postings.js'
import { rowNumbers } from './0011-row-numbers.js'
import { walls } from './0011-walls.js'
import type { Migration } from './migration.js'

/**
 * What many processes on one PostgreSQL need, so that each bank stands for itself: row numbers of its own, an index of
 * words, a wall around its rows, and work that is taken by one process at a time (docs/scaling.md).
 */
export const divideByBank: Migration = {
  id: 11,
  name: 'divide-by-bank',
  ddl: (types) => [
    ...rowNumbers(types),
    ...postings(types),
    ...jobs(types),
    ...erasures(types),
    ...walls(types),
  ],
}
