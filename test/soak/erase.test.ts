import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'
import { forgetAtRandom, harmed, tracesOf } from '../security/erasure.js'

const rounds = Number(process.env['RECOLLECT_ROUNDS'] ?? 20)

describe('forgetting 500 of 20,000', () => {
  it.each(Array.from({ length: rounds }, (_, i) => runSeed + i))(
    'leaves no byte and no index term (SEED=%i)',
    async (seed) => {
      const folder = await temporaryFolder()
      const erasure = await forgetAtRandom(folder, createRandom(seed), { items: 20_000, forgets: 500 })
      const times = [...erasure.durations].sort((a, b) => a - b)
      process.stdout.write(
        `verified forget: p50 ${times[250]?.toFixed(0)} ms, max ${times.at(-1)?.toFixed(0)} ms\n`,
      )
      expect(erasure.receipts.filter(({ state }) => state !== 'physical')).toEqual([])
      expect(tracesOf(folder, erasure.forgotten, erasure.living)).toEqual([])
      expect(await harmed(folder, erasure.living)).toEqual([])
      expect(erasure.findings).toEqual([])
    },
  )
})
