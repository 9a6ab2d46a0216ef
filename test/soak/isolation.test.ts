import { describe } from 'vitest'
import { inDatabase } from '../each-engine.js'
import { describePostgres } from '../postgres/database.js'
import { cases, learnsNothing } from '../properties/learns-nothing.js'

describePostgres('on PostgreSQL', () => {
  describe.each(cases)('what $mine may learn of $other by $by (S25)', (one) => learnsNothing(one, inDatabase))
})
