import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { serverUser } from '../postgres/server-user.js'
import { concurrencyContract } from './concurrency-contract.js'
import { portableSqlContract } from './portable-sql-contract.js'
import { transactionContract } from './transaction-contract.js'
import { valueContract } from './value-contract.js'

const POOLER = '/usr/sbin/pgbouncer'

const describeBehind = existsSync(POOLER) ? describePostgres : describe.skip

describeBehind('PostgreSQL behind PgBouncer, which gives each transaction any session', () => {
  const stops: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(stops.map((stop) => stop())))
  const newPlace = async () => {
    const { url, stop } = await startPooler(await newDatabase())
    stops.push(stop)
    return { open: (options = {}) => openPostgres({ url, env: systemEnv(), ...options }) }
  }
  describe('portable SQL', () => portableSqlContract(newPlace))
  describe('values', () => valueContract(newPlace))
  describe('transactions', () => transactionContract(newPlace))
  describe('concurrency', () => concurrencyContract(newPlace))
})

/** Two sessions of the server for all connections, so that they are mixed as much as can be. */
async function startPooler(database: string): Promise<{ url: string; stop(): Promise<void> }> {
  const url = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'recollect-pooler-'))
  const user = serverUser()
  const port = await freePort()
  const files = {
    'users.txt': `"${url.username}" "${decodeURIComponent(url.password)}"\n`,
    'pooler.ini': `[databases]
* = host=127.0.0.1 port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 2
`,
  }
  user.own(folder)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    user.own(join(folder, name))
  }
  const [command, args] = user.command(POOLER, [join(folder, 'pooler.ini')])
  const pooler = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => void pooler.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    let log = ''
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('process up')) resolve()
    })
    pooler.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${log}`)))
  })
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      process.removeListener('exit', kill)
      const exited = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
