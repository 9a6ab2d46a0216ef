import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

beforeAll(ensureBuilt)

it('opens no socket, whatever it remembers, finds or forgets', async () => {
  const { log, env, folder } = await guarded()
  const load = {
    home: join(folder, 'home'),
    name: 'quiet',
    seed: 1,
    operations: 60,
    log: join(folder, 'acknowledged'),
  }
  const { status, output } = await ended(start('processes/load-process.mjs', load, env))
  expect(status).toBe(0)
  expect(JSON.parse(output.split('\n').at(-1) ?? '')).toMatchObject({ errors: [] })
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('')
})

it('would have noticed one', async () => {
  const { log, env } = await guarded()
  await ended(start('security/open-socket-process.mjs', {}, env))
  expect(readFileSync(log, 'utf8').match(/connect/g)?.length).toBeGreaterThanOrEqual(2)
})

/** Also processes that a process starts load the guard. */
async function guarded() {
  const folder = await temporaryFolder()
  const log = join(folder, 'sockets')
  const guard = pathToFileURL(join(import.meta.dirname, 'guarded-process.mjs')).href
  return { folder, log, env: { NODE_OPTIONS: `--import ${guard}`, RECOLLECT_SOCKET_LOG: log } }
}
