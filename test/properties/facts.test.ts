/** Long: the rules of facts once more, as simply as can be, which would say little in parts. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { callOf } from '../call-of.js'
import { type Said, say } from '../facts/say.js'
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
  | { readonly do: 'correct'; readonly which: number; readonly value: number }
  | { readonly do: 'restore' | 'retract' | 'forget' | 'keepOld' | 'keepNew'; readonly which: number }
  | {
      readonly do: 'importAgain' | 'sayAgain' | 'forgetNote' | 'wantAgain' | 'instruct'
      readonly which: number
    }

const which = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      key: fc.nat(1),
      value: fc.nat(2),
      day: fc.integer({ min: -5, max: 5 }),
      by: fc.constantFrom('user' as const, 'user' as const, 'tool' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), which, value: fc.nat(2) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['restore', 'retract', 'forget', 'keepOld', 'keepNew'] as const),
        ...(['importAgain', 'forgetNote', 'forgetNote', 'wantAgain', 'instruct'] as const),
        ...(['sayAgain', 'sayAgain'] as const),
      ),
      which,
    }),
  },
)

/** A note, and what it says. */
interface Note {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly at: number
  readonly isStated: boolean
  readonly words: Said
}

/** A fact as the rules have it, said once more and as simply as can be. */
interface Known {
  readonly id: string
  readonly key: string
  readonly value: string
  /** None: it stands on its own, and nothing that is said or forgotten changes its words. */
  readonly sources: Note[] | null
  /** The words of the note that it was first read out of. */
  readonly madeOf: string
  status: 'active' | 'superseded' | 'retracted' | 'proposed'
  confidence: number
  from: number
  until: number | null
  confirmed: number
  restored: number
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
  notes: Note[] = []
  gone: Note[] = []
  waiting: Waiting[] = []
  instructions: string[] = []
  /** How many facts that were first read out of a note are forgotten, by the words of the note. */
  lost = new Map<string, number>()

  holder(key: string): Known | undefined {
    return this.facts.find((fact) => fact.key === key && fact.status === 'active')
  }

  past(key: string): Known[] {
    return this.facts.filter((fact) => fact.key === key && fact.status === 'superseded')
  }

  /** When which value of a key was said. */
  told(key: string): { value: string; at: number }[] {
    const held = this.facts.filter(
      (fact) => fact.key === key && ['active', 'superseded'].includes(fact.status),
    )
    return [
      ...held.flatMap(({ value, sources }) => (sources ?? []).map(({ at }) => ({ value, at }))),
      ...this.past(key).map(({ value, from }) => ({ value, at: from })),
    ]
  }

  /** Ends what was true when something else was said, unless it was said once more since. */
  endBefore(key: string, at: number, except?: string): void {
    for (const one of this.past(key))
      if (one.value !== except && one.from <= at && (one.until ?? 0) > at && one.confirmed <= at)
        one.until = at
  }

  /** What holds a key gives way to what is as new; what is older comes to stand before it. */
  claim(fact: Known, at: number, isReviewed = true): void {
    const holder = this.holder(fact.key)
    if (holder !== undefined && at < Math.max(holder.from, holder.confirmed)) {
      this.endBefore(fact.key, at)
      const times = [...this.told(fact.key).map((one) => one.at), holder.from, holder.confirmed]
      fact.until = Math.min(...times.filter((time) => time > at))
      fact.status = 'superseded'
      return
    }
    if (holder !== undefined) {
      holder.status = 'superseded'
      holder.until = at
      if (isReviewed && fact.confidence + 15 < holder.confidence)
        this.waiting.push({ oldId: holder.id, newId: fact.id, isProposal: false })
    }
    fact.status = 'active'
    fact.until = null
    fact.from = at
  }

  settle(id: string): void {
    this.waiting = this.waiting.filter(({ newId }) => newId !== id)
  }

  drop(fact: Known): void {
    if (fact.sources !== null) this.lost.set(fact.madeOf, (this.lost.get(fact.madeOf) ?? 0) + 1)
    this.facts = this.facts.filter((known) => known !== fact)
    this.waiting = this.waiting.filter(({ oldId, newId }) => oldId !== fact.id && newId !== fact.id)
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
        for (const [index, one] of steps.entries()) {
          now += 60_000
          await perform(reach, model, one, index)
          expect(await rowsOf(reach)).toEqual(
            model.facts.map(({ id, status, confidence, isStated, from, until, confirmed, sources }) => {
              const count = sources?.length ?? 0
              return { id, status, confidence, isStated, from, until, confirmed, sources: count }
            }),
          )
          const { instructions } = await callOperation(operations.instructions, callAs(reach), {})
          expect(instructions.map(({ id }) => id).sort()).toEqual([...model.instructions].sort())
          for (const key of keys)
            expect(model.facts.filter((f) => f.key === key && f.status === 'active').length).toBeLessThan(2)
          const open = await callOperation(operations.conflicts, callAs(reach), {})
          expect(open.conflicts.map((row) => row.new.id).sort()).toEqual(
            model.waiting.map((row) => row.newId).sort(),
          )
        }
        expect(await rowsOf(other)).toEqual(before)
        const { isHealthy, findings } = await callOperation(operations.doctor, callAs(reach), {})
        expect([isHealthy, findings.filter(({ isOk }) => !isOk)]).toEqual([true, []])
      }),
      { numRuns: 60, seed: runSeed },
    )
  }, 120_000)
})

async function rowsOf(reach: Reach) {
  const facts = await spine.store.read(readFacts, reach.writes, sql`f.category <> 'instruction'`)
  const counts = await spine.store.query(
    all<{ rid: number; n: number }>(sql`
      select item_rid as rid, count(*) as n from fact_source where bank = ${reach.writes} group by item_rid`),
  )
  const sources = new Map(counts.map(({ rid, n }) => [rid, n]))
  return facts.map(({ rid, id, status, confidence, isStated, ...times }) => ({
    id,
    status,
    confidence,
    isStated,
    from: times.validFrom,
    until: times.validUntil,
    confirmed: times.confirmedAt,
    sources: sources.get(rid) ?? 0,
  }))
}

function callAs(reach: Reach) {
  return callOf(spine, reach, createReadLog(spine.store, env))
}

async function perform(reach: Reach, model: Model, one: Step, index: number): Promise<void> {
  if (one.do === 'say') {
    const key = keys[one.key] as string
    const value = values[one.value] as string
    const words = { attribute: key, value, verb: `have as ${key}`, preface: `(${index}) ` }
    const at = MAY + one.day * DAY
    const { ids, source } = await say(spine, reach, words, { at, origin: one.by })
    const note = { id: source, key, value, at, isStated: one.by === 'user', words }
    model.notes.push(note)
    return sayIn(model, note, ids[0], { isNew: true })
  }
  const pick = <T>(list: readonly T[]): T | undefined => list[one.which % Math.max(1, list.length)]
  if (one.do === 'instruct') return instructIn(reach, model, one.which % 2 === 0, index)
  if (one.do === 'wantAgain') {
    const note = pick(model.gone)
    if (note === undefined) return
    const origin = note.isStated ? 'user' : 'tool'
    const { ids, source } = await say(spine, reach, note.words, { at: note.at, origin, isAgain: true })
    const back = { ...note, id: source }
    model.gone = model.gone.filter((other) => other !== note)
    model.notes.push(back)
    return sayIn(model, back, ids[0], { isNew: true, isAgain: true })
  }
  if (one.do === 'forgetNote') {
    const note = pick(model.notes)
    return note === undefined ? undefined : forgetNote(reach, model, note)
  }
  if (one.do === 'importAgain') {
    const note = pick(model.notes)
    if (note === undefined) return
    const origin = note.isStated ? 'user' : 'tool'
    const { ids } = await say(spine, reach, note.words, { at: note.at, origin, isImport: true })
    return sayIn(model, note, ids[0], { isNew: false })
  }
  if (one.do === 'sayAgain') {
    const note = pick(model.notes.filter(({ isStated }) => isStated))
    if (note === undefined) return
    const { ids } = await say(spine, reach, note.words, { at: now })
    return sayIn(model, note, ids[0], { isNew: false, isSaidNow: true, at: now })
  }
  if (one.do === 'keepOld' || one.do === 'keepNew')
    return decide(reach, model, one.do === 'keepOld' ? 'old' : 'new', one.which)
  const fact = pick(model.facts)
  return fact === undefined ? undefined : change(reach, model, one, fact, index)
}

async function change(reach: Reach, model: Model, one: Step, fact: Known, index: number): Promise<void> {
  const { id } = fact
  if (one.do === 'forget') {
    await callOperation(operations.forget, callAs(reach), { id, verify: false })
    return model.drop(fact)
  }
  if (one.do === 'correct') {
    const value = values[one.value] as string
    const text = `Really ${value} (${index})`
    const done = await attempt(() => callOperation(operations.correct, callAs(reach), { id, text, value }))
    expect(done?.outcome).toBe(fact.status === 'active' ? 'corrected' : undefined)
    if (done === undefined) return
    fact.status = 'superseded'
    fact.until = fact.from
    model.facts.push({
      ...fact,
      id: done.id,
      value,
      sources: null,
      madeOf: text,
      status: 'active',
      confidence: 100,
      until: null,
      confirmed: now,
      restored: 0,
      isStated: true,
    })
    return
  }
  if (one.do === 'retract') {
    const isPossible = fact.status === 'active' || fact.status === 'proposed'
    const done = await attempt(() => callOperation(operations.retract, callAs(reach), { id }))
    expect(done !== undefined).toBe(isPossible)
    if (!isPossible) return
    fact.status = 'retracted'
    fact.until = null
    return model.settle(id)
  }
  const isPossible = fact.status === 'superseded' || fact.status === 'retracted'
  const done = await attempt(() => callOperation(operations.restore, callAs(reach), { id }))
  expect(done !== undefined).toBe(isPossible)
  if (isPossible) restoreIn(model, fact)
}

/** A fact goes with the last note that states it; of others what is left is what the notes that are left say. */
async function forgetNote(reach: Reach, model: Model, note: Note): Promise<void> {
  await callOperation(operations.forget, callAs(reach), { id: note.id, verify: false })
  model.notes = model.notes.filter((one) => one !== note)
  model.gone.push(note)
  for (const fact of [...model.facts]) {
    const at = fact.sources?.indexOf(note) ?? -1
    if (fact.sources === null || at < 0) continue
    fact.sources.splice(at, 1)
    if (fact.sources.length === 0) {
      model.drop(fact)
      continue
    }
    const times = fact.sources.map((source) => source.at)
    fact.isStated = fact.sources.some(({ isStated }) => isStated)
    const certain = (fact.isStated ? 75 : 60) + 10 * (fact.sources.length - 1)
    fact.confidence = Math.min(fact.confidence, certain)
    fact.from = Math.min(...times, fact.until ?? Number.MAX_SAFE_INTEGER)
    fact.confirmed = Math.max(...times, fact.restored)
    if (fact.isStated || fact.status !== 'active') continue
    fact.status = 'proposed'
    model.waiting.push({ oldId: null, newId: fact.id, isProposal: true })
  }
}

/** Said in passing and added, in either order, and the note of it forgotten: what was added stays. */
async function instructIn(reach: Reach, model: Model, isSaidFirst: boolean, index: number): Promise<void> {
  const value = `in units of ${index}`
  const words = { value, verb: 'want answers', category: 'instruction' as const }
  const add = () =>
    callOperation(operations.instruct, callAs(reach), { action: 'add', text: `I want answers ${value}` })
  const first = isSaidFirst ? undefined : await add()
  const { source } = await say(spine, reach, words)
  const { id } = first ?? (await add())
  model.instructions.push(id)
  await callOperation(operations.forget, callAs(reach), { id: source, verify: false })
}

interface Saying {
  readonly isNew: boolean
  /** In the very same words, while the note is there. */
  readonly isSaidNow?: boolean
  readonly isAgain?: boolean
  readonly at?: number
}

function sayIn(model: Model, note: Note, id: string | undefined, saying: Saying): void {
  const { key, value, isStated } = note
  const { isNew, isSaidNow = false, isAgain = false, at = note.at } = saying
  const madeOf = note.words.preface ?? ''
  const same = model.facts.filter((fact) => fact.key === key && fact.value === value)
  const active = same.find(({ status }) => status === 'active')
  const living = active ?? same.find(({ status }) => status === 'proposed')
  const repeated = living === undefined ? undefined : repeatedBy(model, living, { at, isStated }, isNew)
  const settled = isStated ? same.filter((fact) => fact.status === 'proposed' && fact !== living) : []
  const last = same.at(-1)
  const isAnew = last === undefined || (isStated ? isNew || isSaidNow : isNew && last.status !== 'retracted')
  // What was forgotten of a note that is still there stays so.
  const lost = model.lost.get(madeOf) ?? 0
  const isLost = lost > 0 && !isAgain && !model.facts.some((fact) => fact.madeOf === madeOf)
  if (repeated === undefined && (!isAnew || isLost)) {
    expect(id).toBeUndefined()
    return
  }
  for (const fact of settled) {
    fact.status = 'superseded'
    fact.until = fact.from
    model.settle(fact.id)
  }
  if (repeated !== undefined) {
    expect(id).toBeUndefined()
    repeatIn(model, repeated, note, { isNew, at })
    return
  }
  if (id === undefined) throw new Error('a statement that is new was not written')
  if (isAgain) model.lost.set(madeOf, Math.max(0, lost - 1))
  const fact: Known = {
    id,
    madeOf,
    key,
    value,
    sources: [note],
    status: 'proposed',
    confidence: isStated ? 75 : 60,
    from: at,
    until: null,
    confirmed: at,
    restored: 0,
    isStated,
  }
  if (isStated) model.claim(fact, at)
  else model.waiting.push({ oldId: model.holder(key)?.id ?? null, newId: fact.id, isProposal: true })
  model.facts.push(fact)
}

/** What holds, or what held at the time; undefined where something else was said in between. */
function repeatedBy(
  model: Model,
  living: Known,
  { at, isStated }: Pick<Note, 'at' | 'isStated'>,
  isNew: boolean,
): Known | undefined {
  if (!isNew || living.status !== 'active' || !isStated) return living
  const older = olderIn(model, living, at)
  return older === 'apart' ? undefined : older === 'earlier' || older === undefined ? living : older
}

function olderIn(
  model: Model,
  { key, value, from }: Known,
  at: number,
): Known | 'earlier' | 'apart' | undefined {
  if (at >= from) return undefined
  const held = model.past(key).find((one) => one.value === value && one.from <= at && (one.until ?? 0) > at)
  if (held !== undefined) return held
  const others = model.told(key).filter((one) => one.value !== value)
  return others.some((one) => one.at > at && one.at < from) ? 'apart' : 'earlier'
}

function repeatIn(
  model: Model,
  known: Known,
  note: Note,
  { isNew, at }: { isNew: boolean; at: number },
): void {
  const { key, value, isStated } = note
  const isStronger = isStated && !known.isStated
  const isSource = known.sources?.includes(note) === true
  if (isSource && !isStronger) return
  const before = known.confirmed
  if (isNew && (isStated || !known.isStated)) known.confidence = Math.min(100, known.confidence + 10)
  if (!isSource) known.sources?.push(note)
  known.confirmed = Math.max(before, at)
  if (isStated && known.status !== 'proposed' && at < before) {
    model.endBefore(key, at, value)
    if (known.status === 'active' && olderIn(model, known, at) === 'earlier') known.from = at
  }
  if (!isStronger) return
  known.confidence = Math.max(known.confidence, 75)
  known.isStated = true
  if (known.status !== 'proposed') return
  model.settle(known.id)
  model.claim(known, at)
}

function restoreIn(model: Model, fact: Known): void {
  const holder = model.holder(fact.key)
  if (holder !== undefined) {
    holder.status = 'retracted'
    holder.until = null
    model.settle(holder.id)
  }
  fact.status = 'active'
  fact.until = null
  fact.restored = now
  fact.confirmed = Math.max(fact.confirmed, now)
}

async function decide(reach: Reach, model: Model, keep: 'old' | 'new', pick: number): Promise<void> {
  const row = model.waiting[pick % Math.max(1, model.waiting.length)]
  if (row === undefined) return
  const fresh = model.facts.find(({ id }) => id === row.newId) as Known
  const old = model.facts.find(({ id }) => id === row.oldId)
  await callOperation(operations.resolveConflict, callAs(reach), { id: row.newId, keep })
  model.waiting = model.waiting.filter((one) => one !== row)
  if (keep === 'new') {
    if (fresh.status !== 'proposed') return
    model.settle(fresh.id)
    const holder = model.holder(fresh.key)
    return model.claim(fresh, Math.max(fresh.from, holder?.from ?? 0, holder?.confirmed ?? 0), false)
  }
  if (fresh.status === 'active' && old !== undefined) {
    if (old.status !== 'active') restoreIn(model, old)
    return
  }
  if (fresh.status === 'retracted') return
  fresh.status = 'retracted'
  fresh.until = null
}

async function attempt<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if ((error as { code?: string }).code !== 'conflict') throw error
    return undefined
  }
}
