import { it } from 'vitest'
import { describePostgres } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { givesSameRows } from './same-rows.js'

describePostgres('SQLite and PostgreSQL', () => {
  it(
    `give the same answers and rows to the same script (invariant 13, SEED=${runSeed})`,
    {
      timeout: 300_000,
    },
    () => givesSameRows(4, runSeed),
  )
})
