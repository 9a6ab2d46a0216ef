import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemId } from '../../items/item.js'
import { type RecordType, recordTypes } from '../records/record.js'
import type { Candidate } from './candidate.js'
import { descriptionTokens, likenessOfTokens, SAME_RECORD } from './description-likeness.js'
import { type KnownRecord, type ReconcileAction, reconcile } from './reconcile.js'

const candidate = (description: string, more: Partial<Candidate> = {}): Candidate => ({
  type: 'user',
  name: description,
  description,
  body: `> ${description}`,
  salience: 4,
  cited: { text: description, item: null, at: null },
  ...more,
})
const known = (id: string, description: string, more: Partial<KnownRecord> = {}): KnownRecord => ({
  id: id as ItemId,
  type: 'user',
  provenance: 'auto',
  name: id,
  description,
  updatedAt: 1,
  revision: 1,
  ...more,
})

describe('a candidate', () => {
  it('is made a record where none is like it', () => {
    expect(reconcile([known('a', 'Plays chess on Sundays')], [candidate('Lives in Oslo')])).toMatchObject([
      { kind: 'create', name: 'Lives in Oslo' },
    ])
  })

  it('is nothing new where a record of its type says the same', () => {
    expect(reconcile([known('a', 'lives in  OSLO')], [candidate('Lives in Oslo.')])).toMatchObject([
      { kind: 'no_op', target: { id: 'a' } },
    ])
    expect(
      reconcile([known('a', 'Lives in Oslo', { type: 'project' })], [candidate('Lives in Oslo')]),
    ).toMatchObject([{ kind: 'create' }])
  })

  it('changes the record most like it, of two alike the newest', () => {
    const records = [
      known('a', 'one two three four five six seven'),
      known('b', 'one two three four five six eight', { updatedAt: 2 }),
      known('c', 'one two three four nine ten'),
    ]
    expect(reconcile(records, [candidate('one two three four five six')])).toMatchObject([
      { kind: 'update', target: { id: 'b' } },
    ])
  })

  it('leaves what a person wrote, and makes no sibling of it', () => {
    const manual = known('a', 'Prefers strong black tea', { provenance: 'manual' })
    expect(reconcile([manual], [candidate('Prefers very strong black tea')])).toMatchObject([
      { kind: 'manual_protected', target: { id: 'a' } },
    ])
    expect(
      reconcile(
        [known('a', 'x', { name: 'Home', provenance: 'manual' })],
        [candidate('Lives in Oslo', { name: 'home' })],
      ),
    ).toMatchObject([{ kind: 'manual_protected' }])
  })

  it('changes the record of its name, where that can have one value only', () => {
    const home = known('a', 'I live in Oslo', { name: 'Home' })
    expect(reconcile([home], [candidate('I moved to Bergen last year', { name: 'Home' })])).toMatchObject([
      { kind: 'update', target: { id: 'a' } },
    ])
  })

  it('changes nothing where the record holds what was said later', () => {
    const home = known('a', 'I live in Oslo', { name: 'Home', saidAt: 10 })
    const said = (at: number | null) =>
      candidate('I live in Rome', { name: 'Home', cited: { text: 'I live in Rome', item: null, at } })
    expect(reconcile([home], [said(9)])).toMatchObject([{ kind: 'stale' }])
    expect(reconcile([home], [said(10), said(null)])).toMatchObject([{ kind: 'update' }, { kind: 'no_op' }])
    expect(reconcile([], [said(9), { ...said(8), description: 'I live in Bari' }])).toMatchObject([
      { kind: 'create' },
      { kind: 'stale' },
    ])
  })

  it('takes a name that is free', () => {
    const taken = known('a', 'x', { type: 'project', name: 'Tea' })
    expect(
      reconcile(
        [taken],
        [candidate('Prefers tea', { name: 'tea' }), candidate('y z', { name: 'Tea', type: 'feedback' })],
      ),
    ).toMatchObject([
      { kind: 'create', name: 'tea 2' },
      { kind: 'create', name: 'Tea 3' },
    ])
  })

  it('is compared with those before it in the list, also where they contradict each other', () => {
    const twice = candidate('Prefers strong black tea')
    expect(
      reconcile([], [twice, twice, candidate('Prefers weak black tea', { name: 'other' })]),
    ).toMatchObject([
      { kind: 'create' },
      { kind: 'no_op', target: { kind: 'candidate', index: 0 } },
      { kind: 'update', target: { kind: 'candidate', index: 0 } },
    ])
  })

  it('counts Chinese by two characters that stand side by side', () => {
    const record = known('a', '喜欢喝浓的绿茶')
    expect(reconcile([record], [candidate('喜欢喝浓的绿茶和红茶')])).toMatchObject([{ kind: 'update' }])
    expect(reconcile([record], [candidate('喜欢打篮球')])).toMatchObject([{ kind: 'create' }])
  })
})

describe('reconciling', () => {
  const words = fc.array(fc.constantFrom('tea', 'oslo', 'dark', 'likes', 'works', '喜欢', '上海', '绿茶'), {
    minLength: 1,
    maxLength: 5,
  })
  const type = fc.constantFrom(...recordTypes)
  const someRecord = fc.record({
    description: words.map((all) => all.join(' ')),
    type,
    provenance: fc.constantFrom('manual' as const, 'auto' as const),
    updatedAt: fc.nat(3),
  })
  const someCandidates = fc.array(
    fc.record({
      description: words.map((all) => all.join(' ')),
      type,
      name: fc.constantFrom('Home', 'Tea', 'x'),
    }),
    { maxLength: 8 },
  )
  const histories = fc.tuple(fc.array(someRecord, { maxLength: 8 }), someCandidates)

  const start = (records: readonly Partial<KnownRecord>[]): KnownRecord[] =>
    records.map((one, at) => known(`r${at}`, one.description ?? '', { ...one, name: `name ${at}` }))
  const asked = (list: readonly Partial<Candidate>[]) =>
    list.map((one) => candidate(one.description ?? '', one))

  it('never changes what a person wrote (invariant 6)', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = applied(before, reconcile(before, asked(list)))
        for (const one of before) if (one.provenance === 'manual') expect(after).toContainEqual(one)
      }),
    )
  })

  it('keeps id, name, type and provenance of what it updates (invariant 7)', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = applied(before, reconcile(before, asked(list)))
        for (const { id, name, type, provenance } of before)
          expect(after).toContainEqual(expect.objectContaining({ id, name, type, provenance }))
        expect(new Set(after.map(({ name }) => name.toLowerCase())).size).toBe(after.length)
      }),
    )
  })

  it('once or twice comes to the same', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const once = start(records)
        const [first] = asked(list)
        if (first === undefined) return
        const after = applied(once, reconcile(once, [first]))
        expect(applied(after, reconcile(after, [first]))).toEqual(after)
      }),
    )
  })

  it('brings no two records of one type nearer than they may be', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = applied(before, reconcile(before, asked(list)))
        const pairsBefore = new Set(near(before))
        for (const pair of near(after)) expect(pairsBefore).toContain(pair)
      }),
    )
  })
})

/** Pairs of records of one type that are alike. */
function near(records: readonly KnownRecord[]): string[] {
  return records.flatMap((one, at) =>
    records
      .slice(at + 1)
      .filter(
        (other) =>
          other.type === one.type &&
          likenessOfTokens(descriptionTokens(one.description), descriptionTokens(other.description)) >=
            SAME_RECORD,
      )
      .map((other) => `${one.id} ${other.id}`),
  )
}

/** What the records are when all was done; the time of an update is not what it says. */
function applied(before: readonly KnownRecord[], actions: readonly ReconcileAction[]): KnownRecord[] {
  const after = [...before]
  actions.forEach((action, index) => {
    if (action.kind === 'create') {
      const { type, description } = action.candidate as { type: RecordType; description: string }
      after.push(known(`new ${after.length} ${index}`, description, { type, name: action.name }))
      made.set(action, after.length - 1)
    } else if (action.kind === 'update' && !action.keepsDescription) {
      const { target } = action
      const at =
        target.kind === 'record'
          ? after.findIndex(({ id }) => id === target.id)
          : (made.get(actions[target.index] as ReconcileAction) ?? -1)
      const old = after[at]
      if (old === undefined) throw new Error('an update of nothing')
      after[at] = { ...old, description: action.candidate.description }
    }
  })
  return after
}

const made = new WeakMap<ReconcileAction, number>()
