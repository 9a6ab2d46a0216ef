import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { anyQuestion, fillForQuestions, longQuestion } from './any-question.js'

it('answers any string with a list', { timeout: 60_000 }, async () => {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  const memory = engine.as({ user: 'ann' })
  await fillForQuestions(memory)
  const ask = async (question: string) => {
    const { hits } = await memory.search({ question, limit: 5 })
    for (const hit of hits) {
      // Nothing ill-formed goes out, and what is marked as matching lies within the text.
      expect(hit.text.isWellFormed() && hit.why.isWellFormed()).toBe(true)
      for (const [start, end] of hit.matched)
        expect(0 <= start && start < end && end <= hit.text.length).toBe(true)
    }
  }
  await fc.assert(fc.asyncProperty(anyQuestion, ask), { numRuns: 1_500 })
  await fc.assert(fc.asyncProperty(longQuestion, ask), { numRuns: 12 })
  await engine.close()
})
