import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { storeContract } from './store-contract.js'

describePostgres('PostgreSQL', () => {
  storeContract('PostgreSQL', async () => {
    const url = await newDatabase()
    return { open: (options) => openPostgres({ url, env: systemEnv(), ...options }) }
  })
})
