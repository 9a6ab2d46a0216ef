import { expect, it } from 'vitest'
import { describePostgres } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { givesSameRowsAfter } from './same-rows.js'

const STEPS = process.env['RECOLLECT_SOAK'] ? 20_000 : 2_000

describePostgres('SQLite and PostgreSQL, over a long time', () => {
  it(`give the same answers to ${STEPS} operations, and keep the same rows (SEED=${runSeed})`, {
    timeout: STEPS * 300,
  }, async () => {
    const told = await givesSameRowsAfter(STEPS, runSeed)
    // The script itself must be worth comparing.
    expect(told).toHaveLength(STEPS)
    const found = told.flatMap(({ step, answer }) =>
      step.does === 'search' ? [(answer as { hits: unknown[] }).hits.length] : [],
    )
    expect(Math.max(...found)).toBeGreaterThan(50)
    expect(told.filter(({ refused }) => refused === undefined).length).toBeGreaterThan(STEPS / 2)
  })
})
