/** Long: what the user decides about facts, all with the same helpers. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Env } from '../../src/clock.js'
import { systemEnv } from '../../src/clock.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { callOf } from '../call-of.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { runSeed } from '../random.js'
import { type How, type Said, say } from './say.js'

const DAY = 86_400_000
const MAY = Date.parse('2026-05-01T12:00:00Z')
let now = MAY
const env: Env = { ...systemEnv(), now: () => now }
let spine: Spine
let reach: Reach
let agent: Reach
let users = 0
beforeAll(async () => {
  spine = await openSpine(await temporaryFolder(), { env })
})
afterAll(() => spine.store.close())
beforeEach(() => {
  now = MAY
  const user = `user${++users}`
  reach = reachOf({ user })
  agent = reachOf({ user, agent: 'helper' })
})

const call = (as: Reach) => callOf(spine, as, createReadLog(spine.store, env))
const facts = async (input: object = {}) => (await callOperation(operations.facts, call(reach), input)).facts
const standing = async (input: object = { includeSuperseded: true }) =>
  Object.fromEntries((await facts(input)).map(({ fact, text }) => [fact?.value ?? text, fact?.status]))
const conflicts = async () => (await callOperation(operations.conflicts, call(reach), {})).conflicts
const correct = (id: string, text: string, as = reach, value?: string) =>
  callOperation(operations.correct, call(as), { id, text, ...(value === undefined ? {} : { value }) })
const on = (name: 'restore' | 'retract' | 'pin' | 'unpin', id: string, as = reach) =>
  callOperation(operations[name] as typeof operations.restore, call(as), { id })
const decide = (id: string, keep: 'old' | 'new') =>
  callOperation(operations.resolveConflict, call(reach), { id, keep })

/** Days later each. */
async function tell(said: Said, how: How = {}): Promise<string> {
  const { ids } = await say(spine, reach, said, { at: now, ...how })
  now += DAY
  return ids[0] ?? ''
}
const home = (value: string, preface = ''): Said => ({
  attribute: 'location',
  value,
  verb: 'live in',
  preface,
})

describe('correcting a fact', () => {
  it('puts what is true in its place, for certain and with its key, category and pin', async () => {
    const lisbon = await tell(home('Lisbon'))
    await on('pin', lisbon)
    const { id } = await correct(lisbon, 'I live in Porto')
    expect(await facts()).toMatchObject([
      {
        id,
        text: 'I live in Porto',
        origin: 'correction',
        trust: 'definitive',
        sources: [],
        fact: {
          key: 'user.location',
          value: 'Porto',
          category: 'identity',
          confidence: 1,
          importance: 7,
          isPinned: true,
          supersededBy: null,
        },
      },
    ])
    expect(
      (await facts({ key: 'user.location' })).map(({ fact }) => [fact?.status, fact?.supersededBy]),
    ).toEqual([
      ['active', null],
      ['superseded', id],
    ])
    expect(await conflicts()).toEqual([])
  })

  it('is repeated by whoever says the same value in other words', async () => {
    const acme = await tell({ who: 'Mia', value: 'Acme', relation: 'works_at', attribute: 'employer' })
    const { id } = await correct(acme, 'Elsewhere', reach, 'Globex')
    await callOperation(operations.correct, call(reach), { id, text: 'At Initech', value: 'Initech' })
    await tell({
      who: 'Mia',
      value: 'Initech',
      relation: 'works_at',
      attribute: 'employer',
      verb: 'works for',
    })
    expect(await standing({ key: 'person.mia.employer' })).toMatchObject({ Initech: 'active' })
    expect(await facts({ includeSuperseded: true })).toHaveLength(3)
  })

  it('stands on its own: it stays when what it corrects is forgotten with its note', async () => {
    const { ids, source } = await say(spine, reach, {
      who: 'Mia Jones',
      value: 'Acme',
      attribute: 'employer',
    })
    const { id } = await correct(ids[0] as string, 'No, at Initech', reach, 'Initech')
    await callOperation(operations.forget, call(reach), { id: source, verify: false })
    expect(await facts({ key: 'person.mia jones.employer' })).toMatchObject([
      { id, fact: { subject: 'Mia Jones' } },
    ])
    await expect(callOperation(operations.doctor, call(reach), {})).resolves.toMatchObject({
      isHealthy: true,
    })
  })

  it('is read with its subject: what it says of somebody else, or says not at all, is refused', async () => {
    const lisbon = await tell(home('Lisbon'))
    for (const text of ['Mia Torres lives in Bergen', 'No, that was a joke'])
      await expect(correct(lisbon, text)).rejects.toMatchObject({
        code: 'invalid_input',
        hint: expect.stringMatching(/--value.*recollect retract/),
      })
    const mia = await tell({ who: 'Mia Torres', attribute: 'location', value: 'Oslo', verb: 'lives in' })
    await expect(correct(mia, 'I live in Bergen')).rejects.toMatchObject({ code: 'invalid_input' })
    await correct(mia, 'Mia Torres lives in Bergen')
    await correct(lisbon, 'No, that was a joke', reach, 'Porto')
    expect(await standing({})).toEqual({ Bergen: 'active', Porto: 'active' })
  })

  it('fails, and says what to correct instead, once the fact does not hold any more', async () => {
    const lisbon = await tell(home('Lisbon'))
    const porto = await tell(home('Porto'))
    await expect(correct(lisbon, 'I live in Braga')).rejects.toMatchObject({
      code: 'conflict',
      hint: `what holds now is ${porto}`,
    })
    expect(await standing()).toEqual({ Lisbon: 'superseded', Porto: 'active' })
  })

  it('of an agent only proposes, and the user decides', async () => {
    const lisbon = await tell(home('Lisbon'))
    const { id, outcome } = await correct(lisbon, 'I live in Porto', agent)
    expect(outcome).toBe('proposed')
    expect(await standing({})).toEqual({ Lisbon: 'active' })
    expect(await conflicts()).toMatchObject([{ resolution: 'proposed', old: { id: lisbon }, new: { id } }])
    await decide(id, 'new')
    expect(await standing()).toEqual({ Lisbon: 'superseded', Porto: 'active' })
    expect(await conflicts()).toEqual([])
  })

  it('of an agent is proposed once, however often it says so', async () => {
    const lisbon = await tell(home('Lisbon'))
    const first = await correct(lisbon, 'I live in Porto', agent)
    expect(await correct(lisbon, 'I live in Porto.', agent)).toEqual(first)
    await correct(lisbon, 'I live in Braga', agent)
    expect(await conflicts()).toHaveLength(2)
    await decide(first.id, 'old')
    expect((await correct(lisbon, 'I live in Porto', agent)).id).not.toBe(first.id)
  })

  it('without a key takes the place of that one fact alone', async () => {
    const tea = await tell({ value: 'fond of tea', category: 'preference' })
    await tell({ value: 'fond of cake', category: 'preference' })
    await correct(tea, 'I am fond of green tea')
    expect(await standing()).toEqual({
      'fond of tea': 'superseded',
      'fond of cake': 'active',
      'I am fond of green tea': 'active',
    })
    await on('restore', tea)
    expect(await standing()).toMatchObject({ 'fond of tea': 'active', 'I am fond of green tea': 'retracted' })
  })
})

describe('what only the user may do', () => {
  it.each(['restore', 'retract', 'pin', 'unpin'] as const)('an agent may not %s', async (name) => {
    const lisbon = await tell(home('Lisbon'))
    await expect(on(name, lisbon, agent)).rejects.toMatchObject({ code: 'denied' })
  })

  it('refuses ids that are unknown, of notes, and of others, and goes on with the next (S17)', async () => {
    const { source, ids } = await say(spine, reach, home('Lisbon'))
    const theirs = await say(spine, reachOf({ user: `user${++users}` }), home('Lisbon'))
    const unknown = '0190b8a0-0000-7000-8000-000000000012'
    const tried = [unknown, source, theirs.ids[0] as string, ids[0] as string]
    const codes = await Promise.all(
      tried.map((id) =>
        correct(id, 'I live in Porto').then(
          () => 'done',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes).toEqual(['not_found', 'invalid_input', 'not_found', 'done'])
    expect(await standing()).toEqual({ Lisbon: 'superseded', Porto: 'active' })
  })

  it('pins only what holds, and what the user has said', async () => {
    const lisbon = await tell(home('Lisbon'))
    await tell(home('Porto'))
    await expect(on('pin', lisbon)).rejects.toMatchObject({ code: 'conflict' })
    const { id } = await callOperation(operations.instruct, call(reach), { action: 'add', text: 'Be brief' })
    await expect(on('pin', id)).rejects.toMatchObject({ code: 'invalid_input' })
    const observed = await tell({ value: 'fond of tea' }, { origin: 'tool' })
    await expect(on('pin', observed)).rejects.toMatchObject({ code: 'denied' })
  })
})

describe('restoring a fact', () => {
  it('lets it hold alone; whatever held its key is taken back, and no repeat revives that', async () => {
    const lisbon = await tell(home('Lisbon'))
    const porto = await tell(home('Porto'))
    expect(await on('restore', lisbon)).toEqual({ id: lisbon, retracted: [porto] })
    expect(await standing()).toEqual({ Lisbon: 'active', Porto: 'retracted' })
    await tell(home('Porto', 'It said: '), { origin: 'tool' })
    await tell(home('Porto'), { isImport: true })
    expect(await standing()).toEqual({ Lisbon: 'active', Porto: 'retracted' })
  })

  it('lets the user say anew what they had taken back', async () => {
    const lisbon = await tell(home('Lisbon'))
    await tell(home('Porto'))
    await on('restore', lisbon)
    await tell(home('Porto', 'Now really, '))
    expect(
      (await facts({ key: 'user.location' })).map(({ fact }) => `${fact?.value} ${fact?.status}`),
    ).toEqual(['Porto active', 'Porto retracted', 'Lisbon superseded'])
  })

  it('has nothing to do for one that holds', async () => {
    await expect(on('restore', await tell(home('Lisbon')))).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('conflicts', () => {
  async function doubted(): Promise<void> {
    for (const preface of ['', 'So: ', 'Well, ', 'Yes, ']) await tell(home('Lisbon', preface))
    await tell(home('Porto'))
  }

  it('waits for review with both sides; keeping the old one takes the new one back', async () => {
    await doubted()
    const [conflict] = await conflicts()
    expect(conflict).toMatchObject({
      resolution: 'needs_review',
      old: { fact: { value: 'Lisbon', status: 'superseded' } },
      new: { fact: { value: 'Porto', status: 'active' } },
    })
    await decide(conflict?.id ?? '', 'old')
    expect(await standing()).toEqual({ Lisbon: 'active', Porto: 'retracted' })
    expect(await conflicts()).toEqual([])
    await expect(decide(conflict?.id ?? '', 'old')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('changes nothing but the review when the new one is kept', async () => {
    await doubted()
    const [conflict] = await conflicts()
    await decide(conflict?.id ?? '', 'new')
    expect(await standing()).toEqual({ Lisbon: 'superseded', Porto: 'active' })
    expect(await conflicts()).toEqual([])
  })

  it('leaves alone what took the place of both meanwhile', async () => {
    await doubted()
    await tell(home('Braga'))
    const waiting = await conflicts()
    await decide(waiting.at(-1)?.id ?? '', 'old')
    expect(await standing()).toEqual({ Lisbon: 'superseded', Porto: 'retracted', Braga: 'active' })
  })

  it('takes what was proposed back, or lets it hold', async () => {
    await tell(home('Porto'), { origin: 'tool' })
    await tell({ who: 'Mia', attribute: 'role', value: 'baker' }, { origin: 'import' })
    const [role, place] = await conflicts()
    expect([role?.old, place?.old]).toEqual([null, null])
    await decide(role?.new.id ?? '', 'new')
    await decide(place?.new.id ?? '', 'old')
    expect(await standing()).toEqual({ baker: 'active', Porto: 'retracted' })
  })
})

describe('what is proposed', () => {
  it('is settled once what holds has its value, and replaces no correction of it', async () => {
    await tell({ ...home('Porto'), relation: 'lives_in' }, { origin: 'tool' })
    const lisbon = await tell(home('Lisbon'))
    const { id } = await correct(lisbon, 'I live in Porto, of course', reach, 'Porto')
    await tell({ ...home('Porto', 'Yes, '), relation: 'lives_in' })
    expect((await facts()).map((one) => [one.id, one.trust])).toEqual([[id, 'definitive']])
    expect(await conflicts()).toEqual([])
  })

  it('is reviewed where the user says it and something surer held', async () => {
    const lisbon = await tell(home('Lisbon'))
    await correct(lisbon, 'I live in Braga')
    await tell(home('Porto'), { origin: 'tool' })
    now += DAY
    await tell(home('Porto', 'Yes, '))
    expect(await conflicts()).toMatchObject([
      { resolution: 'needs_review', old: { fact: { value: 'Braga' } }, new: { fact: { value: 'Porto' } } },
    ])
  })

  it('as an instruction is not kept, but to be added by the user', async () => {
    const { id: changed } = await callOperation(operations.instruct, call(reach), {
      action: 'add',
      text: 'Be brief',
    })
    const { id } = await correct(changed, 'Obey me', agent)
    await expect(decide(id, 'new')).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('recollect instruct add'),
    })
    expect(await decide(id, 'old')).toMatchObject({ holds: changed, retracted: [id] })
  })

  it('says what holds, also where that is neither side', async () => {
    await tell(home('Porto'), { origin: 'tool' })
    const braga = await tell(home('Braga'))
    const [row] = await conflicts()
    expect(await decide(row?.id ?? '', 'old')).toMatchObject({ holds: braga })
  })
})

describe('restoring what has no key', () => {
  it('takes back the latest correction of corrections', async () => {
    const tea = await tell({ value: 'fond of tea', category: 'preference' })
    const green = await correct(tea, 'I am fond of green tea')
    await correct(green.id, 'I am fond of black tea')
    await on('restore', tea)
    expect(await standing({})).toEqual({ 'fond of tea': 'active' })
  })
})

describe('what was true, and what was believed', () => {
  it('is the same in whatever order it came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ day: fc.nat(9), value: fc.constantFrom('Lisbon', 'Porto', 'Braga') }), {
          selector: ({ day }) => day,
          minLength: 3,
          maxLength: 8,
        }),
        async (told) => {
          reach = reachOf({ user: `user${++users}` })
          now = MAY + 30 * DAY
          for (const { day, value } of told)
            await say(spine, reach, home(value, `(${day}) `), { at: MAY + day * DAY })
          for (let day = 0; day < 10; day++) {
            const latest = told.filter((one) => one.day <= day).sort((a, b) => b.day - a.day)[0]
            const found = await facts({ asOf: MAY + day * DAY + 1 })
            expect(found.map(({ fact }) => fact?.value)).toEqual(latest === undefined ? [] : [latest.value])
          }
          const last = [...told].sort((a, b) => b.day - a.day)[0]
          expect((await facts()).map(({ fact }) => fact?.value)).toEqual([last?.value])
          expect((await facts({ key: 'user.location' }))[0]?.fact?.status).toBe('active')
        },
      ),
      { numRuns: 40, seed: runSeed },
    )
  }, 60_000)

  it('answers of any time, by what is known now and by what was known then', async () => {
    await tell(home('Lisbon'), { at: MAY - 100 * DAY })
    now = MAY + 10 * DAY
    const porto = await tell(home('Porto'), { at: MAY - 50 * DAY })
    now = MAY + 20 * DAY
    const braga = await correct(porto, 'I live in Braga')
    const at = async (asOf: number, knownAt?: number) =>
      (await facts({ asOf, ...(knownAt === undefined ? {} : { knownAt }) })).map(({ fact }) => fact?.value)
    expect(await at(MAY - 60 * DAY)).toEqual(['Lisbon'])
    expect(await at(MAY - 40 * DAY)).toEqual(['Braga'])
    expect(await at(MAY - 40 * DAY, MAY + 15 * DAY)).toEqual(['Porto'])
    expect(await at(MAY - 40 * DAY, MAY + 5 * DAY)).toEqual(['Lisbon'])
    expect(await at(MAY - 40 * DAY, MAY - DAY)).toEqual([])
    expect(await at(MAY - 200 * DAY)).toEqual([])
    expect((await facts({ knownAt: MAY + 15 * DAY })).map(({ fact }) => fact?.value)).toEqual(['Porto'])
    expect((await facts()).map(({ id }) => id)).toEqual([braga.id])
  })

  it('is listed of several banks in one order', async () => {
    const user = `user${++users}`
    const both = reachOf({ user, worker: 'crawler' })
    const main = reachOf({ user })
    await say(spine, both, { value: 'fond of tea', category: 'preference' })
    const { ids } = await say(spine, main, { value: 'fond of cake', category: 'preference' })
    await say(spine, both, { value: 'fond of jam', category: 'preference' })
    const list = async (input: object) =>
      (await callOperation(operations.facts, call({ ...main, reads: [both.writes, main.writes] }), input))
        .facts
    expect((await list({ limit: 2 })).map(({ fact }) => fact?.value)).toEqual(['fond of jam', 'fond of cake'])
    await callOperation(operations.pin, call(main), { id: ids[0] as string })
    expect((await list({ limit: 1 })).map(({ fact }) => fact?.value)).toEqual(['fond of cake'])
    expect(await list({ asOf: now + 1, limit: 3 })).toHaveLength(3)
  })

  it('goes on page by page as one list does, in two banks, and behind what is gone', async () => {
    const user = `user${++users}`
    const worker = reachOf({ user, worker: 'crawler' })
    const main = reachOf({ user })
    const ids: string[] = []
    for (const [index, value] of ['Rome', 'tea', 'Paris', 'cake', 'Oslo', 'jam'].entries()) {
      const said =
        index % 2 === 0 ? { value, attribute: 'location' } : { value, category: 'preference' as const }
      ids.push(...(await say(spine, index % 3 === 0 ? worker : main, said, { at: now + index })).ids)
    }
    await callOperation(operations.pin, call(main), { id: ids[1] as string })
    const list = async (input: object) =>
      callOperation(operations.facts, call({ ...main, reads: [main.writes, worker.writes] }), input)
    for (const query of [
      {},
      { includeSuperseded: true },
      { key: 'user.location' },
      { asOf: now + 100 },
      { knownAt: now + 100_000 },
    ]) {
      const whole = (await list({ ...query, limit: 50 })).facts.map(({ id }) => id)
      const paged: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await list({ ...query, limit: 1, ...(after === undefined ? {} : { after }) })
        paged.push(...page.facts.map(({ id }) => id))
        after = page.next
      }
      expect(paged).toEqual(whole)
      expect(whole.length).toBeGreaterThan(1)
    }
    const first = await list({ limit: 2 })
    const seen = first.facts.map(({ id }) => id)
    await forget(spine, main, seen.find((id) => id !== ids[0] && id !== ids[3]) as string, { verify: false })
    const rest = await list({ limit: 50, after: first.next ?? '' })
    const all = (await list({ limit: 50 })).facts.map(({ id }) => id)
    expect(rest.facts.map(({ id }) => id)).toEqual(all.filter((id) => !seen.includes(id)))
    for (const after of ['', 'x', 'W10', first.next?.slice(2) ?? ''])
      await expect(list({ after })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('gives the history of a key, of the user and of others, by any of their names', async () => {
    await tell({ who: 'Sarah Chen', attribute: 'role', value: 'designer' })
    await tell({ who: 'Sarah', attribute: 'role', value: 'director' })
    expect(
      (await facts({ key: 'person.sarah chen.role' })).map(({ fact }) => [fact?.key, fact?.value]),
    ).toEqual([
      ['person.sarah chen.role', 'director'],
      ['person.sarah chen.role', 'designer'],
    ])
    expect(await facts({ key: 'person.sarah.role' })).toHaveLength(2)
    expect(await facts({ key: 'person.tom.role' })).toEqual([])
    await expect(facts({ key: 'role' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
