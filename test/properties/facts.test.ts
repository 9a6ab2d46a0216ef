import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { sql } from '../../src/store/sql.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { say } from '../facts/say.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'

const DAY = 86_400_000
const MAY = Date.parse('2026-05-01T12:00:00Z')
let now = MAY
const env: Env = { ...systemEnv(), now: () => now }
let spine: Spine
let users = 0
beforeAll(async () => {
  spine = await openSpine(await temporaryFolder(), { env, durability: 'normal' })
})
afterAll(() => spine.store.close())

const keys = ['location', 'employer'] as const
const values = ['Aa', 'Bb', 'Cc'] as const

type Step =
  | {
      readonly do: 'say'
      readonly key: number
      readonly value: number
      readonly day: number
      readonly by: 'user' | 'tool'
    }
  | { readonly do: 'again'; readonly which: number }
  | { readonly do: 'correct'; readonly which: number; readonly value: number }
  | { readonly do: 'restore' | 'retract' | 'forget' | 'keepOld' | 'keepNew'; readonly which: number }

const which = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      key: fc.nat(1),
      value: fc.nat(2),
      day: fc.integer({ min: -5, max: 5 }),
      by: fc.constantFrom('user' as const, 'user' as const, 'tool' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), which, value: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'restore' as const,
        'retract' as const,
        'forget' as const,
        'keepOld' as const,
        'keepNew' as const,
      ),
      which,
    }),
  },
)

/** A fact as the rules have it, said once more and as simply as can be. */
interface Known {
  readonly id: string
  readonly key: string
  readonly value: string
  status: 'active' | 'superseded' | 'retracted' | 'proposed'
  confidence: number
  from: number
  confirmed: number
  isStated: boolean
}

/** A line of the ledger that waits. */
interface Waiting {
  readonly oldId: string | null
  readonly newId: string
  readonly isProposal: boolean
}

class Model {
  facts: Known[] = []
  waiting: Waiting[] = []

  holder(key: string): Known | undefined {
    return this.facts.find((fact) => fact.key === key && fact.status === 'active')
  }

  /** What holds a key gives way to what is as new; what is older comes to stand before it. */
  claim(fact: Known, at: number): Known['status'] {
    const holder = this.holder(fact.key)
    if (holder !== undefined && at < Math.max(holder.from, holder.confirmed)) {
      fact.status = 'superseded'
      return fact.status
    }
    if (holder !== undefined) {
      holder.status = 'superseded'
      if (fact.confidence + 15 < holder.confidence)
        this.waiting.push({ oldId: holder.id, newId: fact.id, isProposal: false })
    }
    fact.status = 'active'
    return fact.status
  }

  settle(id: string): void {
    this.waiting = this.waiting.filter(({ newId }) => newId !== id)
  }

  take(fact: Known, status: Known['status']): void {
    fact.status = status
  }
}

describe('facts', () => {
  it(`keep to the rules, and one holder a key, whatever is done in whatever order (seed ${runSeed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        now = MAY
        const reach = reachOf({ user: `user${++users}` })
        const other = reachOf({ user: `other${users}` })
        for (const value of values) await say(spine, other, { attribute: 'location', value, verb: 'like' })
        const before = await rowsOf(other)
        const model = new Model()
        const said = new Map<string, Parameters<typeof say>[2]>()
        for (const [index, one] of steps.entries()) {
          now += 60_000
          await perform(reach, model, said, one, index)
          const rows = await rowsOf(reach)
          expect(rows).toEqual(
            model.facts.map(({ id, status, confidence, isStated }) => ({ id, status, confidence, isStated })),
          )
          for (const key of keys)
            expect(model.facts.filter((f) => f.key === key && f.status === 'active').length).toBeLessThan(2)
          const open = await callOperation(operations.conflicts, callOf(reach), {})
          expect(open.conflicts.map((row) => row.new.id).sort()).toEqual(
            model.waiting.map((row) => row.newId).sort(),
          )
        }
        expect(await rowsOf(other)).toEqual(before)
        const { isHealthy, findings } = await callOperation(operations.doctor, callOf(reach), {})
        expect([isHealthy, findings.filter(({ isOk }) => !isOk)]).toEqual([true, []])
      }),
      { numRuns: 60, seed: runSeed },
    )
  }, 120_000)
})

async function rowsOf(reach: Reach) {
  const facts = await spine.store.read(readFacts, reach.writes, sql`1 = 1`)
  return facts.map(({ id, status, confidence, isStated }) => ({ id, status, confidence, isStated }))
}

function callOf(reach: Reach) {
  return { spine, reach, readLog: createReadLog(spine.store, env), progress: undefined, signal: undefined }
}

async function perform(
  reach: Reach,
  model: Model,
  said: Map<string, Parameters<typeof say>[2]>,
  one: Step,
  index: number,
): Promise<void> {
  if (one.do === 'say') {
    const key = keys[one.key] as string
    const value = values[one.value] as string
    const words = { attribute: key, value, verb: `have as ${key}`, preface: `(${index}) ` }
    const at = MAY + one.day * DAY
    const { ids } = await say(spine, reach, words, { at, origin: one.by })
    if (ids[0] !== undefined) said.set(ids[0], words)
    return sayIn(model, { key, value, at, isStated: one.by === 'user', id: ids[0] })
  }
  const fact = model.facts[one.which % Math.max(1, model.facts.length)]
  if (fact === undefined) return
  if (one.do === 'again') {
    const words = said.get(fact.id)
    // The very same note, imported once more: it says nothing.
    if (words !== undefined && fact.isStated) await say(spine, reach, words, { at: MAY, isImport: true })
    return
  }
  const { id } = fact
  if (one.do === 'forget') {
    await callOperation(operations.forget, callOf(reach), { id, verify: false })
    model.facts = model.facts.filter((known) => known !== fact)
    model.waiting = model.waiting.filter(({ oldId, newId }) => oldId !== id && newId !== id)
    return
  }
  if (one.do === 'correct') {
    const value = values[one.value] as string
    const done = await attempt(() =>
      callOperation(operations.correct, callOf(reach), { id, text: `Really ${value} (${index})`, value }),
    )
    expect(done?.outcome).toBe(fact.status === 'active' ? 'corrected' : undefined)
    if (done === undefined) return
    model.take(fact, 'superseded')
    model.facts.push({
      id: done.id,
      key: fact.key,
      value,
      status: 'active',
      confidence: 100,
      from: fact.from,
      confirmed: now,
      isStated: true,
    })
    return
  }
  if (one.do === 'retract') {
    const isPossible = fact.status === 'active' || fact.status === 'proposed'
    const done = await attempt(() => callOperation(operations.retract, callOf(reach), { id }))
    expect(done !== undefined).toBe(isPossible)
    if (!isPossible) return
    model.take(fact, 'retracted')
    model.settle(id)
    return
  }
  if (one.do === 'restore') {
    const isPossible = fact.status === 'superseded' || fact.status === 'retracted'
    const done = await attempt(() => callOperation(operations.restore, callOf(reach), { id }))
    expect(done !== undefined).toBe(isPossible)
    if (isPossible) restoreIn(model, fact)
    return
  }
  await decide(reach, model, one.do === 'keepOld' ? 'old' : 'new', one.which)
}

function sayIn(
  model: Model,
  {
    key,
    value,
    at,
    isStated,
    id,
  }: Pick<Known, 'key' | 'value' | 'isStated'> & { at: number; id: string | undefined },
): void {
  const same = model.facts.filter((fact) => fact.key === key && fact.value === value)
  const living =
    same.find(({ status }) => status === 'active') ?? same.find(({ status }) => status === 'proposed')
  if (living !== undefined) {
    expect(id).toBeUndefined()
    if (isStated || !living.isStated) living.confidence = Math.min(100, living.confidence + 10)
    living.confirmed = Math.max(living.confirmed, at)
    if (!isStated || living.isStated) return
    living.confidence = Math.max(living.confidence, 75)
    living.isStated = true
    if (living.status !== 'proposed') return
    model.settle(living.id)
    // What was proposed takes over without a further question.
    const waiting = [...model.waiting]
    const status = model.claim(living, at)
    model.waiting = waiting
    if (status === 'active') living.from = at
    return
  }
  if (!isStated && same.at(-1)?.status === 'retracted') {
    expect(id).toBeUndefined()
    return
  }
  if (id === undefined) throw new Error('a statement that is new was not written')
  const fact: Known = {
    id,
    key,
    value,
    status: 'proposed',
    confidence: isStated ? 75 : 60,
    from: at,
    confirmed: at,
    isStated,
  }
  if (isStated) model.claim(fact, at)
  else model.waiting.push({ oldId: model.holder(key)?.id ?? null, newId: id, isProposal: true })
  model.facts.push(fact)
}

function restoreIn(model: Model, fact: Known): void {
  const holder = model.holder(fact.key)
  if (holder !== undefined) {
    model.take(holder, 'retracted')
    model.settle(holder.id)
  }
  model.take(fact, 'active')
  fact.confirmed = Math.max(fact.confirmed, now)
}

async function decide(reach: Reach, model: Model, keep: 'old' | 'new', pick: number): Promise<void> {
  const row = model.waiting[pick % Math.max(1, model.waiting.length)]
  if (row === undefined) return
  const fresh = model.facts.find(({ id }) => id === row.newId) as Known
  const old = model.facts.find(({ id }) => id === row.oldId)
  await callOperation(operations.resolveConflict, callOf(reach), { id: row.newId, keep })
  model.waiting = model.waiting.filter((one) => one !== row)
  if (keep === 'new') {
    if (fresh.status !== 'proposed') return
    const holder = model.holder(fresh.key)
    if (holder !== undefined) model.take(holder, 'superseded')
    fresh.from = Math.max(fresh.from, holder?.from ?? 0, holder?.confirmed ?? 0)
    return model.take(fresh, 'active')
  }
  if (fresh.status === 'active' && old !== undefined) return restoreIn(model, old)
  if (fresh.status !== 'retracted') model.take(fresh, 'retracted')
}

async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if ((error as { code?: string }).code !== 'conflict') throw error
    return undefined
  }
}
