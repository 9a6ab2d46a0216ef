import { entityName, speakerKey } from '../../graph/entity-name.js'
import type { Spine } from '../../items/spine.js'
import { inBytes, inInt, sql } from '../../store/sql.js'
import { all, batch, type Stmt, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { hex } from '../../text/hex.js'
import { segment } from '../../text/segment.js'
import { isStopWord } from '../../text/stop-words.js'
import type { Question } from '../question.js'
import { possibleNames } from './names-in-question.js'

/** An entity that a question names. */
export interface NamedEntity {
  readonly rid: number
  /** As the graph writes it. */
  readonly name: string
  /** How much of the name stands in the question, from 0 to 1. */
  readonly share: number
}

/** Names that a question is looked up for: the longest. */
const NAMES_MAX = 60
/** Entities of one question. */
const ENTITIES_MAX = 6
/** Of a name that the question has in part: "scope" alone is hardly "feature scope and priorities". */
const LEAST_SHARE = 0.3

/**
 * Whom and what a question names: by their names, aliases and given names as they stand in it, and by a part of the
 * words of a name, among what `near` items mention. Of names over each other the longest counts, and no word counts for
 * two names but for those that are equally good.
 */
export function* findNamed(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  { query, folded }: Question,
  near: readonly number[],
): Tx<NamedEntity[]> {
  const spellings = new Map<string, string>()
  for (const name of possibleNames(query.plain).slice(0, NAMES_MAX)) {
    // slice-ok: a list
    const { key } = entityName({ identityKey }, bank, name)
    spellings.set(hex(key), name)
  }
  const keys = inBytes([...spellings.keys()].map((key) => Buffer.from(key, 'hex')))
  const [whole, parts, mentioned] = yield* batch([
    named(sql`a.bank = ${bank} and a.name_key ${keys} and a.of_rid is null`),
    named(sql`a.bank = ${bank} and a.name_key ${keys} and a.of_rid is not null`),
    all<NameRow>(sql`
      select m.entity_rid, n.name, a.name_key from mention m
      join entity_alias a on a.bank = m.bank and a.name_rid = m.name_rid
      join entity_name n on n.bank = m.bank and n.rid = m.name_rid
      where m.bank = ${bank} and m.item_rid ${inInt(near)}`),
  ])
  const exact = [...whole, ...parts].map((row): Match => {
    const spelling = spellings.get(hex(row.name_key)) ?? row.name
    return { ...row, held: tokensOf(spelling), share: 1, length: spelling.length }
  })
  const partly = inPart(mentioned, new Set(query.terms.map(({ token }) => token)), folded)
  return distinct(bestMatches([...exact, ...partly]))
}

/** Of names that items mention, those of which the question has enough. */
function inPart(mentioned: readonly NameRow[], asked: ReadonlySet<string>, folded: string): Match[] {
  const names = new Map(mentioned.map((row) => [`${row.entity_rid} ${row.name}`, row]))
  const matches: Match[] = []
  for (const row of names.values()) {
    const name = row.name.toLowerCase()
    // Most names have no word of the question: they are not taken apart.
    if (![...asked].some((token) => name.includes(clip(token, STEM_CHARS)))) continue
    const tokens = tokensOf(row.name)
    const held = tokens.filter((token) => asked.has(token))
    const share = folded.includes(name) ? 1 : held.length / Math.max(1, tokens.length)
    if (share >= LEAST_SHARE) matches.push({ ...row, held, share, length: held.join('').length })
  }
  return matches
}

/** A stem may end otherwise than its word, after this many letters at the earliest. */
const STEM_CHARS = 3

/** The user themself, whom "I" names. */
export function* findSpeaker(spine: Pick<Spine, 'identityKey'>, bank: string): Tx<NamedEntity[]> {
  const [row] = yield* named(
    sql`a.bank = ${bank} and a.name_key = ${speakerKey(spine, bank)} and a.of_rid is null`,
  )
  return row === undefined ? [] : [{ rid: row.entity_rid, name: row.name, share: 1 }]
}

function named(matching: ReturnType<typeof sql>): Stmt<NameRow[]> {
  return all<NameRow>(sql`
    select a.entity_rid, n.name, a.name_key
    from entity_alias a join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where ${matching}`)
}

interface NameRow {
  readonly entity_rid: number
  readonly name: string
  readonly name_key: Uint8Array
}

interface Match extends NameRow {
  /** Tokens of the name that the question has. */
  readonly held: readonly string[]
  readonly share: number
  readonly length: number
}

/** Most of the question first; a word that is used up names nothing else. */
function bestMatches(matches: readonly Match[]): Match[] {
  const sorted = matches
    .filter(({ held }) => held.length > 0)
    .sort((a, b) => b.held.length - a.held.length || b.share - a.share || b.length - a.length)
  const used = new Set<string>()
  const best: Match[] = []
  let last: Match | undefined
  for (const match of sorted) {
    const isTie =
      last !== undefined && match.share === last.share && match.held.join(' ') === last.held.join(' ')
    if (!isTie && match.held.some((token) => used.has(token))) continue
    for (const token of match.held) used.add(token)
    best.push(match)
    last = match
  }
  return best
}

function distinct(matches: readonly Match[]): NamedEntity[] {
  const entities = new Map<number, NamedEntity>()
  for (const { entity_rid: rid, name, share } of matches) {
    if (!entities.has(rid) && entities.size < ENTITIES_MAX) entities.set(rid, { rid, name, share })
  }
  return [...entities.values()]
}

/** As the index has them, without what only builds a name; of a Chinese one the pairs. */
function tokensOf(name: string): string[] {
  const { words, parts } = segment(name)
  const pairs = parts.filter((part) => [...part].length > 1)
  const tokens = words.filter((word) => !isStopWord(word))
  return [...new Set([...tokens, ...(tokens.length > 0 ? [] : pairs.length > 0 ? pairs : parts)])]
}
