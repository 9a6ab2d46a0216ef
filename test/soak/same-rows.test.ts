import { it } from 'vitest'
import { describePostgres } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { givesSameRows } from '../store/same-rows.js'

describePostgres('SQLite and PostgreSQL', () => {
  it(`give the same answers and rows to 500 scripts (invariant 13, SEED=${runSeed})`, () =>
    givesSameRows(500, runSeed))
})
