import { describe, expect, it } from 'vitest'
import { hasGateSets, measureGate } from './gate.js'
import { hasJunkSets, measureJunk } from './junk.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

describe('automatic extraction', () => {
  it.skipIf(folder === '' || !hasGateSets(folder))(
    'looks where it is worth it (skipped without the sets)',
    () => {
      const { floors } = measureGate(folder)
      expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
    },
  )

  // Once more shows what is added; `npm run eval -- junk` replays all of them ten times.
  it.skipIf(folder === '' || !hasJunkSets(folder))(
    'keeps no junk of conversations that are replayed (skipped without the sets)',
    { timeout: 240_000 },
    async () => {
      const { floors } = await measureJunk(folder, { replays: 1, every: 3 })
      expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
    },
  )
})
