import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'
import { archiveOf } from './stores.js'

const KILLS = 8

beforeAll(ensureBuilt, 180_000)

it(`an import of an archive that is killed is completed by the next (seed ${runSeed})`, async () => {
  const from = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  const ann = from.as({ user: 'ann' })
  const line = (i: number) =>
    JSON.stringify({ role: 'user', content: `turn ${i}`, session: `session ${i % 4}` })
  await ann.import({ content: Array.from({ length: 3_000 }, (_, i) => line(i)).join('\n') })
  const { id } = await ann.capture({ text: 'a note', tags: ['x', 'y'] })
  await ann.capture({ text: 'derived', sources: [id] })
  const archive = await archiveOf(from)
  await from.close()
  const file = join(await temporaryFolder(), 'memory.jsonl')
  writeFileSync(file, archive.join(''))
  const random = createRandom(runSeed)
  let broken = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const home = join(await temporaryFolder(), 'home')
    const child = start('transfer/import-process.mjs', { home, file })
    const end = ended(child)
    await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(400))
    child.kill('SIGKILL')
    expect((await end).complaints).toBe('')
    const engine = await openMemory({ home, durability: 'normal', zone: 'UTC' })
    const findings = async () =>
      (await engine.as({ user: 'ann' }).doctor({})).findings.filter(({ isOk }) => !isOk)
    if ((await findings()).some(({ check }) => check === 'archives')) broken += 1
    else expect(await findings()).toEqual([])
    await engine.as({ administrator: true }).importArchive({ file })
    expect((await archiveOf(engine)).filter(isCanonical)).toEqual(archive.filter(isCanonical))
    expect(await findings()).toEqual([])
    await engine.close()
    rmSync(home, { recursive: true })
  }
  // Else the kills came all too late.
  expect(broken).toBeGreaterThan(0)
}, 180_000)

/** Looking at the store in between adds to its log of reads; first and last line hold the time. */
function isCanonical(line: string): boolean {
  return /^\{"type":"(?!read|end)/.test(line)
}
