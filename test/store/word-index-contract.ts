import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { headingToken } from '../../src/items/indexed-form.js'
import { inInt, sql } from '../../src/store/sql.js'
import { batch, column, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { TOKEN_MAX_LENGTH } from '../../src/text/lex.js'
import { addTexts, type TermsToIndex } from '../../src/words/add-texts.js'
import { examineWords } from '../../src/words/examine-words.js'
import { foldTail } from '../../src/words/fold-tail.js'
import { holdingAll } from '../../src/words/holding-lists.js'
import { mergeSegments } from '../../src/words/merge-segments.js'
import { rebuildWords } from '../../src/words/rebuild-words.js'
import { removeTexts } from '../../src/words/remove-texts.js'
import { readWordLists, type WordLists } from '../../src/words/word-lists.js'
import { createRandom, type Random, runSeed } from '../random.js'
import { type NewPlace, sharedStore } from './place.js'

/** The index of words: the same rows for the same tokens, whatever the engine makes of them. */
export function wordIndexContract(newPlace: NewPlace): void {
  const shared = sharedStore(newPlace)
  const add = (bank: string, ...rows: TermsToIndex[]) => within(shared(), bank).tx(put, bank, rows)
  const take = (bank: string, ...rows: TermsToIndex[]) => within(shared(), bank).tx(takeOut, bank, rows)
  const lists = (bank: string, tokens: readonly string[]) =>
    within(shared(), bank).read(() => readWordLists(shared(), bank, tokens))
  const counts = async (bank: string, ...tokens: string[]) => (await lists(bank, tokens)).frequencies
  const matches = async (bank: string, tokens: string[]) => matchesIn(await lists(bank, tokens))
  const holding = async (bank: string, tokens: string[]) =>
    holdingAll(await lists(bank, tokens)).sort(byNumber)
  const fold = (bank: string) => within(shared(), bank).tx(foldTail, env, bank, 1)
  const merge = (bank: string) => mergeSegments(within(shared(), bank), env, bank, () => false)

  it('finds the rows that hold a token, among words or parts, oldest first', async () => {
    await add('u/find', row(12, 'kettl broke', ''), row(10, 'the kettl', '部 署 部署'))
    await add('u/find', row(11, 'my_kettl', 'my kettl kettl'), row(13, 'tea'))
    expect(await matches('u/find', ['kettl', '部署', 'coffe', 'tea'])).toEqual([[10, 11, 12], [10], [], [13]])
    expect(await counts('u/find', 'kettl', '部署', 'coffe', 'tea')).toEqual([3, 1, 0, 1])
    expect(await matches('u/find', [])).toEqual([])
    expect(await counts('u/find')).toEqual([])
  })

  it('finds the rows that hold all of the tokens', async () => {
    await add('u/all', row(101, 'a b c'), row(102, 'a c', 'b'), row(103, 'a b'), row(104, 'c a b b b'))
    expect(await holding('u/all', ['c', 'b', 'a'])).toEqual([101, 102, 104])
    expect(await holding('u/all', ['b', 'b'])).toEqual([101, 102, 103, 104])
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

  it.each(['in the tail', 'in a segment'])(
    'removes what it is told to %s, and nothing else',
    async (where) => {
      const bank = `u/remove ${where}`
      const [one, two, three, four] = where === 'in the tail' ? [500, 501, 502, 503] : [600, 601, 602, 603]
      await add(bank, row(one, 'a b a', 'c'), row(two, 'a b', 'd'), row(three, 'b'))
      if (where === 'in a segment') expect(await fold(bank)).toBe(3)
      await take(bank, row(two, 'a b', 'd'), row(one, 'a b a', 'c'))
      expect(await matches(bank, ['a', 'b', 'c', 'd'])).toEqual([[], [three], [], []])
      await take(bank)
      await add(bank, row(four, 'a'))
      expect(await counts(bank, 'a', 'b')).toEqual([1, 1])
      expect(await examineWords(shared(), bank)).toBeNull()
    },
  )

  it('keeps no segment of which nothing is left', async () => {
    const bank = 'u/emptied'
    const segments = () =>
      shared().query(column<number>(sql`select segment from posting_segment where bank = ${bank}`))
    await add(bank, row(651, 'a'), row(652, 'b'))
    expect(await fold(bank)).toBe(2)
    await take(bank, row(651, 'a'), row(652, 'b'))
    expect(await merge(bank)).toBe('merged')
    expect(await segments()).toEqual([])
    expect(await counts(bank, 'a', 'b')).toEqual([0, 0])
  })

  it('shows a writing body what it has written', async () => {
    const bank = 'u/before'
    await add(bank, row(701, 'a'))
    const seen = await within(shared(), bank).tx(function* body(): Tx<number[][]> {
      yield* put(bank, [row(702, 'a')])
      yield* takeOut(bank, [row(701, 'a')])
      return matchesIn(yield* readWordLists(shared(), bank, ['a']))
    })
    expect(seen).toEqual([[702]])
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
    await take('u/many', ...many, long)
    expect(await counts('u/many', 'every', 'w3', 'p', 't999')).toEqual([0, 0, 0, 0])
  })

  it(`agrees with a map of rows after any number of changes (SEED=${runSeed})`, async () => {
    const random = createRandom(runSeed)
    const banks = ['u/r/one', 'u/r/two', 'u/r/three']
    const model = new Map(banks.map((bank) => [bank, new Map<number, TermsToIndex>()]))
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
        await take(bank, ...gone)
        for (const one of gone) rows.delete(one.rid)
      }
      if (random.int(5) === 0) await fold(bank)
      if (random.int(5) === 0) await merge(bank)
      const asked = Array.from({ length: 1 + random.int(3) }, () => random.pick(VOCABULARY))
      const holds = (token: string) => [...rows.values()].filter((one) => tokensOf(one).has(token))
      const held = asked.map((token) => holds(token).map((one) => one.rid))
      expect(await matches(bank, asked)).toEqual(held)
      expect(await counts(bank, ...asked)).toEqual(held.map(({ length }) => length))
      const all = held.reduce((left, list) => left.filter((one) => list.includes(one)))
      expect(await holding(bank, asked)).toEqual(all)
    }
    for (const bank of banks) expect(await examineWords(shared(), bank)).toBeNull()
  })

  describe('beside stored terms from which it differs', () => {
    const store = sharedStore(newPlace)

    const look = async (bank: string, tokens: string[]) =>
      (await within(store(), bank).read(() => readWordLists(store(), bank, tokens))).frequencies

    it('says so, and is right again once it is rebuilt', async () => {
      for (const [bank, first] of [
        ['u/a', 1],
        ['u/b', 1_001],
      ] as const)
        await within(store(), bank).tx(put, bank, numbered(first, 450, bank))
      expect(await examineWords(store(), 'u/a')).toBeNull()
      await within(store(), 'u/a').tx(() => insertTerms('u/a', numbered(451, 2, 'lost')))
      expect(await examineWords(store(), 'u/a')).toMatch(/2 texts are missing/)
      const stray = [row(1_900, 'nobody'), row(1_007, 'nobody')]
      await within(store(), 'u/b').tx(() => addTexts(env, 'u/b', stray))
      expect(await examineWords(store(), 'u/b')).toMatch(/1 are of no stored term, 1 are there twice/)
      await within(store(), 'u/b').tx(function* (): Tx<void> {
        yield* run(sql`update item_terms set words = 'other' where bank = 'u/b' and rid = 1003`)
      })

      for (const bank of ['u/a', 'u/b']) {
        await rebuildWords(within(store(), bank), env, bank)
        expect(await examineWords(store(), bank)).toBeNull()
      }
      expect(await look('u/a', ['every', 'lost', 'w3'])).toEqual([452, 2, 1])
      expect(await look('u/b', ['every', 'nobody', 'other'])).toEqual([449, 0, 1])
    })

    it('is rebuilt while others read and write', async () => {
      const bank = 'u/a'
      let isDone = false
      const rebuilding = rebuildWords(within(store(), bank), env, bank).finally(() => {
        isDone = true
      })
      const found = new Set<number>()
      let rid = 2_000
      while (!isDone || rid < 2_010) {
        rid += 1
        await within(store(), bank).tx(put, bank, [row(rid, `late w${rid}`)])
        const [count] = await look(bank, ['every'])
        found.add(count ?? 0)
      }
      await rebuilding
      expect([...found]).toEqual([452])
      expect(await look(bank, ['late'])).toEqual([rid - 2_000])
      expect(await examineWords(store(), bank)).toBeNull()
    })
  })
}

const env = systemEnv()

function* put(bank: string, rows: readonly TermsToIndex[]): Tx<void> {
  yield* insertTerms(bank, rows)
  yield* addTexts(env, bank, rows)
}

function* takeOut(bank: string, rows: readonly TermsToIndex[]): Tx<void> {
  yield* removeTexts(env, bank, rows)
  yield* run(sql`delete from item_terms where bank = ${bank} and rid ${inInt(rows.map(({ rid }) => rid))}`)
}

/** Row numbers of the texts that hold each token, in order. */
function matchesIn({ parts, frequencies }: WordLists): number[][] {
  return frequencies.map((_frequency, token) =>
    parts
      .flatMap(({ rids, lists }) => [...(lists[token]?.places ?? [])].map((place) => rids[place]!))
      .sort(byNumber),
  )
}

function byNumber(a: number, b: number): number {
  return a - b
}

function row(rid: number, words: string, parts = ''): TermsToIndex {
  return { rid, length: 1, words, parts }
}

function numbered(first: number, length: number, word: string): TermsToIndex[] {
  return Array.from({ length }, (_, place) => row(first + place, `every w${first + place} ${word}`))
}

function within(store: Store, bank: string): Store {
  return store.within({ writes: [bank] })
}

function* insertTerms(bank: string, rows: readonly TermsToIndex[]): Tx<void> {
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

function randomRow(random: Random, rid: number): TermsToIndex {
  const some = (most: number) =>
    Array.from({ length: random.int(most) }, () => random.pick(VOCABULARY)).join(' ')
  return row(rid, some(6), some(3))
}

function tokensOf({ words, parts }: TermsToIndex): ReadonlySet<string> {
  return new Set(`${words} ${parts}`.split(' '))
}
