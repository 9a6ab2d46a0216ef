import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isSymmetric, type RelationType } from '../src/graph/relation-type.js'
import { extract } from '../src/user/extraction/extract.js'
import type { Extracted, Party } from '../src/user/extraction/extracted.js'

/** The halves of what people state, eval/own: rules are made by the first, the second is only measured. */
export const statementSets = [
  'statements.en',
  'statements.zh',
  'statements-held.en',
  'statements-held.zh',
] as const

/** Written after the rules by someone who had not seen them: measured, never tuned by, and held to no floor. */
export const freshSets = ['statements-fresh.en', 'statements-fresh.zh'] as const

export type StatementSet = (typeof statementSets)[number] | (typeof freshSets)[number]

const entry = z.union([
  z.strictObject({ fact: z.tuple([z.string(), z.string(), z.string()]) }),
  z.strictObject({
    relation: z.tuple([z.string(), z.string(), z.string()]),
    schedule: z.string().optional(),
  }),
  z.strictObject({ preference: z.string() }),
  z.strictObject({ instruction: z.string() }),
  z.strictObject({ project: z.string() }),
  z.strictObject({ decision: z.array(z.string()) }),
])

const row = z.object({ id: z.string(), text: z.string(), expect: z.array(entry) })

/** What one of the two says, in the words in which they are compared. */
export interface Claim {
  readonly kind: 'fact' | 'relation' | 'preference' | 'instruction' | 'project' | 'decision'
  /** All must be equal, but for the last, where either may hold all words of the other. */
  readonly words: readonly string[]
}

export interface StatementMiss {
  readonly id: string
  readonly text: string
  readonly missed: readonly Claim[]
  readonly wrong: readonly Claim[]
}

export interface StatementFigures {
  readonly set: StatementSet
  readonly texts: number
  readonly expected: number
  readonly found: number
  readonly claimed: number
  readonly precision: number
  readonly recall: number
  readonly misses: readonly StatementMiss[]
}

/** Extracts from every text of a set and compares with what a careful reader would want remembered. */
export function measureStatements(set: StatementSet): StatementFigures {
  let [expected, found, claimed, right] = [0, 0, 0, 0]
  const misses: StatementMiss[] = []
  const rows = readFileSync(join(folder, `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  for (const { id, text, expect } of rows.map((line) => row.parse(JSON.parse(line)))) {
    const wanted = expect.map(wantedClaim)
    const claims = claimsOf(text, extract(text))
    const missed = wanted.filter((claim) => !claims.some((other) => isSame(claim, other)))
    const wrong = claims.filter((claim) => !wanted.some((other) => isSame(claim, other)))
    expected += wanted.length
    found += wanted.length - missed.length
    claimed += claims.length
    right += claims.length - wrong.length
    if (missed.length + wrong.length > 0) misses.push({ id, text, missed, wrong })
  }
  return {
    set,
    texts: rows.length,
    expected,
    found,
    claimed,
    precision: right / Math.max(1, claimed),
    recall: found / Math.max(1, expected),
    misses,
  }
}

const folder = join('eval', 'own')

function wantedClaim(expected: z.infer<typeof entry>): Claim {
  if ('fact' in expected) return { kind: 'fact', words: expected.fact }
  if ('relation' in expected) return { kind: 'relation', words: expected.relation }
  if ('preference' in expected) return { kind: 'preference', words: [expected.preference] }
  if ('instruction' in expected) return { kind: 'instruction', words: [expected.instruction] }
  if ('project' in expected) return { kind: 'project', words: [expected.project] }
  return { kind: 'decision', words: expected.decision }
}

/** What was read, as the set tells it: a home and an employer are facts of the user, relations of anybody else. */
function claimsOf(text: string, { entities, statements, decisions }: Extracted): Claim[] {
  const claims: Claim[] = []
  const of = ([start, end]: readonly [number, number]) => text.substring(start, end)
  const nameOf = (party: Party) => (party === 'speaker' ? 'me' : of(entities[party]!.names[0]!))
  for (const { category, subject, attribute, value, relation } of statements) {
    const who = nameOf(subject)
    const isOwn = subject === 'speaker'
    if (category === 'instruction') claims.push({ kind: 'instruction', words: [of(value)] })
    else if (category === 'preference' && attribute === null)
      claims.push({ kind: 'preference', words: [of(value)] })
    else if (category === 'project') claims.push({ kind: 'project', words: [of(value)] })
    else if (relation !== null && !(isOwn && (attribute === 'location' || attribute === 'employer'))) {
      if (isOwn && relation.type === 'works_on') claims.push({ kind: 'project', words: [of(value)] })
      else claims.push({ kind: 'relation', words: [who, relation.type, nameOf(relation.object)] })
    } else if (attribute !== null) claims.push({ kind: 'fact', words: [who, attribute, of(value)] })
    else claims.push({ kind: 'preference', words: [of(value)] })
  }
  for (const { choice, title, alternatives } of decisions) {
    claims.push({ kind: 'decision', words: [of(choice ?? title), ...alternatives.map(of)] })
  }
  return claims
}

function isSame(one: Claim, other: Claim): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'relation') {
    const [from = '', type = '', to = ''] = one.words
    const [otherFrom = '', otherType = '', otherTo = ''] = other.words
    if (type !== otherType) return false
    const isForward = isLike(from, otherFrom) && isLike(to, otherTo)
    return isForward || (isSymmetric(type as RelationType) && isLike(from, otherTo) && isLike(to, otherFrom))
  }
  if (one.kind === 'decision') {
    const [choice = '', ...others] = one.words
    const [otherChoice = '', ...otherOthers] = other.words
    return (
      isLike(choice, otherChoice) &&
      others.length === otherOthers.length &&
      others.every((alternative) => otherOthers.some((named) => isLike(alternative, named)))
    )
  }
  if (one.kind !== 'fact') return isLike(one.words[0] ?? '', other.words[0] ?? '')
  const [who = '', attribute = '', value = ''] = one.words
  const [otherWho = '', otherAttribute = '', otherValue = ''] = other.words
  return isLike(who, otherWho) && attribute === otherAttribute && isLike(value, otherValue)
}

/** One of the two holds all words of the other; of Chinese, all characters. */
function isLike(one: string, other: string): boolean {
  const [a, b] = [wordSet(one), wordSet(other)]
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a]
  return fewer.size > 0 && [...fewer].every((word) => more.has(word))
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(
    text.toLowerCase().match(/\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}+#])+(?:['’.:-][a-z\d]+)*/gu) ?? [],
  )
}
