import { describe, expect, it, onTestFinished } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/engine.js'
import type { ChatModel } from '../../src/model/chat/chat-model.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { honest, openModels } from './open-models.js'

/** Answers each question; one in three without a count. */
function countingModel(): ChatModel {
  let calls = 0
  return {
    name: 'mine',
    complete: async () => {
      calls++
      const usage = calls % 3 === 0 ? undefined : { inputTokens: 40, outputTokens: 60 }
      return { text: JSON.stringify(honest), ending: 'whole', usage }
    },
  }
}

describePostgres('what models use, on PostgreSQL', () => {
  it('is counted as on SQLite, and kept under the ceiling by calls at the same time', async () => {
    const store = await openPostgres({ url: await newDatabase(), env: systemEnv() })
    const told = []
    for (const options of [{}, { store }]) {
      const { ask, use } = await openModels({ ...options, model: countingModel(), dailyTokens: 3_000 })
      for (let call = 0; call < 4; call++) expect(await ask()).toMatchObject({ ok: true })
      told.push(await use())
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
      const refused = answers.filter((answer) => !answer.ok && answer.reason === 'ceiling').length
      const [row] = await use()
      expect(row).toMatchObject({ calls: 14 - refused, refused, failures: 0 })
      expect((row?.inputTokens ?? 0) + (row?.outputTokens ?? 0)).toBeLessThanOrEqual(3_000)
    }
    expect(told[1]).toEqual(told[0])
  })
})

describe('what models were used for', () => {
  it('is shown with stats where it is asked for, to each user their own, and goes with clear', async () => {
    const model: ChatModel = {
      name: 'mine',
      complete: async () => ({
        text: '{"ids": []}',
        ending: 'whole',
        usage: { inputTokens: 5, outputTokens: 7 },
      }),
    }
    const engine = await openMemory({
      home: await temporaryFolder(),
      model,
      embedder: 'off',
      modelDailyTokens: 5_000,
    })
    onTestFinished(() => engine.close())
    const [ann, bob] = [engine.as({ user: 'ann' }), engine.as({ user: 'bob' })]
    await ann.recordSave({
      name: 'Weekly report',
      description: 'for Mia',
      body: 'on Fridays',
      type: 'feedback',
    })
    expect(await ann.recordRecall({ request: 'the weekly report' })).toMatchObject({ how: 'model' })
    expect(await ann.stats({})).not.toHaveProperty('cost')
    expect((await ann.stats({ cost: true })).cost).toMatchObject({
      ceiling: 5_000,
      usedToday: 12,
      leftToday: 4_988,
      models: [{ role: 'selector', model: 'mine' }, {}, {}, {}, {}],
      days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), role: 'selector', calls: 1, inputTokens: 5 }],
    })
    expect((await bob.stats({ cost: true })).cost).toMatchObject({ usedToday: 0, days: [] })
    expect((await ann.clear({ confirm: 'ann' })).counts).toMatchObject({ model_use: 1 })
    expect((await ann.stats({ cost: true })).cost).toMatchObject({ usedToday: 0, days: [] })
  })
})
