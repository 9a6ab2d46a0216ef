import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { reachOf } from '../../src/reach.js'
import { correctFact } from '../../src/user/facts/correct-fact.js'
import { say } from '../facts/say.js'
import { openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'

let folder: string
let spine: Spine
let users = 0
let words = 0
beforeAll(async () => {
  folder = await temporaryFolder()
  spine = await openSpine(folder)
})
afterAll(() => spine.store.close())

const step = fc.record({
  do: fc.constantFrom('say' as const, 'say' as const, 'say' as const, 'correct' as const, 'forget' as const),
  value: fc.constantFrom('Lisbon', 'Porto'),
  which: fc.nat(20),
})

/** Every run has a correction, which the notes that follow may repeat. */
const BEGINNING = [
  { do: 'say', value: 'Lisbon', which: 0 },
  { do: 'correct', value: 'Porto', which: 0 },
] as const

/** A word that stands in one text alone. */
const marker = () => `zq${(++words).toString(36)}xwv`

it(`leaves no word of what was forgotten on disk, whatever states the same (seed ${runSeed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), fc.nat(20), async (steps, pick) => {
      const reach = reachOf({ user: `user${++users}` })
      const there = new Map<string, string>()
      const facts: string[] = []
      const erase = async (id: string) => {
        const receipt = await forget(spine, reach, id, { verify: true })
        expect([receipt.state, receipt.reason]).toEqual(['physical', null])
        const bytes = readFileSync(storeFile(folder))
        for (const gone of receipt.ids) {
          const word = there.get(gone)
          if (word !== undefined) expect(bytes.includes(word)).toBe(false)
          there.delete(gone)
        }
        for (const word of there.values()) expect(bytes.includes(word)).toBe(true)
      }
      for (const { do: what, value, which } of [...BEGINNING, ...steps]) {
        const word = marker()
        if (what === 'say') {
          const said = { attribute: 'location', value, verb: `${word} live in` }
          const { ids, source } = await say(spine, reach, said)
          there.set(source, word)
          facts.push(...ids)
        } else if (what === 'correct') {
          const id = facts[which % Math.max(1, facts.length)] ?? ''
          const text = `Really ${word}`
          const done = await correctFact(spine, reach, { id, text, value }).catch(() => undefined)
          if (done !== undefined) there.set(done.id, word)
          if (done !== undefined) facts.push(done.id)
        } else {
          const id = [...there.keys()][which % Math.max(1, there.size)]
          if (id !== undefined) await erase(id)
        }
      }
      while (there.size > 0) await erase([...there.keys()][(pick * 7 + there.size) % there.size] as string)
    }),
    { numRuns: 40, seed: runSeed },
  )
}, 60_000)
