import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { inInt, sql } from '../../src/store/sql.js'
import { batch, run, type Tx } from '../../src/store/statement.js'
import { addTexts, type TermsToIndex } from '../../src/words/add-texts.js'
import type { RankedText } from '../../src/words/best-texts.js'
import { examineWords } from '../../src/words/examine-words.js'
import { foldTail } from '../../src/words/fold-tail.js'
import { mergeSegments } from '../../src/words/merge-segments.js'
import { rankLists } from '../../src/words/rank-lists.js'
import { rebuildWords } from '../../src/words/rebuild-words.js'
import { removeTexts } from '../../src/words/remove-texts.js'
import { readWordLists } from '../../src/words/word-lists.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { createRandom, type Random, runSeed } from '../random.js'

// Constants of FTS5's bm25 (https://sqlite.org/fts5.html#the_bm25_function).
const K1 = 1.2
const B = 0.75

it(`ranks as FTS5 and as the formula do, after any mix of changes (SEED=${runSeed})`, {
  timeout: 120_000,
}, async () => {
  const random = createRandom(runSeed)
  const { store, env } = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const bank = ann.writes
  const own = store.within({ writes: [bank] })
  const oracle = createOracle()
  const living = new Map<number, TermsToIndex>()
  let made = 0
  for (let step = 0; step < 150; step++) {
    const what = random.int(10)
    if (what < 5) {
      const count = random.int(8) === 0 ? 130 + random.int(400) : 1 + random.int(20)
      const texts = Array.from({ length: count }, () => randomText(random, ++made))
      await own.tx(function* (): Tx<void> {
        yield* insertTerms(bank, texts)
        yield* addTexts(env, bank, texts)
      })
      for (const text of texts) living.set(text.rid, text)
      oracle.add(texts)
    } else if (what < 7) {
      const share = 3 + random.int(40)
      const gone = [...living.values()].filter(() => random.int(share) === 0)
      await own.tx(function* (): Tx<void> {
        yield* removeTexts(env, bank, gone)
        yield* run(
          sql`delete from item_terms where bank = ${bank} and rid ${inInt(gone.map(({ rid }) => rid))}`,
        )
      })
      for (const { rid } of gone) living.delete(rid)
      oracle.remove(gone.map(({ rid }) => rid))
    } else if (what < 8) await own.tx(foldTail, env, bank, 1)
    else if (what < 9) await mergeSegments(own, env, bank, () => false)
    else if (random.int(5) === 0) await rebuildWords(own, env, bank)
    if (living.size === 0) continue

    const asked = [...new Set(Array.from({ length: 1 + random.int(8) }, () => randomWord(random)))]
    const lists = await own.read(() => readWordLists(store, bank, asked))
    const average = [...living.values()].reduce((sum, { length }) => sum + length, 0) / living.size
    const bm25 = {
      worths: lists.frequencies.map((held) => worthOf(living.size, held)),
      saturation: K1,
      pad: (average * (1 - B)) / B,
      average,
    }
    const all = rankLists(lists, bm25, Math.max(1, living.size))
    isSameRanking(all, oracle.ask(asked), 1e-3)
    isSameRanking(all, byFormula([...living.values()], asked, average), 1e-9)
    expect(rankLists(lists, bm25, 10)).toEqual(all.slice(0, 10))
    const isEven = (rid: number) => rid % 2 === 0
    expect(rankLists(lists, bm25, 10, isEven)).toEqual(all.filter(({ rid }) => isEven(rid)).slice(0, 10))
  }
  expect(await examineWords(own, bank)).toBeNull()
  expect(made).toBeGreaterThan(1_000)
  oracle.close()
  await store.close()
})

/** As FTS5 gives it: a word of more than half of the texts is worth next to nothing. */
function worthOf(texts: number, held: number): number {
  return Math.max(1e-6, Math.log((texts - held + 0.5) / (held + 0.5)))
}

function byFormula(texts: readonly TermsToIndex[], asked: readonly string[], average: number): RankedText[] {
  const told = texts.map((text) => ({ text, tokens: `${text.words} ${text.parts}`.split(' ') }))
  const worths = asked.map((word) =>
    worthOf(texts.length, told.filter(({ tokens }) => tokens.includes(word)).length),
  )
  return told
    .map(({ text, tokens }) => ({
      rid: text.rid,
      score: asked.reduce((sum, word, index) => {
        const count = tokens.filter((token) => token === word).length
        const gain = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * text.length) / average))
        return sum + worths[index]! * gain
      }, 0),
    }))
    .filter(({ score }) => score > 0)
}

/** The same texts and scores, best first, of exactly equal ones the later first. */
function isSameRanking(ranked: readonly RankedText[], due: readonly RankedText[], within: number): void {
  const scores = new Map(due.map(({ rid, score }) => [rid, score]))
  expect(new Set(ranked.map(({ rid }) => rid))).toEqual(new Set(scores.keys()))
  expect(ranked).toHaveLength(due.length)
  const off = ranked.filter(({ rid, score }) => Math.abs(score - scores.get(rid)!) > within)
  expect(off).toEqual([])
  const misplaced = ranked.filter(({ rid, score }, place) => {
    const next = ranked[place + 1]
    if (next === undefined) return false
    return (
      next.score > score ||
      (next.score === score && next.rid > rid) ||
      scores.get(next.rid)! > scores.get(rid)! + 1e-9
    )
  })
  expect(misplaced).toEqual([])
}

function createOracle() {
  const db = new BetterSqlite3(':memory:')
  db.exec(`create virtual table texts using fts5(content, tokenize = 'ascii')`)
  const insert = db.prepare('insert into texts (rowid, content) values (?, ?)')
  const remove = db.prepare('delete from texts where rowid = ?')
  const ask = db.prepare('select rowid as rid, -bm25(texts) as score from texts where texts match ?')
  return {
    add: (texts: readonly TermsToIndex[]) => {
      for (const { rid, words, parts } of texts) insert.run(rid, `${words} ${parts}`)
    },
    remove: (rids: readonly number[]) => {
      for (const rid of rids) remove.run(rid)
    },
    ask: (words: readonly string[]) => ask.all(words.map((word) => `"${word}"`).join(' OR ')) as RankedText[],
    close: () => db.close(),
  }
}

/** Few words are frequent, many are rare, as in texts. */
function randomWord(random: Random): string {
  return `w${Math.floor(2 ** random.int(9)) + random.int(4)}`
}

function randomText(random: Random, rid: number): TermsToIndex {
  const some = (least: number, most: number) =>
    Array.from({ length: least + random.int(most) }, () => randomWord(random))
  const [words, parts] = [some(1, 30), some(0, 4)]
  return { rid, length: words.length + parts.length, words: words.join(' '), parts: parts.join(' ') }
}

function* insertTerms(bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  yield* batch(
    texts.map(({ rid, length, words, parts }) =>
      run(sql`
        insert into item_terms (rid, bank, item_rid, version, length, words, parts)
        values (${rid}, ${bank}, ${rid}, 1, ${length}, ${words}, ${parts})`),
    ),
  )
}
