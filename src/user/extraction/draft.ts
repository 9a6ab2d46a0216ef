import type { EntityType } from '../../graph/entity-type.js'
import type { Span } from '../../text/span.js'
import type { Extracted, NamedEntity, Party, StatedDecision, Statement } from './extracted.js'

/** What was read so far. Parties are mentions: {@link Draft.finish} makes entities of them. */
export interface Draft {
  readonly text: string
  /** Names somebody or something; answers the party. The same name is the same party. */
  mention(span: Span, type: EntityType | null): number
  /** Names what is surely a name, whether anything is stated of it or not. */
  note(span: Span, type: EntityType): void
  /** Whether names are still looked for: a text of nothing but names is no note. */
  wantsNames(): boolean
  /** Another name of the party. */
  alias(span: Span, party: number): void
  state(statement: Statement): void
  decide(decision: StatedDecision): void
  typeOf(party: Party): EntityType | null
  /** Tells what a party is, where its name did not. */
  settle(party: Party, type: EntityType): void
  /** Whether this name, or one it is part of, was mentioned as a person. */
  isKnownPerson(name: string): boolean
  /** What held once is wanted too. */
  readonly includesPast: boolean
  /** From here on the speaker is this one. */
  speaksAs(party: Party): void
  /** Enough was read. */
  isFull(): boolean
  /** What was stated up to here, for {@link Draft.takeBack}. */
  mark(): Mark
  /** Forgets what was stated since: `Just kidding.` */
  takeBack(mark: Mark): void
  /** How much was stated so far. */
  count(): number
  finish(): Extracted
}

export type Mark = readonly [statements: number, decisions: number]

interface Mention {
  readonly key: string
  readonly names: Span[]
  type: EntityType | null
  /** The one that another name told this to be. */
  sameAs?: number
}

/** A list of more names is no conversation: the rest of them is left out. */
const NOTED_MAX = 100

/** Who states more in one text states nothing: the rest is not read. */
const STATEMENTS_MAX = 500

export function createDraft(text: string, includesPast = false): Draft {
  let self: Party = 'speaker'
  const mentions: Mention[] = []
  const byKey = new Map<string, number>()
  const statements: Statement[] = []
  const decisions: StatedDecision[] = []
  const personWords = new Set<string>()
  const noted = new Set<number>()
  let notes = 0

  return {
    text,
    includesPast,
    speaksAs(party) {
      self = party
    },
    mention(span, type) {
      const key = keyOf(text, span)
      const known = byKey.get(key)
      const mention = known === undefined ? undefined : mentions[known]
      if (known !== undefined && mention !== undefined) {
        const isNews = type === 'person' && mention.type !== 'person'
        mention.type ??= type
        if (isNews) for (const part of key.split(' ')) personWords.add(part)
        return known
      }
      byKey.set(key, mentions.length)
      if (type === 'person') for (const part of key.split(' ')) personWords.add(part)
      return mentions.push({ key, names: [span], type }) - 1
    },
    note(span, type) {
      notes++
      if (noted.size < NOTED_MAX) noted.add(this.mention(span, type))
    },
    wantsNames: () => notes < 4 * NOTED_MAX,
    alias(span, party) {
      const key = keyOf(text, span)
      const known = byKey.get(key)
      const other = known === undefined ? undefined : mentions[known]
      byKey.set(key, party)
      if (other === undefined) mentions[party]?.names.push(span)
      else if (known !== party) other.sameAs = party
    },
    state: (statement) => {
      const { subject, relation } = statement
      statements.push({
        ...statement,
        subject: subject === 'speaker' ? self : subject,
        relation: relation?.object === 'speaker' ? { ...relation, object: self } : relation,
      })
    },
    decide: (decision) => {
      decisions.push(decision)
    },
    settle(party, type) {
      const mention = party === 'speaker' ? undefined : mentions[party]
      if (mention === undefined) return
      mention.type ??= type
      if (mention.type === 'person') for (const part of mention.key.split(' ')) personWords.add(part)
    },
    typeOf: (party) => (party === 'speaker' ? 'person' : (mentions[party]?.type ?? null)),
    isKnownPerson: (name) => personWords.has(name),
    isFull: () =>
      statements.length + decisions.length >= STATEMENTS_MAX || mentions.length >= 8 * STATEMENTS_MAX,
    mark: () => [statements.length, decisions.length],
    takeBack([stated, decided]) {
      statements.length = Math.min(stated, statements.length)
      decisions.length = Math.min(decided, decisions.length)
    },
    count: () => statements.length + decisions.length,
    finish: () => finish(mentions, noted, statements, decisions),
  }
}

const title = /^(?:dr|mr|mrs|ms|prof|professor|sir|madam|miss)\.? (?=\S)/

const blank = /\s/

function keyOf(text: string, [start, end]: Span): string {
  // slice-ok: spans begin and end at borders of words
  const lower = text.slice(start, end).toLowerCase()
  return blank.test(lower) ? lower.replace(/\s+/g, ' ').replace(title, '') : lower
}

function finish(
  mentions: readonly Mention[],
  noted: ReadonlySet<number>,
  statements: readonly Statement[],
  decisions: readonly StatedDecision[],
): Extracted {
  const places = fullerNames(mentions)
  const used = new Set([...noted].map((party) => places[party] ?? party))
  for (const { subject, relation } of statements) {
    if (subject !== 'speaker') used.add(places[subject] ?? subject)
    if (relation !== null && relation.object !== 'speaker')
      used.add(places[relation.object] ?? relation.object)
  }
  for (const { appliesTo } of decisions) for (const party of appliesTo) used.add(places[party] ?? party)
  const entities: NamedEntity[] = []
  const indexOf = new Map<number, number>()
  const members = new Map<number, Mention[]>()
  mentions.forEach((mention, index) => {
    const place = places[index] ?? index
    if (used.has(place)) members.set(place, [...(members.get(place) ?? []), mention])
  })
  for (const [place, same] of [...members].sort(([a], [b]) => a - b)) {
    const names = same.flatMap((mention) => mention.names)
    names.sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0])
    const type = same.find((mention) => mention.type !== null)?.type ?? null
    indexOf.set(place, entities.push({ type, names }) - 1)
  }
  const settle = (party: Party): Party =>
    party === 'speaker' ? party : (indexOf.get(places[party] ?? party) ?? 0)
  return {
    entities,
    statements: distinct(
      statements.map((statement) => ({
        ...statement,
        subject: settle(statement.subject),
        relation:
          statement.relation === null
            ? null
            : { ...statement.relation, object: settle(statement.relation.object) },
      })),
    ),
    decisions: decisions.map((decision) => ({
      ...decision,
      appliesTo: [...new Set(decision.appliesTo.map(settle))] as number[],
    })),
  }
}

/** For each mention the one it belongs to: `Sarah` and `Dr. Chen` to the only `Sarah Chen`. */
function fullerNames(mentions: readonly Mention[]): number[] {
  const byPart = new Map<string, number | null>()
  mentions.forEach(({ key, type }, index) => {
    if (type !== 'person' || !key.includes(' ')) return
    const parts = key.split(' ')
    for (const part of new Set([parts[0] ?? '', parts.at(-1) ?? ''])) {
      byPart.set(part, byPart.has(part) ? null : index)
    }
  })
  return mentions.map(({ key, type, sameAs }, index) => {
    if (sameAs !== undefined) return sameAs
    if (type !== 'person' || key.includes(' ')) return index
    return byPart.get(key) ?? index
  })
}

/** Said once, however often and in whatever words: a statement inside another's clause does not repeat it. */
function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ subject, attribute, value, relation, category }) => {
    const object = relation === null ? `${value[0]}-${value[1]}` : `${relation.type} ${relation.object}`
    const key = `${subject} ${attribute ?? category} ${object}`
    if (relation !== null && relation.object === subject) return false
    return !seen.has(key) && seen.add(key)
  })
}
