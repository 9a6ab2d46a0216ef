import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Engine, MemoryError, openMemory, operations } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
})
afterAll(() => engine.close())

const anyValue = fc.oneof(
  fc.anything({
    maxDepth: 2,
    withBigInt: true,
    withDate: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '01890000-0000-7000-8000-000000000000',
    'UTC',
    'Mars/Olympus',
    '2026-03-01',
    'a\u0000b',
    '\ud800',
    '',
  ),
  fc.boolean(),
  fc.integer(),
)

describe.each(Object.keys(operations) as (keyof typeof operations)[])('%s', (name) => {
  it('answers any input, or refuses it in words', async () => {
    const fields = Object.keys((operations[name].input as z.ZodObject).shape)
    const input = fc.oneof(
      { weight: 1, arbitrary: anyValue },
      {
        weight: 4,
        arbitrary: fc.record(Object.fromEntries(fields.map((field) => [field, anyValue])), {
          requiredKeys: [],
        }),
      },
    )
    const memory = engine.as({ user: 'ann' })
    const call = memory[name] as (input: unknown) => Promise<unknown>
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const error = await call(given).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (error === undefined) return
        expect(error).toBeInstanceOf(MemoryError)
        expect((error as MemoryError).message.isWellFormed()).toBe(true)
      }),
      { numRuns: name === 'doctor' || name === 'reindex' ? 15 : 60 },
    )
    // And nothing of it does harm later.
    await memory.stats({})
    await memory.auditLog({})
    await memory.search({ question: 'anything' })
  })
})

it('keeps a healthy store through all of that', async () => {
  expect(await engine.as({ user: 'ann' }).doctor({})).toMatchObject({ isHealthy: true })
})

it('takes any name for a user, or refuses it in words', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 140 }), fc.string({ unit: 'grapheme' })),
      async (user) => {
        try {
          await engine.as({ user }).capture({ text: 'mine alone' })
        } catch (error) {
          expect(error).toBeInstanceOf(MemoryError)
          return
        }
        const { hits } = await engine.as({ user }).search({ question: 'mine' })
        expect(hits.map(({ text }) => text)).toEqual(['mine alone'])
      },
    ),
    { numRuns: 100 },
  )
})
