import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { clip } from '../../src/text/clip.js'
import { describeEachEngine } from '../each-engine.js'
import { anyQuestion, fillForQuestions, longQuestion } from './any-question.js'

describeEachEngine('any string is a valid question (invariant 9)', (newPlace) => {
  it('and is answered with a list', { timeout: 120_000 }, async () => {
    const place = await newPlace()
    const engine = await openMemory({ ...place, durability: 'normal', zone: 'UTC' })
    const memory = engine.as({ user: 'ann' })
    await fillForQuestions(memory)
    const ask = async (question: string) => {
      const { hits } = await memory.search({ question, limit: 5 })
      for (const { why } of hits) expect(why.isWellFormed()).toBe(true)
      const exact = await memory.ftsSearch({ words: question, limit: 5 })
      const { items } = await memory.thoughts({ contains: clip(question, 1_000), limit: 5 })
      for (const hit of [...hits, ...exact.hits, ...items]) {
        // Nothing ill-formed goes out, and what is marked as matching lies within the text.
        expect(hit.text.isWellFormed()).toBe(true)
        for (const [start, end] of hit.matched)
          expect(0 <= start && start < end && end <= hit.text.length).toBe(true)
      }
    }
    // A server is asked over a wire: fewer of them here, all in the soak.
    const [few, long] = place.store === undefined ? [500, 6] : [60, 2]
    await fc.assert(fc.asyncProperty(anyQuestion, ask), { numRuns: few })
    await fc.assert(fc.asyncProperty(longQuestion, ask), { numRuns: long })
    await engine.close()
  })
})
