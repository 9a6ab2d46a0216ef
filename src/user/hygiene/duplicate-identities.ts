import { nameForm } from '../../graph/entity-name.js'
import type { EntityType } from '../../graph/entity-type.js'
import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { type Finding, finding } from './finding.js'
import { grouped } from './grouped.js'
import { type NameLikeness, nameLikeness, type ReadName, readName } from './name-likeness.js'
import { merging, noProposal } from './proposals.js'
import { statedAliases } from './stated-alias.js'

/**
 * Entities that may be one: by their names alone, or because a text says so. Nothing is merged. `speaker` is the key of
 * what the user is called where they have no name; it is nobody's.
 */
export function* duplicateIdentities(bank: string, speaker: Uint8Array): Tx<Finding[]> {
  const named = yield* readNames(bank, speaker)
  const pairs = [...likePairs(named), ...(yield* statedPairs(bank, named))]
  const rivals = grouped(pairs, ({ other, why }) => `${other.rid} ${why}`)
  const names = grouped(named, ({ rid }) => rid)
  const told = new Map<string, Finding>()
  for (const { keep, other, why } of pairs) {
    const pair = [keep.id, other.id].sort().join(' ')
    if (told.has(pair)) continue
    const fitting = rivals.get(`${other.rid} ${why}`) ?? []
    const isClear = fitting.every((one) => one.keep.rid === keep.rid)
    const parted = (names.get(other.rid) ?? []).map(({ name }) => name)
    told.set(
      pair,
      finding({
        kind: 'duplicate_identity',
        what: `${other.name} and ${keep.name} may be one: ${reasons[why]}${isClear ? '' : ', as with others'}`,
        items: [],
        entities: [keep.id, other.id],
        proposal: isClear ? merging(keep.id, other.id, parted) : noProposal,
      }),
    )
  }
  return [...told.values()]
}

const reasons: Readonly<Record<NameLikeness | 'stated', string>> = {
  spelling: 'they are spelled alike',
  initials: 'the initials fit',
  initial: 'the initial and the family name fit',
  given_name: 'the given name is the same',
  stated: 'a text says so',
}

interface Named {
  readonly rid: number
  readonly id: string
  readonly type: EntityType | null
  readonly name: string
}

interface Pair {
  /** The one with the fuller name. */
  readonly keep: Named
  readonly other: Named
  readonly why: NameLikeness | 'stated'
}

function* readNames(bank: string, speaker: Uint8Array): Tx<Named[]> {
  return yield* all<Named>(sql`
    select e.rid, e.id, e.type, n.name
    from entity e
    join entity_alias a on a.bank = e.bank and a.entity_rid = e.rid and a.of_rid is null
    join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where e.bank = ${bank} and e.merged_rid is null and a.name_key <> ${speaker}
    order by n.rid limit ${NAMES_MAX}`)
}

const NAMES_MAX = 100_000

/** Only names that share a key are compared: all with all would be a thousand million comparisons. */
function likePairs(named: readonly Named[]): Pair[] {
  const read = new Map(named.map((one) => [one, readName(one.name)]))
  const buckets = new Map<string, Named[]>()
  for (const [one, name] of read) {
    for (const key of keysOf(name)) {
      const bucket = buckets.get(key) ?? []
      if (bucket.length === 0) buckets.set(key, bucket)
      if (bucket.length < BUCKET_MAX) bucket.push(one)
    }
  }
  const pairs: Pair[] = []
  for (const bucket of buckets.values()) {
    for (const [index, a] of bucket.entries()) {
      for (const b of bucket.slice(index + 1)) {
        const why = nameLikeness(read.get(a)!, read.get(b)!)
        if (why === undefined || a.rid === b.rid || !mayBeOne(a, b, why)) continue
        const [keep, other] = a.name.length >= b.name.length ? [a, b] : [b, a]
        pairs.push({ keep, other, why })
      }
    }
  }
  return pairs
}

const BUCKET_MAX = 200

/** Things are spelled alike or they are different; initials are of people that are known as such. */
function mayBeOne(a: Named, b: Named, why: NameLikeness): boolean {
  if (a.type !== null && b.type !== null && a.type !== b.type) return false
  if (why === 'spelling') return true
  if (why === 'given_name') return a.type === 'person' || b.type === 'person'
  return a.type === 'person' && b.type === 'person'
}

function keysOf({ parts, joined, isInitials }: ReadName): string[] {
  const initials = parts.map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0)).join('')
  const family = parts.at(-1) ?? ''
  return [
    `spelling ${joined}`,
    ...(parts.length > 1 ? [`initials ${initials}`, `family ${family} ${clip(initials, 1)}`] : []),
    ...(isInitials ? [`initials ${joined}`] : []),
    `given ${parts[0] ?? ''}`,
  ]
}

/** Names that a text puts beside each other as one's: a name in each of two scripts, or two of people. */
function* statedPairs(bank: string, named: readonly Named[]): Tx<Pair[]> {
  const people = named.filter(({ type }) => type === 'person' || type === null)
  const isCjk = ({ name }: Named) => CJK.test(name)
  const areBeside = (a: Named, b: Named) =>
    a.rid !== b.rid && (isCjk(a) !== isCjk(b) || (a.type === 'person' && b.type === 'person'))
  const byForm = new Map(people.map((one) => [nameForm(one.name), one]))
  const texts = yield* all<{ body: string }>(sql`
    select x.body
    from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.quotes = 0 and exists (
      select 1 from mention m where m.bank = i.bank and m.item_rid = i.rid)
    order by i.rid desc limit ${STATED_MAX}`)
  return texts.flatMap(({ body }) =>
    statedAliases(clip(body, LOOK_CHARS)).flatMap(({ before, after }) => {
      const one = longestKnown(before, byForm)
      const other = longestKnown(after, byForm)
      if (one === undefined || other === undefined || !areBeside(one, other)) return []
      const [keep, merge] = isCjk(one) ? [other, one] : [one, other]
      return [{ keep, other: merge, why: 'stated' as const }]
    }),
  )
}

function longestKnown(names: readonly string[], byForm: ReadonlyMap<string, Named>): Named | undefined {
  return [...names].sort((a, b) => b.length - a.length).flatMap((name) => byForm.get(name) ?? [])[0]
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const STATED_MAX = 2_000
const LOOK_CHARS = 20_000
