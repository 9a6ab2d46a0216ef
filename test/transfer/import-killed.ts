import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'
import { archiveOf } from './stores.js'

/**
 * Kills the import of an archive, again and again, at any moment, and expects that doctor says so and that the next
 * import completes it. Answers how many were broken off half-way.
 */
export async function killImports(random: Random, kills: number): Promise<number> {
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
  let broken = 0
  for (let kill = 0; kill < kills; kill++) {
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
  return broken
}

/** Looking at the store in between adds to its log of reads; first and last line hold the time. */
function isCanonical(line: string): boolean {
  return /^\{"type":"(?!read|end)/.test(line)
}
