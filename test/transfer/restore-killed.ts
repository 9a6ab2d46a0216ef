import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openMemory } from '../../src/index.js'
import { storeFile } from '../open-spine.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'
import { backedUp, bytesOf, CANARY, options, textsOf } from './backed-up.js'

/**
 * Kills a restore, again and again, at any moment, and expects the store before or the one after, with nothing left of
 * what was forgotten. Answers how many were through before they were killed.
 */
export async function killRestores(random: Random, kills: number): Promise<number> {
  const { home, engine, file } = await backedUp(400)
  const before = (await textsOf(engine)).sort()
  await engine.close()
  const present = readFileSync(storeFile(home))
  const after = before.filter((text) => text.startsWith('note'))
  const whole = await restoreFor(home, file, Number.POSITIVE_INFINITY)
  let done = 0
  for (let kill = 0; kill < kills; kill++) {
    writeFileSync(storeFile(home), present)
    // A few while it is still reading the backup.
    await restoreFor(home, file, kill % 4 === 0 ? 0 : random.int(whole * 1.2))
    const store = await openMemory({ home, ...options })
    const { findings } = await store.as({ user: 'ann' }).doctor({})
    expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
    const texts = (await textsOf(store)).sort()
    expect([before, after]).toContainEqual(texts)
    if (texts.length === after.length) done += 1
    await store.close()
    // Opening has removed what the killed one left, which held the forgotten.
    expect(readdirSync(home)).toEqual(['recollect.db'])
    expect(bytesOf(home).includes(CANARY)).toBe(false)
  }
  return done
}

/** Kills a restore so long after it was confirmed, 0: at its start. Answers how long that took until its end. */
async function restoreFor(home: string, file: string, ms: number): Promise<number> {
  const child = start('transfer/restore-process.mjs', { home, file })
  const end = ended(child)
  await new Promise((resolve) => {
    child.stdout?.on('data', (text) => {
      if (ms === 0 || String(text).includes('confirmed')) resolve(undefined)
    })
    void end.then(resolve)
  })
  const since = performance.now()
  if (Number.isFinite(ms)) {
    await sleep(ms === 0 ? 100 : ms)
    child.kill('SIGKILL')
  }
  expect((await end).complaints).toBe('')
  return performance.now() - since
}
