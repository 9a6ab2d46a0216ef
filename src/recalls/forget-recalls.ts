import type { ItemId } from '../items/item.js'
import { inInt, type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import { SEGMENT_VERSION, segment } from '../text/segment.js'
import { askedTokens } from './asked-tokens.js'
import { deleteRecalls } from './delete-recalls.js'

export interface ForgottenRecalls {
  /** Rows removed, by table; empty where nothing was. */
  readonly counts: Readonly<Record<string, number>>
  /** For the proof, in portions, so that of much a sample can be taken. */
  readonly erased: readonly ErasedContent[]
}

/** Items that are being forgotten. */
export interface Going {
  readonly ids: readonly ItemId[]
  /** Of their texts, as indexed. */
  readonly tokens: readonly string[]
  /** Who said it, in which conversation, under which tags. */
  readonly names: readonly string[]
}

/**
 * Removes what the recall log tells of items that are being forgotten: every recall that returned one, and every one
 * whose question holds a word of theirs, of a speaker's or session's name or of a tag, wherever they ranked. Words are
 * compared as search does, so what stays could not have found them by a word. It reads the whole log of the bank: to be
 * called once in a transaction, for all that goes in it.
 */
export function* forgetRecalls(bank: string, going: readonly Going[]): Tx<ForgottenRecalls> {
  const rows = yield* all<LogRow>(sql`
    select rid, items, tokens, case when version = ${SEGMENT_VERSION} then null else question end as question
    from recall where bank = ${bank}`)
  if (rows.length === 0) return NOTHING
  const ids = new Set<string>(going.flatMap((one) => one.ids))
  const said = saidBy(going)
  const told = rows.filter((row) => hasOneOf(row.items, ids) || asksForOneOf(row, said))
  return told.length === 0
    ? NOTHING
    : yield* remove(
        bank,
        told.map(({ rid }) => rid),
        sql`and rid ${inInt(told.map(({ rid }) => rid))}`,
      )
}

/** Removes the whole log of a bank. */
export function* clearRecalls(bank: string): Tx<ForgottenRecalls> {
  const rows = yield* all<{ rid: number }>(sql`select rid from recall where bank = ${bank}`)
  return rows.length === 0
    ? NOTHING
    : yield* remove(
        bank,
        rows.map(({ rid }) => rid),
        sql``,
      )
}

function* remove(bank: string, rids: readonly number[], which: Sql): Tx<ForgottenRecalls> {
  const gone = yield* all<{ question: string; tokens: string | null }>(
    sql`select question, tokens from recall where bank = ${bank} ${which}`,
  )
  const counts = yield* deleteRecalls(bank, rids)
  const erased: ErasedContent[] = []
  for (let at = 0; at < gone.length; at += PORTION_ROWS) {
    const portion = gone.slice(at, at + PORTION_ROWS)
    const texts = portion.flatMap(({ question, tokens }) => [question, tokens ?? ''])
    erased.push({ texts: texts.filter((text) => text !== '') })
  }
  return { counts, erased }
}

const PORTION_ROWS = 100

const NOTHING: ForgottenRecalls = { counts: {}, erased: [] }

interface LogRow {
  readonly rid: number
  readonly items: string
  readonly tokens: string | null
  /** Where it was taken apart by another segmentation, and is to be again. */
  readonly question: string | null
}

/** Every token that the items hold, or one of their names. */
function saidBy(going: readonly Going[]): ReadonlySet<string> {
  const said = new Set<string>()
  const names = new Set<string>()
  for (const one of going) {
    for (const token of one.tokens) said.add(token)
    for (const name of one.names) names.add(name)
  }
  for (const name of names) {
    const { words, parts } = segment(name)
    for (const token of [...words, ...parts]) said.add(token)
  }
  return said
}

function asksForOneOf({ tokens, question }: LogRow, said: ReadonlySet<string>): boolean {
  const asked = question === null ? tokens : askedTokens(question)
  return asked === null || hasOneOf(asked, said)
}

function hasOneOf(list: string, wanted: ReadonlySet<string>): boolean {
  return list.split(' ').some((one) => wanted.has(one))
}
