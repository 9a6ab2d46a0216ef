import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openMemory } from '../../src/index.js'
import { createReadLog } from '../../src/read-log.js'
import { keepRecall, type LookedAt } from '../../src/recalls/keep-recall.js'
import { readRecalls } from '../../src/recalls/recall.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

beforeAll(ensureBuilt)
afterEach(() => void vi.useRealTimers())

it('has whole recalls after a kill, from the first on, without a gap', { timeout: 60_000 }, async () => {
  for (const chunks of [1, 40, 200]) {
    const home = await temporaryFolder()
    const child = start('recalls/search-process.mjs', { home })
    const end = ended(child)
    for (let i = 0; i < chunks; i++) await Promise.race([once(child.stdout as Readable, 'data'), end])
    child.kill('SIGKILL')
    const { output, complaints } = await end
    expect(complaints).toBe('')
    const asked = output.split('\n').filter((line) => line.length === 36)
    const engine = await openMemory({ home, zone: 'UTC' })
    const memory = engine.as({ user: 'ann' })
    const { recalls } = await memory.recalls({ limit: 1000 })
    const kept = recalls.map(({ recallId }) => recallId).reverse()
    // The last may have been written before its id was printed.
    expect(kept.filter((id) => asked.includes(id))).toEqual(
      asked.slice(0, Math.min(kept.length, asked.length)),
    )
    const used = recalls.filter((recall) => recall.used > 0).length
    const { items } = await memory.stats({})
    if (items > 0) {
      const { hits } = await memory.search({ question: 'garden gate' })
      // Counters and log are of one piece.
      expect(hits[0]?.useCount).toBe(used)
    }
    expect((await memory.doctor({})).isHealthy).toBe(true)
    await engine.close()
  }
})

it('is on disk a second after it was asked, with nobody closing anything', async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const log = createReadLog(spine.store, spine.env)
  const recall = { id: 'r', at: 5, question: 'garden?', ranked: 0, missing: {}, hits: [] }
  const options = { limit: 20, mode: 'measured', now: 5, zone: 'UTC' } as const
  log.record(ann, 'memory.search', { hits: 0 }, () => keepRecall(ann, { ...recall, options }, 0 as LookedAt))
  const kept = () => spine.store.read(readRecalls, ann, { limit: 10 })
  await vi.advanceTimersByTimeAsync(999)
  expect(await kept()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(async () =>
    expect(await kept()).toMatchObject([{ id: 'r', question: 'garden?', options }]),
  )
  vi.useRealTimers()
  await spine.store.close()
})
