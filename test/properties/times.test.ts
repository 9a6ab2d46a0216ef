import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MemoryError, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const anyTime = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    8.64e15,
    -8.64e15,
    9e15,
    0,
    -1,
    253_402_300_799_999,
    253_402_300_800_000,
    -62_135_596_800_001,
  ),
  fc.string({ maxLength: 20 }),
  fc
    .date({ noInvalidDate: false })
    .map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
)
it('shows every time that it accepts, and refuses the others in words', async () => {
  const home = await temporaryFolder()
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', '-12:00']) {
    const engine = await openMemory({ home, zone, durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    let notes = 0
    await fc.assert(
      fc.asyncProperty(anyTime, async (at) => {
        const kept = await memory
          .capture({ text: `note ${++notes} in ${zone}`, occurredAt: at })
          .catch(ifOurs)
        if (kept === undefined) return
        const { occurredAt } = await memory.get({ id: kept.id })
        expect(Number.isFinite(Date.parse(occurredAt ?? ''))).toBe(true)
        if (typeof at === 'number') expect(Date.parse(occurredAt ?? '') - Math.round(at)).toBe(0)
        await memory.search({ question: 'the day before', now: at })
      }),
      { numRuns: 60 },
    )
    await memory.stats({})
    await memory.search({ question: 'note yesterday' })
    await engine.close()
  }
})

function ifOurs(error: unknown): undefined {
  expect(error).toBeInstanceOf(MemoryError)
  return undefined
}
