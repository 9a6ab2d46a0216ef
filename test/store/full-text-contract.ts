import { describe, expect, it } from 'vitest'
import { headingToken } from '../../src/items/indexed-form.js'
import type { IndexRow } from '../../src/store/full-text.js'
import { inInt, sql } from '../../src/store/sql.js'
import { batch, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { TOKEN_MAX_LENGTH } from '../../src/text/lex.js'
import { createRandom, type Random, runSeed } from '../random.js'
import { type NewPlace, sharedStore } from './place.js'

/** The index of words: the same rows for the same tokens, whatever the engine makes of them. */
export function fullTextContract(newPlace: NewPlace): void {
  const shared = sharedStore(newPlace)
  const index = () => shared().fullText

  function* put(bank: string, rows: readonly IndexRow[]): Tx<void> {
    yield* insertTerms(bank, rows)
    yield* index().add(bank, rows)
  }
  const add = (bank: string, ...rows: IndexRow[]) => within(shared(), bank).tx(put, bank, rows)
  const take = (bank: string, how: 'remove' | 'release', ...rows: IndexRow[]) =>
    within(shared(), bank).tx(function* body() {
      yield* index()[how](bank, rows)
      yield* run(
        sql`delete from item_terms where bank = ${bank} and rid ${inInt(rows.map(({ rid }) => rid))}`,
      )
    })
  const counts = (bank: string, ...tokens: string[]) =>
    within(shared(), bank).read(() => index().of(bank).counts(tokens))
  const matches = (bank: string, tokens: string[], limit?: number) =>
    within(shared(), bank).read(() => index().of(bank).matches(tokens, limit))
  const holding = (bank: string, tokens: string[], limit?: number) =>
    within(shared(), bank).read(() => index().of(bank).holding(tokens, limit))

  it('finds the rows that hold a token, among words or parts, oldest first', async () => {
    await add('u/find', row(12, 'kettl broke', ''), row(10, 'the kettl', '部 署 部署'))
    await add('u/find', row(11, 'my_kettl', 'my kettl kettl'), row(13, 'tea'))
    expect(await matches('u/find', ['kettl', '部署', 'coffe', 'tea'])).toEqual([[10, 11, 12], [10], [], [13]])
    expect(await counts('u/find', 'kettl', '部署', 'coffe', 'tea')).toEqual([3, 1, 0, 1])
    expect(await matches('u/find', ['kettl', 'tea'], 2)).toEqual([[10, 11], [13]])
    expect(await matches('u/find', [])).toEqual([])
    expect(await counts('u/find')).toEqual([])
  })

  it('finds the rows that hold all of the tokens', async () => {
    await add('u/all', row(101, 'a b c'), row(102, 'a c', 'b'), row(103, 'a b'), row(104, 'c a b b b'))
    expect(await holding('u/all', ['c', 'b', 'a'])).toEqual([101, 102, 104])
    expect(await holding('u/all', ['c', 'b', 'a'], 2)).toEqual([101, 102])
    expect(await holding('u/all', ['b', 'B', 'b'])).toEqual([101, 102, 103, 104])
    expect(await holding('u/all', ['a', 'd'])).toEqual([])
    expect(await holding('u/all', [])).toEqual([])
  })

  it('knows nothing of another bank, whatever a text says of banks', async () => {
    await add('u/one', row(201, 'secret u/two'))
    await add('u/two', row(202, 'secret'), row(203, 'secret'))
    expect(await matches('u/one', ['secret', 'u/one', 'u/two'])).toEqual([[201], [], [201]])
    expect(await matches('u/two', ['secret', 'u/two'])).toEqual([[202, 203], []])
    expect(await counts('u/none', 'secret')).toEqual([0])
    expect(await holding('u/none', ['secret'])).toEqual([])
  })

  it('folds the letters of ASCII and no others', async () => {
    await add('u/fold', row(301, 'Straße ÉCLAIR İ'), row(302, 'STRASSE éclair'))
    expect(await matches('u/fold', ['STRAßE', 'strasse', 'éclair', 'Éclair', 'i', 'İ'])).toEqual([
      [301],
      [302],
      [302],
      [301],
      [],
      [301],
    ])
    expect(await holding('u/fold', ['straSSe', 'éCLAIR'])).toEqual([302])
  })

  it('takes every sign for a sign', async () => {
    const signs = [
      'c++',
      'a*',
      'NEAR(a,b)',
      '-b',
      'x:y',
      '%',
      '_',
      '\\',
      '{a}',
      '{a,b}',
      '$1',
      '¶heading',
      'ok',
    ]
    await add('u/signs', ...signs.map((token, place) => row(place + 400, token)))
    expect(await matches('u/signs', signs)).toEqual(signs.map((_token, place) => [place + 400]))
    for (const [place, token] of signs.entries())
      expect(await holding('u/signs', [token])).toEqual([place + 400])
  })

  it('keeps the longest token that is made of a text', async () => {
    const longest = headingToken('𠀀'.repeat(TOKEN_MAX_LENGTH))
    const bank = `u/${'long'.repeat(60)}`
    await add(bank, row(Number.MAX_SAFE_INTEGER, longest, `${longest}x ${longest}`))
    expect(await matches(bank, [longest])).toEqual([[Number.MAX_SAFE_INTEGER]])
  })

  it.each(['remove', 'release'] as const)('%ss what it is told to, and nothing else', async (how) => {
    const bank = `u/${how}`
    const first = how === 'remove' ? 500 : 600
    const [one, two, three, four] = [first, first + 1, first + 2, first + 3]
    await add(bank, row(one, 'a b a', 'c'), row(two, 'A b', 'd'), row(three, 'b'))
    await take(bank, how, row(two, 'A b', 'd'), row(one, 'a b a', 'c'))
    expect(await matches(bank, ['a', 'b', 'c', 'd'])).toEqual([[], [three], [], []])
    await take(bank, how)
    await add(bank, row(four, 'a'))
    expect(await counts(bank, 'a', 'b')).toEqual([1, 1])
  })

  it('shows a writing body the index as it was before', async () => {
    const bank = 'u/before'
    await add(bank, row(701, 'a'))
    const seen = await within(shared(), bank).tx(function* body(): Tx<number[]> {
      yield* put(bank, [row(702, 'a')])
      yield* index().remove(bank, [row(701, 'a')])
      yield* run(sql`delete from item_terms where bank = ${bank} and rid = 701`)
      return (yield* index().of(bank).matches(['a']))[0]!
    })
    expect(seen).toEqual([701])
    expect(await matches(bank, ['a'])).toEqual([[702]])
  })

  it('keeps nothing of a body that failed', async () => {
    const failing = within(shared(), 'u/failed').tx(function* body(): Tx<void> {
      yield* put('u/failed', [row(801, 'a')])
      throw new RangeError('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await counts('u/failed', 'a')).toEqual([0])
    await add('u/failed', row(801, 'a'))
    expect(await counts('u/failed', 'a')).toEqual([1])
  })

  it('takes many rows in one transaction, and long texts', async () => {
    const many = Array.from({ length: 1_300 }, (_, place) =>
      row(place + 10_000, `every w${place % 7}`, 'p p'),
    )
    const long = row(15_000, Array.from({ length: 300_000 }, (_, place) => `t${place % 1_000}`).join(' '))
    await add('u/many', ...many, long)
    expect(await counts('u/many', 'every', 'w3', 'p', 't999')).toEqual([1_300, 186, 1_300, 1])
    expect(await matches('u/many', ['p'], 3)).toEqual([[10_000, 10_001, 10_002]])
    await take('u/many', 'release', ...many, long)
    expect(await counts('u/many', 'every', 'w3', 'p', 't999')).toEqual([0, 0, 0, 0])
  })

  it(`agrees with a map of rows after any number of changes (SEED=${runSeed})`, async () => {
    const random = createRandom(runSeed)
    const banks = ['u/r/one', 'u/r/two', 'u/r/three']
    const model = new Map(banks.map((bank) => [bank, new Map<number, IndexRow>()]))
    let rid = 20_000
    for (let step = 0; step < 120; step++) {
      const bank = random.pick(banks)
      const rows = model.get(bank)!
      if (random.int(3) > 0) {
        const fresh = Array.from({ length: 1 + random.int(4) }, () => randomRow(random, ++rid))
        await add(bank, ...fresh)
        for (const one of fresh) rows.set(one.rid, one)
      } else {
        const gone = [...rows.values()].filter(() => random.int(4) === 0)
        await take(bank, random.pick(['remove', 'release'] as const), ...gone)
        for (const one of gone) rows.delete(one.rid)
      }
      const asked = Array.from({ length: 1 + random.int(3) }, () => random.pick(VOCABULARY))
      const holds = (token: string) => [...rows.values()].filter((one) => tokensOf(one).has(token))
      const lists = asked.map((token) => holds(token).map((one) => one.rid))
      expect(await matches(bank, asked)).toEqual(lists)
      expect(await counts(bank, ...asked)).toEqual(lists.map(({ length }) => length))
      const all = lists.reduce((left, list) => left.filter((one) => list.includes(one)))
      expect(await holding(bank, asked)).toEqual(all)
    }
    expect((await shared().inspect()).indexProblem).toBeNull()
  })

  describe('beside stored terms from which it differs', () => {
    const store = sharedStore(newPlace)

    it('says so, and is right again once it is rebuilt', async () => {
      const { fullText } = store()
      for (const [bank, first] of [
        ['u/a', 1],
        ['u/b', 1_001],
      ] as const) {
        await within(store(), bank).tx(function* body(): Tx<void> {
          yield* insertTerms(bank, numbered(first, 450, bank))
          yield* fullText!.add(bank, numbered(first, 450, bank))
        })
      }
      expect((await store().inspect()).indexProblem).toBeNull()
      await within(store(), 'u/a').tx(() => insertTerms('u/a', numbered(451, 2, 'lost')))
      expect((await store().inspect()).indexProblem).toMatch(/differs from the stored terms/)
      await within(store(), 'u/b').tx(() =>
        fullText!.add('u/b', [row(1_900, 'nobody'), row(1_007, 'nobody')]),
      )
      expect((await store().inspect()).indexProblem).toMatch(/differs from the stored terms/)
      expect((await store().inspect({ isQuick: true })).indexProblem).toBeNull()

      await fullText!.rebuild()
      expect((await store().inspect()).indexProblem).toBeNull()
      const look = (bank: string, tokens: string[]) =>
        within(store(), bank).read(() => fullText!.of(bank).counts(tokens))
      expect(await look('u/a', ['every', 'lost', 'w3'])).toEqual([452, 2, 1])
      expect(await look('u/b', ['every', 'nobody', 'u/b'])).toEqual([450, 0, 450])
    })

    it('is rebuilt while others read and write', async () => {
      const { fullText } = store()
      const bank = 'u/a'
      let isDone = false
      const rebuilding = fullText!.rebuild().finally(() => {
        isDone = true
      })
      const found = new Set<number>()
      let rid = 2_000
      while (!isDone || rid < 2_010) {
        rid += 1
        const fresh = [row(rid, `late w${rid}`)]
        await within(store(), bank).tx(function* body(): Tx<void> {
          yield* insertTerms(bank, fresh)
          yield* fullText!.add(bank, fresh)
        })
        const [count] = await within(store(), bank).read(() => fullText!.of(bank).counts(['every']))
        found.add(count ?? 0)
      }
      await rebuilding
      expect([...found]).toEqual([452])
      const [late] = await within(store(), bank).read(() => fullText!.of(bank).counts(['late']))
      expect(late).toBe(rid - 2_000)
      expect((await store().inspect()).indexProblem).toBeNull()
    })
  })
}

function row(rid: number, words: string, parts = ''): IndexRow {
  return { rid, words, parts }
}

function numbered(first: number, length: number, word: string): IndexRow[] {
  return Array.from({ length }, (_, place) => row(first + place, `every w${first + place} ${word}`))
}

function within(store: Store, bank: string): Store {
  return store.within({ writes: [bank] })
}

/** Of a bank that is known: which others there are decides how SQLite narrows a match. */
function* insertTerms(bank: string, rows: readonly IndexRow[]): Tx<void> {
  yield* run(sql`
    insert into bank (bank, kind, owner, created_at, generation, items, words) values (${bank}, 'user', 'a', 0, 0, 0, 0)
    on conflict (bank) do nothing`)
  yield* batch(
    rows.map(({ rid, words, parts }) =>
      run(sql`insert into item_terms (rid, bank, item_rid, version, length, words, parts)
        values (${rid}, ${bank}, ${rid}, 1, 1, ${words}, ${parts})`),
    ),
  )
}

const VOCABULARY = ['a', 'b', 'c', 'd', '部署', 'x_y', 'é', '😀']

function randomRow(random: Random, rid: number): IndexRow {
  const some = (most: number) =>
    Array.from({ length: random.int(most) }, () => random.pick(VOCABULARY)).join(' ')
  return row(rid, some(6), some(3))
}

function tokensOf({ words, parts }: IndexRow): ReadonlySet<string> {
  return new Set(`${words} ${parts}`.split(' '))
}
