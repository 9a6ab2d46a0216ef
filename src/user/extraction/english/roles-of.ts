import type { Party } from '../extracted.js'
import { resolve } from '../memory.js'
import {
  type Clause,
  namedThingAt,
  type Person,
  personAt,
  type Scene,
  type Subject,
  spanOf,
  tell,
} from './clause.js'
import { organisationAt } from './employers.js'
import { adverbs, setOf } from './lexicon.js'
import { isPreposition, nameEnd, type Phrase, thingAt } from './phrases.js'
import { relate } from './relate.js'
import { isFormerSpouse, isListedRole, isProfession, type Kinship, kinOf } from './roles.js'
import { asPersons, notePersons } from './subject.js'

/**
 * What somebody is, behind `is`, behind a comma, or in front of the name: `my product manager`, `a nurse at St. Mary`,
 * `Tom's wife`, `the owner of the site`. Answers the end, or -1.
 */
export function readRole(clause: Clause, at: number): number {
  const { words } = clause
  const first = words[at]?.lower
  if (first === undefined) return -1
  const owner = ownerAt(clause, at, clause.subject.parties)
  const from = owner?.to ?? (articles.has(first) ? at + 1 : at)
  const phrase = nounAt(words, from)
  if (phrase === null) return -1
  const head = words[phrase.to - 1]!.lower
  const kinship = kinOf(words, phrase)
  if (isFormerSpouse(head) && !clause.draft.includesPast) return -1
  if (owner !== null && kinship !== undefined) {
    if (clause.subject.kind === 'thing' || clause.subject.kind === 'team') return -1
    tellKinship(clause, kinship, owner.party, phrase)
    return phrase.to
  }
  if (words[phrase.from]!.lower === 'former') return -1
  const isOf = words[phrase.to]?.lower === 'of'
  const office = offices.get(head)
  if (
    office !== undefined &&
    (isOf || words[phrase.to]?.lower === 'for' || words[phrase.to]?.lower === 'on')
  ) {
    const end = readOffice(clause, phrase, office)
    if (end > 0) return end
  }
  if (kinship !== undefined && isOf) {
    const other = clause.subject.parties.includes('speaker') ? null : mineAt(words, phrase.to + 1)
    const person = other ?? personAt(clause, phrase.to + 1)
    if (person === null) return -1
    tellKinship(clause, kinship, person.party, { ...phrase, to: person.to })
    return person.to
  }
  const isSpeaker = clause.subject.kind === 'speaker'
  if (clause.subject.kind === 'we' || clause.subject.kind === 'thing' || clause.subject.kind === 'team')
    return -1
  const isArticled = articles.has(first) || owner !== null
  if (!isProfession(head) && !(owner !== null && isArticled && looseRoles.has(head))) return -1
  if (!isArticled && (!isListedRole(head) || !isBareRole(clause, at, phrase))) return -1
  if (first === 'your' && clause.subject.kind === 'speaker') return -1
  return tellRole(clause, phrase, isSpeaker)
}

/** `of mine`. */
function mineAt(words: Scene['words'], at: number): Person | null {
  const { lower } = words[at] ?? {}
  return lower === 'mine' || lower === 'ours' ? { from: at, to: at + 1, party: 'speaker' } : null
}

const articles = setOf('a an the my our their his her your')
const looseRoles = setOf('contact buddy counterpart liaison sponsor landlord landlady roommate flatmate')

/** `CTO`, `head of design` behind `is`: short, without articles inside, and not behind `'s`, which may be a genitive. */
function isBareRole({ words }: Clause, at: number, { from, to }: Phrase): boolean {
  if (words[at - 1]?.lower === "'s" || to - from > 3) return false
  for (let next = from; next < to; next++) {
    const { lower } = words[next]!
    if (articles.has(lower) || adverbs.has(lower) || lower.endsWith('ed') || lower.endsWith('ing'))
      return false
  }
  return true
}

/** `my`, `our`, `Tom's`, `her`: whose the role is. */
function ownerAt(
  scene: Scene,
  at: number,
  self: readonly Party[],
): { readonly party: 'speaker' | number; readonly to: number } | null {
  const { words, memory } = scene
  const first = words[at]!.lower
  if (first === 'my' || first === 'our') return { party: 'speaker', to: at + 1 }
  if (first === 'your' && memory.addressee !== null) return { party: memory.addressee, to: at + 1 }
  if (first === 'his' || first === 'her') {
    const party = resolve(memory, first === 'his' ? 'he' : 'she', self)
    if (party !== null) return { party, to: at + 1 }
  }
  const end = nameEnd(words, at, scene.isChat)
  if (end > at && words[end]?.lower === "'s") {
    const person = personAt(scene, at)
    return person === null ? null : { party: person.party, to: end + 1 }
  }
  return null
}

/** The noun phrase up to a preposition; `head of design` is one. */
function nounAt(words: Scene['words'], from: number): Phrase | null {
  const phrase = thingAt(words, from, roleStops)
  if (phrase === null || phrase.to - phrase.from > 6) return null
  return phrase
}

const roleStops = setOf(
  "at in on for with from to of into over about by under through during via without near until within across as working based living out up down off away back 's",
)

/** States a role of the clause's subject, and for whom they have it. */
export function tellRole(clause: Clause, phrase: Phrase, isSpeaker: boolean): number {
  const { words } = clause
  let { to } = phrase
  const head = words[to - 1]!.lower
  if (words[to]?.lower === 'of' && ofRoles.has(head)) {
    const what = thingAt(words, to + 1, roleStops)
    if (what !== null && !words[what.from]!.isCapital) to = what.to
  }
  const role = { from: phrase.from, to }
  const end = readEmployer(clause, to)
  tell(clause, {
    category: 'identity',
    attribute: isSpeaker ? 'profession' : 'role',
    value: role,
    to: Math.max(to, end),
  })
  return Math.max(to, end)
}

/** Roles that what stands behind `of` belongs to. */
export const ofRoles = setOf('head vp director chief president professor dean manager svp lead')

/** `at Acme`, `of Acme`, `for Acme` behind a role. */
function readEmployer(clause: Clause, at: number): number {
  const { words, draft } = clause
  if (words[at]?.lower === 'working') return readEmployer(clause, at + 1)
  const preposition = words[at]?.lower
  if (preposition !== 'at' && preposition !== 'of' && preposition !== 'for' && preposition !== 'with')
    return at
  const named = words[at + 1]?.lower === 'the' ? at + 2 : at + 1
  if (preposition !== 'at' && !words[named]?.isCapital) return at
  const phrase = organisationAt(clause, at + 1)
  if (phrase === null) return at
  const last = words[phrase.to - 1]!.lower
  if (last === 'team' || last === 'project' || words[phrase.to]?.lower === 'team') return at
  const party = draft.mention(spanOf(words, phrase), 'organisation')
  relate(clause, 'works_at', { ...phrase, party }, { attribute: 'employer' })
  return phrase.to
}

/** Offices that say what somebody does to what stands behind `of`. */
const offices = new Map<string, 'owns' | 'leads' | 'manages' | 'mentors' | 'member_of'>([
  ['owner', 'owns'],
  ['maintainer', 'owns'],
  ['lead', 'leads'],
  ['leader', 'leads'],
  ['head', 'leads'],
  ['manager', 'manages'],
  ['mentor', 'mentors'],
  ['member', 'member_of'],
])

function readOffice(
  clause: Clause,
  phrase: Phrase,
  type: 'owns' | 'leads' | 'manages' | 'mentors' | 'member_of',
): number {
  const { words } = clause
  if (clause.subject.kind === 'thing') return -1
  if (type === 'manages' || type === 'mentors') {
    const person = personAt(clause, phrase.to + 1)
    if (person !== null) {
      relate({ ...clause }, type, person)
      return person.to
    }
  }
  const thing = namedThingAt(clause, phrase.to + 1, type === 'member_of' ? 'team' : null)
  if (thing === null) return -1
  const isHead = type === 'leads' || type === 'manages'
  // `head of design` is a role; `head of the design team` leads one
  if (isHead && words[phrase.to + 1]?.lower !== 'the' && words[phrase.to + 1]?.lower !== 'our') return -1
  if (isHead) tellRole(clause, phrase, clause.subject.kind === 'speaker')
  relate(clause, type === 'manages' ? 'leads' : type, thing)
  return thing.to
}

/** States how the clause's subject is related to the owner of the noun phrase. */
export function tellKinship(
  clause: Clause,
  { type, isInverse }: Kinship,
  owner: 'speaker' | number,
  value: Phrase,
): void {
  const attribute = type === 'reports_to' ? 'manager' : null
  for (const party of clause.subject.parties) {
    // the owner is the first of the relation, but for inverse ones: `Ana is my mother`, Ana parent_of me
    const [about, object] = isInverse ? [party, owner] : [owner, party]
    tell(clause, {
      category: 'relation',
      attribute,
      value: party === 'speaker' ? value : clause.subject.name,
      to: value.to,
      relation: { type, object },
      about,
    })
  }
}

interface Apposed {
  readonly subject: Subject
  readonly to: number
}

/** `Sarah Chen, my product manager, …`, `Sarah (tech lead) …`: what stands between a name and its verb. */
export function readApposition(scene: Scene, subject: Subject): Apposed {
  const { words } = scene
  const mark = words[subject.to]?.lower
  if (
    subject.kind !== 'named' ||
    (mark !== ',' && mark !== '(' && mark !== '-' && mark !== '—' && mark !== '–')
  ) {
    return { subject, to: subject.to }
  }
  const at = subject.to + 1
  const first = words[at]
  if (first === undefined || isPreposition(first.lower)) return { subject, to: subject.to }
  if (first.lower === 'who') return { subject: asPersons(subject), to: at + 1 }
  const clause: Clause = { ...scene, subject: asPersons(subject), isNegated: false, adverb: null }
  const end = readRole(clause, at)
  if (end < 0) return { subject, to: subject.to }
  notePersons(scene, clause.subject)
  const close = words[end]?.lower
  const isClosed = close === ',' || close === ')' || close === '-' || close === '—' || close === '–'
  return { subject: clause.subject, to: isClosed ? end + 1 : end }
}
