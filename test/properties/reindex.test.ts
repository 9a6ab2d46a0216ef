import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { describeEachEngine } from '../each-engine.js'
import { anyQuestion, fillForQuestions } from './any-question.js'

describeEachEngine('a reindex', (newPlace) => {
  it('changes no answer, nor does opening the store again (invariant 12)', { timeout: 120_000 }, async () => {
    const place = await newPlace()
    let engine = await openMemory({ ...place, durability: 'normal', zone: 'UTC' })
    let memory = engine.as({ user: 'ann' })
    await fillForQuestions(memory)
    const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), 60)
    for (const text of texts) if (text.trim() !== '') await memory.capture({ text })
    const questions = [
      ...fc.sample(anyQuestion, 60),
      ...texts.slice(0, 30),
      'garden in May',
      'Lisbon',
      '部署方案',
    ]
    const now = '2026-03-02T10:00:00Z'
    const answers = () =>
      Promise.all(
        questions.map(async (question) => {
          const { hits } = await memory.search({ question, now, limit: 50 })
          return { question, hits: hits.map(({ id, score }) => ({ id, score })) }
        }),
      )
    const before = await answers()
    expect(before.some(({ hits }) => hits.length > 0)).toBe(true)
    await memory.reindex({ all: true })
    expect(await answers()).toEqual(before)
    await engine.close()
    engine = await openMemory({ ...place, zone: 'UTC' })
    memory = engine.as({ user: 'ann' })
    expect(await answers()).toEqual(before)
    await memory.reindex({})
    expect(await answers()).toEqual(before)
    await engine.close()
  })
})
