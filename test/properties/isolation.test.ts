import { describe } from 'vitest'
import { inDatabase, inFile } from '../each-engine.js'
import { describePostgres } from '../postgres/database.js'
import { cases, learnsNothing } from './learns-nothing.js'

describe.each(cases)('what $mine may learn of $other by $by', (one) => learnsNothing(one, inFile))

describePostgres('on PostgreSQL', () => {
  // One of them here, all in the soak: each takes as long as all of them in a file.
  const one = { mine: 'ann', other: 'Ann', by: 'words and vectors' } as const
  describe('what ann may learn of Ann (S25)', () => learnsNothing(one, inDatabase))
})
