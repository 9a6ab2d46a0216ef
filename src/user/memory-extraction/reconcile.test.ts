import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemId } from '../../items/item.js'
import { recordTypes } from '../records/record.js'
import { toldBody } from '../records/told-body.js'
import type { BelievedCandidate } from './candidate.js'
import { descriptionTokens, likenessOfTokens, SAME_RECORD } from './description-likeness.js'
import { reconcile as decide, type KnownRecord, type ReconcileAction } from './reconcile.js'

const candidate = (description: string, more: Partial<BelievedCandidate> = {}): BelievedCandidate => ({
  type: 'user',
  name: description,
  description,
  body: `> ${description}`,
  salience: 4,
  cited: { text: description, item: null, at: null },
  origin: 'user',
  trust: 'stated',
  ...more,
})
const known = (id: string, description: string, more: Partial<KnownRecord> = {}): KnownRecord => ({
  id: id as ItemId,
  type: 'user',
  provenance: 'auto',
  origin: 'user',
  trust: 'stated',
  name: id,
  description,
  body: toldBody(description),
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
        [candidate('Lives in Oslo', { name: 'home', isSingleValue: true })],
      ),
    ).toMatchObject([{ kind: 'manual_protected' }])
  })

  it('changes the record of its name, where that can have one value only', () => {
    const home = known('a', 'I live in Oslo', { name: 'Home' })
    const moved = candidate('I moved to Bergen last year', { name: 'Home', isSingleValue: true })
    expect(reconcile([home], [moved])).toMatchObject([
      { kind: 'update', target: { id: 'a' }, name: 'Home', body: moved.body, keepsWords: false },
    ])
  })

  it('changes no other record of its name, and gets no name that code alone gives', () => {
    const home = known('a', 'I live in Oslo', { name: 'Home' })
    const cats = known('b', 'My cats are none of your business', { name: 'Cats' })
    expect(
      reconcile(
        [home, cats],
        [
          candidate('User likes green tea', { name: 'Home' }),
          candidate('Feeds two of them', { name: 'Cats' }),
        ],
      ),
    ).toMatchObject([
      { kind: 'create', name: 'Home 2' },
      { kind: 'create', name: 'Cats 2' },
    ])
    expect(reconcile([], [candidate('User likes tea', { name: 'Favourite tea' })])).toMatchObject([
      { kind: 'create', name: 'Favourite tea 2' },
    ])
  })

  it('is put on top of what is alike, and nothing that was said is lost', () => {
    const peanuts = known('a', 'I am allergic to peanuts', { name: 'Peanuts', saidAt: Date.UTC(2026, 2, 1) })
    const shellfish = candidate('I am allergic to shellfish')
    const { actions, after } = reconciled([peanuts], [shellfish, candidate('I am allergic to peanuts')])
    expect(actions).toMatchObject([
      {
        kind: 'update',
        name: 'I am allergic to shellfish',
        description: 'I am allergic to shellfish',
        body: '> I am allergic to shellfish\n\n> I am allergic to peanuts (2026-03-01)',
      },
      { kind: 'no_op' },
    ])
    expect(after).toHaveLength(1)
  })

  it('that was said before goes under what was said later', () => {
    const later = known('a', 'I am allergic to shellfish', { saidAt: Date.UTC(2026, 2, 1) })
    const cited = { text: 'I am allergic to peanuts', item: null, at: Date.UTC(2024, 2, 1) }
    expect(reconcile([later], [candidate(cited.text, { cited })])).toMatchObject([
      {
        kind: 'update',
        name: 'a',
        description: 'I am allergic to shellfish',
        body: '> I am allergic to shellfish\n\n> I am allergic to peanuts (2024-03-01)',
      },
    ])
  })

  it('writes nothing over what is believed more', () => {
    const stated = known('a', 'I live in Oslo', { name: 'Home' })
    const heard = candidate('I live in Moscow', {
      name: 'Home',
      isSingleValue: true,
      origin: 'tool',
      trust: 'observed',
    })
    expect(reconcile([stated], [heard])).toMatchObject([{ kind: 'less_trusted', target: { id: 'a' } }])
  })

  it('changes nothing where the record holds what was said later', () => {
    const home = known('a', 'I live in Oslo', { name: 'Home', saidAt: 10 })
    const said = (at: number | null) =>
      candidate('I live in Rome', {
        name: 'Home',
        isSingleValue: true,
        cited: { text: 'I live in Rome', item: null, at },
      })
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
      { kind: 'no_op', target: { id: 'new 0 0' } },
      { kind: 'update', target: { id: 'new 0 0' } },
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
  const asked = (list: readonly Partial<BelievedCandidate>[]) =>
    list.map((one) => candidate(one.description ?? '', one))

  it('never changes what a person wrote (invariant 6)', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = reconciled(before, asked(list)).after
        for (const one of before) if (one.provenance === 'manual') expect(after).toContainEqual(one)
      }),
    )
  })

  it('keeps id, type and provenance of what it updates (invariant 7)', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = reconciled(before, asked(list)).after
        for (const { id, type, provenance } of before)
          expect(after).toContainEqual(expect.objectContaining({ id, type, provenance }))
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
        const { after } = reconciled(once, [first])
        expect(reconciled(after, [first]).after).toEqual(after)
      }),
    )
  })

  it('loses no words of what it updates, but for another single value', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const { after } = reconciled(before, asked(list))
        for (const { id, description } of before)
          expect(after.find((one) => one.id === id)?.body).toContain(description)
      }),
    )
  })

  it('brings no two records of one type nearer than they may be', () => {
    fc.assert(
      fc.property(histories, ([records, list]) => {
        const before = start(records)
        const after = reconciled(before, asked(list)).after
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

interface Reconciled {
  readonly actions: readonly ReconcileAction[]
  readonly after: readonly KnownRecord[]
}

/** One candidate after the other, each beside what those before it made. */
function reconciled(before: readonly KnownRecord[], candidates: readonly BelievedCandidate[]): Reconciled {
  const after = [...before]
  const actions = candidates.map((one, index) => {
    const action = decide(after, one, (at) => new Date(at).toISOString().substring(0, 10))
    if (action.kind === 'create') {
      const { type, description, body, origin, trust, cited } = one
      const id = `new ${before.length} ${index}`
      after.push(
        known(id, description, {
          type,
          name: action.name,
          body,
          origin,
          trust,
          saidAt: cited.at ?? undefined,
        }),
      )
    } else if (action.kind === 'update') {
      const at = after.findIndex(({ id }) => id === action.target.id)
      const { name, description, body } = action
      const saidAt = one.cited.at ?? action.target.saidAt
      after[at] = { ...action.target, name, description, body, saidAt }
    }
    return action
  })
  return { actions, after }
}

function reconcile(before: readonly KnownRecord[], candidates: readonly BelievedCandidate[]) {
  return reconciled(before, candidates).actions
}
