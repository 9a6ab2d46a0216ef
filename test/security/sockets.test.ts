import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

beforeAll(ensureBuilt)

it('opens no socket without an embedder, whatever it remembers, finds or forgets', async () => {
  const { log, env: guard, folder } = await guarded()
  const env = { ...guard, RECOLLECT_EMBEDDER: 'off' }
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

it('opens nothing on a network for the packaged model: one socket beside the store', async () => {
  const { home, opened } = await embed('packaged')
  expect(opened.length).toBeGreaterThan(0)
  for (const place of opened) expect(place.substring(place.indexOf(' ') + 1).startsWith(home)).toBe(true)
})

it('asks nobody but an Ollama of this machine when nothing is configured', async () => {
  const { home, opened } = await embed('auto')
  const elsewhere = opened.filter((place) => !place.includes(home))
  expect(elsewhere).toHaveLength(1)
  expect(elsewhere[0]).toMatch(/^connect .*"127\.0\.0\.1"/)
  expect(elsewhere[0]).toMatch(/"11434"/)
})

it('would have noticed one', async () => {
  const { log, env } = await guarded()
  await ended(start('security/open-socket-process.mjs', {}, env))
  expect(readFileSync(log, 'utf8').match(/connect/g)?.length).toBeGreaterThanOrEqual(2)
})

/** What a process opens that makes a vector. */
async function embed(setting: 'auto' | 'packaged') {
  const { log, env, folder } = await guarded()
  const argument = { home: folder, setting }
  const child = start('model/embedder-process.mjs', argument, { ...env, RECOLLECT_SOCKET_PATHS: 'allowed' })
  expect(await ended(child)).toMatchObject({ status: 0, output: '1 vector\n' })
  return { home: folder, opened: readFileSync(log, 'utf8').trim().split('\n') }
}

/** Also processes that a process starts load the guard. */
async function guarded() {
  const folder = await temporaryFolder()
  const log = join(folder, 'sockets')
  const guard = pathToFileURL(join(import.meta.dirname, 'guarded-process.mjs')).href
  return { folder, log, env: { NODE_OPTIONS: `--import ${guard}`, RECOLLECT_SOCKET_LOG: log } }
}
