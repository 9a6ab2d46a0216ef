import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

beforeAll(ensureBuilt)

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

const run = (argument: {
  home: string
  setting: 'packaged' | 'shared'
  isToStay?: boolean
  isToLeave?: boolean
}) => start('model/embedder-process.mjs', argument)

/** Runs until it has said what it found. */
async function stay(home: string): Promise<ChildProcess> {
  const child = run({ home, setting: 'packaged', isToStay: true })
  running.push(child)
  if (child.stdout === null) throw new TypeError('it has no output')
  await once(child.stdout, 'data')
  return child
}

it('keeps no program alive: neither a loaded model, nor its socket, nor a connection to one', async () => {
  const home = await temporaryFolder()
  expect(await ended(run({ home, setting: 'packaged' }))).toMatchObject({ status: 0, output: '1 vector\n' })
  await stay(home)
  expect(await ended(run({ home, setting: 'shared' }))).toMatchObject({ status: 0, output: '1 vector\n' })
})

it('is taken over from a process that was killed', async () => {
  const home = await temporaryFolder()
  const first = await stay(home)
  first.kill('SIGKILL')
  await once(first, 'close')
  expect(existsSync(join(home, 'embedder.sock'))).toBe(true)
  expect(await ended(run({ home, setting: 'shared' }))).toMatchObject({
    output: expect.stringContaining('not loaded'),
  })
  await stay(home)
  expect(await ended(run({ home, setting: 'shared' }))).toMatchObject({ output: '1 vector\n' })
})

it('keeps no program alive for passages that nobody waits for, and one that asks until it is answered', async () => {
  const home = await temporaryFolder()
  const asking = { home, setting: 'packaged', isToLeave: true } as const
  expect(await ended(run(asking))).toMatchObject({ status: 0, output: '1 vector\n' })
})
