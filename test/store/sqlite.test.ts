import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { storeContract } from './store-contract.js'

const folder = mkdtempSync(join(tmpdir(), 'recollect-contract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
storeContract('SQLite', async () => {
  const file = join(folder, `${++count}.db`)
  return { open: (options) => openSqlite({ file, env: systemEnv(), ...options }) }
})
