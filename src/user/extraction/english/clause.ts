import type { EntityType } from '../../../graph/entity-type.js'
import type { RelationType } from '../../../graph/relation-type.js'
import type { Span } from '../../../text/span.js'
import type { FactCategory } from '../../fact-category.js'
import type { Draft } from '../draft.js'
import type { Party, RelationAttribute } from '../extracted.js'
import { type Memory, remember, resolve } from '../memory.js'
import type { Word } from '../words.js'
import { genderOf, isGivenName } from './given-names.js'
import { setOf, weekdays } from './lexicon.js'
import { listAt, nameEnd, type Phrase, thingAt } from './phrases.js'

/** What a reader sees: one sentence, and whom its text named so far. */
export interface Scene {
  readonly draft: Draft
  readonly words: readonly Word[]
  /** The sentence is written without capitals: known names count without one. */
  readonly isChat: boolean
  readonly memory: Memory
}

/** Who a clause is about, and where it begins. */
export interface Subject {
  readonly parties: readonly Party[]
  readonly kind: 'speaker' | 'we' | 'person' | 'named' | 'thing' | 'team'
  /** The first word of the clause. */
  readonly from: number
  /** The first word behind the subject. */
  readonly to: number
  /** Where it is named: without `my wife`, without an article. */
  readonly name: Phrase
}

/** A clause whose subject and verb group were read. */
export interface Clause extends Scene {
  readonly subject: Subject
  readonly isNegated: boolean
  /** `always`, `usually` … before the verb. */
  readonly adverb: string | null
}

/** Reads what follows the verb; answers the end of what it read, or -1 where it does not fit. */
export type Reader = (clause: Clause, at: number) => number

/** A person in the text, or the speaker by `me`. */
export interface Person extends Phrase {
  readonly party: Party
}

export function spanOf(words: readonly Word[], { from, to }: Phrase): Span {
  return [words[from]!.start, words[to - 1]!.end]
}

interface Told {
  readonly category: FactCategory
  readonly attribute?: string | null
  readonly value: Phrase
  /** The end of the clause, where that is behind the value. */
  readonly to?: number
  readonly relation?: {
    readonly type: RelationType
    readonly object: Party
    readonly attributes?: readonly RelationAttribute[]
  }
  /** Who it is about, where that is not the subject of the clause. */
  readonly about?: Party
}

/** States one thing about each of the clause's subjects. */
export function tell(clause: Clause, { category, attribute, value, to, relation, about }: Told): void {
  const { words, subject, draft } = clause
  if (changing.has(attribute ?? '') && isToCome(words, subject.from, value.to)) return
  const end = Math.max(value.to, to ?? 0)
  const [from, until] = [Math.min(subject.from, value.from), Math.max(end, subject.to)]
  for (const party of about === undefined ? subject.parties : [about]) {
    draft.state({
      clause: spanOf(words, { from, to: until }),
      category,
      subject: party,
      attribute: attribute ?? null,
      value: spanOf(words, value),
      relation: relation === undefined ? null : { ...relation, attributes: relation.attributes ?? [] },
    })
  }
}

const changing = setOf('location employer profession role manager')

/** `next month` behind it, `from tomorrow` in front of it, in the same clause. */
function isToCome(words: readonly Word[], from: number, to: number): boolean {
  for (let at = to; at < Math.min(words.length, to + AHEAD_MAX_WORDS); at++) {
    if (isBorder(words[at]!)) break
    if (isAhead(words, at)) return true
  }
  const last = words[from - 1]?.lower === ',' ? from - 2 : from - 1
  for (let at = last; at >= Math.max(0, last - AHEAD_MAX_WORDS); at--) {
    if (isBorder(words[at]!)) return false
    if (isAhead(words, at)) return true
  }
  return false
}

function isAhead(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  return lower === 'tomorrow' || (lower === 'next' && ahead.has(words[at + 1]?.lower ?? ''))
}

function isBorder({ kind, lower }: Word): boolean {
  return kind === 'mark' || present.has(lower)
}

const AHEAD_MAX_WORDS = 8
const present = setOf('and but so until till before since because now who which where')
const ahead = setOf(
  'week month year quarter weekend spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
)

/** A person by name or `me`, or null. Titles in front of a name (`my manager Sarah`) are skipped by the caller. */
export function personAt(scene: Scene, at: number): Person | null {
  const { words, draft, isChat, memory } = scene
  const word = words[at]
  if (word === undefined) return null
  if (word.lower === 'me' || word.lower === 'us') return { from: at, to: at + 1, party: 'speaker' }
  if (word.lower === 'you' && memory.addressee !== null) {
    return { from: at, to: at + 1, party: memory.addressee }
  }
  if (word.lower === 'him' || word.lower === 'her' || word.lower === 'them') {
    const party = resolve(memory, word.lower === 'him' ? 'he' : word.lower === 'her' ? 'she' : null)
    return party === null ? null : { from: at, to: at + 1, party }
  }
  const isLoose = isChat || (!word.isCapital && isGivenName(word.lower) && draft.isKnownPerson(word.lower))
  const to = nameEnd(words, at, isLoose)
  if (to === at || word.kind === 'quote') return null
  if (weekdays.has(word.lower)) return null
  const party = draft.mention(spanOf(words, { from: at, to }), 'person')
  remember(memory, party, genderOf(word.lower))
  return { from: at, to, party }
}

export function personsAt(
  scene: Scene,
  at: number,
): { readonly items: readonly Person[]; readonly to: number } {
  return listAt(scene.words, at, (next) => personAt(scene, next))
}

/** Something named or described, of a type that its last word tells or the caller knows. */
export function namedThingAt(
  scene: Scene,
  at: number,
  type: EntityType | null,
  stops?: ReadonlySet<string>,
): Person | null {
  const phrase = thingAt(scene.words, at, stops)
  if (phrase === null) return null
  const called = calledAt(scene.words, phrase)
  if (called !== null)
    return {
      ...called,
      party: scene.draft.mention(
        spanOf(scene.words, called),
        type ?? typeOfHead(scene.words[called.from - 2]!.lower),
      ),
    }
  const head = scene.words[phrase.to - 1]!.lower
  const party = scene.draft.mention(spanOf(scene.words, phrase), typeOfHead(head) ?? type)
  return { ...phrase, party }
}

/** The name in `an app called Moonwater`, or null. */
export function calledAt(words: readonly Word[], { from, to }: Phrase): Phrase | null {
  for (let at = from + 1; at < to - 1; at++) {
    if (words[at]!.lower === 'called' || words[at]!.lower === 'named') return { from: at + 1, to }
  }
  return null
}

const heads = new Map<string, EntityType>([
  ...typed(
    'project',
    'service app application project product platform website site api library repo ui dashboard pipeline migration backend frontend module package component rewrite redesign launch engine portal plugin extension sdk cli',
  ),
  ...typed('team', 'team squad guild crew'),
  ...typed('organisation', 'company startup start-up'),
])

function typed(type: EntityType, words: string): [string, EntityType][] {
  return words.split(' ').map((word) => [word, type])
}

export function typeOfHead(head: string): EntityType | null {
  return heads.get(head) ?? null
}
