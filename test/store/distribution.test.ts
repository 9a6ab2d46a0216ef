import postgres from 'postgres'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { distributionProblems } from '../postgres/distribution-problems.js'

describePostgres('PostgreSQL: a database that can be divided by bank', () => {
  it('has nothing that stands in the way', async () => {
    const url = await newDatabase()
    await (await openMemory({ store: url })).close()
    expect(await distributionProblems(url)).toEqual([])
  })

  it('would be found out where a table could not be divided', async () => {
    const url = await newDatabase()
    await (await openMemory({ store: url })).close()
    const sql = postgres(url, { max: 1 })
    await sql.unsafe(`
      create table global (id text collate "C" primary key);
      create table counted (bank text not null, n bigint generated always as identity, primary key (n, bank));
      create table pointing (bank text collate "C" not null, id text collate "C" references global, primary key (bank))`)
    await sql.end()
    expect(await distributionProblems(url)).toEqual(
      expect.arrayContaining([
        'global has no bank',
        'counted.n is numbered for all banks',
        'counted.bank is not in the order of bytes',
        'counted: the unique index counted_pkey does not begin with the bank',
        'counted_n_seq is a sequence',
        'pointing: the foreign key pointing_id_fkey leaves the bank',
        'pointing stands behind no wall',
      ]),
    )
  })
})
