import { expect, it } from 'vitest'
import { describePostgres } from '../postgres/database.js'
import { shareWork } from '../work/shared-work.js'

describePostgres('two thousand jobs that four processes share', () => {
  it('are done once each', async () => {
    const report = await shareWork({ banks: 2_000, processes: 4, killed: 0 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report).toMatchObject({ embedded: { 1: 2_000 }, done: 2_000, vectors: 2_000, jobsLeft: 0 })
  })
})
