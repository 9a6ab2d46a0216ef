import type { ItemId } from '../items/item.js'
import { alt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { parseQuery } from '../text/query.js'
import { segment } from '../text/segment.js'
import { deleteRecalls } from './delete-recalls.js'

export interface ForgottenRecalls {
  /** Rows removed, by table; empty where nothing was. */
  readonly counts: Readonly<Record<string, number>>
  /** The questions that were in them, for the proof of erasure. */
  readonly texts: readonly string[]
}

/** Items that are being forgotten. */
export interface Going {
  readonly ids: readonly ItemId[]
  /** Of their texts, as indexed. */
  readonly tokens: ReadonlySet<string>
  /** Who said it, in which conversation, under which tags. */
  readonly names: readonly string[]
}

/**
 * Removes what the recall log tells of items that are being forgotten: every recall that returned one, and every one
 * whose question holds a word of theirs, of a speaker's or session's name or of a tag, wherever they ranked. Words are compared as search does, so what stays could
 * not have found them by a word.
 */
export function* forgetRecalls(bank: string, { ids, tokens, names }: Going): Tx<ForgottenRecalls> {
  const list = JSON.stringify(ids)
  const rows = yield* all<{ rid: number; question: string; is_hit: number }>(sql`
    select rid, question, case when exists (select 1 from ${alt(
      sql`json_each(${list}) where instr(recall.hits, value) > 0`,
      sql`json_array_elements_text(cast(cast(${list} as text) as json)) as t(value) where strpos(recall.hits, value) > 0`,
    )}) then 1 else 0 end as is_hit
    from recall where bank = ${bank}`)
  if (rows.length === 0) return NOTHING
  const said = new Set(tokens)
  for (const name of names) {
    const { words, parts } = segment(name)
    for (const token of [...words, ...parts]) said.add(token)
  }
  const going = rows.filter((row) => row.is_hit === 1 || saysOneOf(row.question, said))
  return yield* removed(bank, going)
}

/** Removes the whole log of a bank. */
export function* clearRecalls(bank: string): Tx<ForgottenRecalls> {
  return yield* removed(
    bank,
    yield* all<{ rid: number; question: string }>(sql`select rid, question from recall where bank = ${bank}`),
  )
}

function* removed(
  bank: string,
  rows: readonly { readonly rid: number; readonly question: string }[],
): Tx<ForgottenRecalls> {
  if (rows.length === 0) return NOTHING
  const counts = yield* deleteRecalls(
    bank,
    rows.map(({ rid }) => rid),
  )
  return { counts, texts: rows.map(({ question }) => question) }
}

const NOTHING: ForgottenRecalls = { counts: {}, texts: [] }

/** Whether a question asks for one of these tokens, or asks to leave it out. Stop words are no words of an item. */
function saysOneOf(question: string, tokens: ReadonlySet<string>): boolean {
  const { words, parts } = segment(question)
  // Most end here: reading a question in full takes four times as long.
  if (!words.some((token) => tokens.has(token)) && !parts.some((token) => tokens.has(token))) return false
  const { terms, excluded, clipped } = parseQuery(question)
  return (
    // Its end was not looked at.
    clipped ||
    terms.some(({ token, weight }) => weight > CHANCE && tokens.has(token)) ||
    excluded.some((phrase) => phrase.tokens.some((token) => tokens.has(token)))
  )
}

/** What a single character of a Chinese run weighs at most: its pairs say what is meant. */
const CHANCE = 0.1
