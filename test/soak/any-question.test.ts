import fc from 'fast-check'
import { it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { anyQuestion, fillForQuestions, longQuestion } from '../properties/any-question.js'

const portions = Number(process.env['RECOLLECT_ROUNDS'] ?? 200)

it('answers a million questions without an error', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  const memory = engine.as({ user: 'ann' })
  await fillForQuestions(memory)
  const ask = async (question: string) => void (await memory.search({ question, limit: 5 }))
  // In portions: a run keeps what it made, to be able to shrink it.
  for (let portion = 0; portion < portions; portion++) {
    await fc.assert(fc.asyncProperty(anyQuestion, ask), { numRuns: 5_000 })
    await fc.assert(fc.asyncProperty(longQuestion, ask), { numRuns: 10 })
  }
  await engine.close()
})
