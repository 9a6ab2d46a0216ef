import type { EntityType } from '../../../graph/entity-type.js'
import type { RelationType } from '../../../graph/relation-type.js'
import {
  type Clause,
  calledAt,
  namedThingAt,
  type Person,
  personAt,
  personsAt,
  type Reader,
  spanOf,
  tell,
  typeOfHead,
} from './clause.js'
import { isGivenName } from './given-names.js'
import { setOf, weekdays } from './lexicon.js'
import { isPreposition, listAt, nameEnd, type Phrase, thingAt } from './phrases.js'
import { placeAt } from './places.js'
import { isOwn, relate } from './relate.js'
import { isTool, uses } from './tools.js'
import { complement, verb } from './verbs.js'

/** Relations told by a verb or behind `be`, from the subject to what follows. */
export function registerRelations(): void {
  verb('report to, report directly to, work under, answer to', toPersons('reports_to', 'manager'))
  verb('mentor, coach', toPeopleOrGroup('mentors'))
  verb('manage, supervise, oversee', toPeopleOrGroup('manages'))
  verb('lead, head, head up, run', leads)
  verb('own, maintain, take care of, look after, have ownership of', toThings('owns'))
  complement(
    'responsible for, in charge of, accountable for, on point for, point person for',
    toThings('owns'),
  )
  verb(
    `have final say on|over|in|about, have last word on|over|in|about, have final word on|over|in|about, have authority over|on|for,
    have final authority over|on, have final call on, make call on, make final call on, decide on|about, call shots on,
    make decisions about|on, make final decisions about|on, approve, sign off on, have veto over|on, have decision rights over|on`.replace(
      /\s+/g,
      ' ',
    ),
    toThings('has_authority', 'topic'),
  )
  verb('focus on, specialize in, specialise in, concentrate on', toThings('focuses_on', 'topic'))
  complement('focused on, focusing on', toThings('focuses_on', 'topic'))
  verb('work on, contribute to', worksOn)
  complement('working on', worksOn)
  complement('assigned to', toAssignee)
  verb('build, develop, write, design, prototype, maintain, create', building)
  verb(
    'work with, collaborate with, pair with, partner with, team up with, work closely with, work together with',
    worksWith,
  )
  verb('work together, work closely together, collaborate, team up, pair up, pair', jointly)
  verb(
    'work for, work at, work nights at, work remotely for|at, work full-time at|for, work part-time at|for',
    worksAt,
  )
  complement('at', isAt)
  complement('employed at|by, working at|for', worksAt)
  verb('join, start at, start working at|for, get job at|with', worksAt, { isEvent: true })
  verb('take over', leads, { isEvent: true })
  verb('handle', handles)
  verb('live in, live at, reside in', livesIn)
  complement('based in, based out of, living in', livesIn)
  complement('from', comesFrom)
  verb('come from, grow up in', comesFrom)
  verb('move to, relocate to, move over to, move back to, move in, settle in', livesIn, { isEvent: true })
  verb('move from, relocate from', movedFrom, { isEvent: true })
  complement('part of, in, on', memberOf)
  complement('member of', memberOf)
  verb('belong to, sit in|on', memberOf)
  verb('use, rely on, switch to', uses)
  verb('switch to, migrate to, adopt, start using', uses, { isEvent: true })
  verb('depend on, rely on', toThings('depends_on'))
  complement('dependent on, built on, built with, built on top of, powered by', toThings('depends_on'))
  complement('owned by, maintained by', fromPerson('owns'))
  complement('led by, headed by, run by', fromPerson('leads'))
  complement('managed by', managedBy)
  complement('mentored by, coached by', fromPerson('mentors'))
  verb('get married', marry, { isEvent: true })
  verb('end up marrying', toPersons('spouse_of'))
  verb('marry, wed, get married to', toPersons('spouse_of'), { isEvent: true })
  complement('married to', toPersons('spouse_of'))
  complement(
    'friends with, best friends with, good friends with, close friends with, old friends with',
    toPersons('friend_of'),
  )
}

function toPersons(type: RelationType, attribute: string | null = null): Reader {
  return (clause, at) => {
    if (clause.isNegated) return -1
    const { items, to } = personsAt(clause, at)
    if (items.length === 0) return -1
    for (const item of items) relate(clause, type, item, { attribute: items.length === 1 ? attribute : null })
    return to
  }
}

/** `mentors Ana and Bo`, `mentors junior devs`. */
function toPeopleOrGroup(type: RelationType): Reader {
  const toPeople = toPersons(type)
  const toGroup = toThings(type)
  return (clause, at) => {
    if (clause.subject.kind === 'thing') return -1
    const end = toPeople(clause, at)
    return end < 0 ? toGroup(clause, at) : end
  }
}

/** `Sam and Lee got married`. */
const marry: Reader = (clause, at) => {
  const [first, second] = clause.subject.parties
  if (
    clause.isNegated ||
    first === undefined ||
    second === undefined ||
    clause.subject.parties.length !== 2
  ) {
    return -1
  }
  const value = { from: at - 1, to: at }
  tell(clause, { category: 'relation', value, relation: { type: 'spouse_of', object: second }, about: first })
  return at
}

const leads: Reader = (clause, at) => {
  // `runs every morning`, `leads to trouble`: what is led has an article or a name
  const word = clause.words[at]
  if (clause.subject.kind === 'thing' || word === undefined || isPreposition(word.lower)) return -1
  return toThings('leads')(clause, at)
}

function toThings(type: RelationType, kind: EntityType | null = null): Reader {
  return (clause, at) => {
    const { words } = clause
    if (clause.isNegated) return -1
    const first = words[at]?.lower ?? ''
    if (type === 'owns' && (first === 'a' || first === 'an')) return -1
    const preposition = words[at - 1]?.lower
    const it = itAt(clause, at)
    if (it !== null) {
      relate(clause, type, it)
      return it.to
    }
    const { items, to } = listAt(words, at, (next) =>
      namedThingAt(clause, words[next]?.lower === preposition ? next + 1 : next, kind),
    )
    if (items.length === 0) return -1
    for (const item of items) relate(clause, type, item)
    return to
  }
}

/** `I work on Atlas. Omar leads it.` */
function itAt({ words, memory }: Clause, at: number): Person | null {
  const next = words[at + 1]
  const isEnd = next === undefined || next.kind === 'mark' || next.lower === 'and' || next.lower === 'now'
  if (words[at]?.lower !== 'it' || memory.thing === null || !isEnd) return null
  return { from: at, to: at + 1, party: memory.thing }
}

/** `The migration is assigned to Ruth`, `Ruth is assigned to the migration`. */
const toAssignee: Reader = (clause, at) => {
  const end = clause.subject.kind === 'person' ? -1 : toPersons('assigned_to')(clause, at)
  return end > 0 ? end : toThings('assigned_to')(clause, at)
}

/** `I'm building an app called Moonwater`: only what goes on. */
const building: Reader = (clause, at) => {
  const { words, subject } = clause
  if (!words[at - 1]?.lower.endsWith('ing') || subject.kind === 'thing') return -1
  const phrase = thingAt(words, at)
  if (phrase === null) return -1
  const isNamed = calledAt(words, phrase) !== null || words[phrase.from]!.isCapital
  if (!isNamed && typeOfHead(words[phrase.to - 1]!.lower) !== 'project') return -1
  return worksOn(clause, at)
}

const worksOn: Reader = (clause, at) => {
  if (clause.isNegated || isSelf(clause, at) || isVague(clause, at)) return -1
  const { items, to } = listAt(clause.words, at, (next) => namedThingAt(clause, next, 'project'))
  if (items.length === 0) return -1
  for (const item of items) {
    relate(clause, 'works_on', item, { category: isOwn(clause) ? 'project' : 'relation' })
  }
  if (clause.words[to]?.lower !== 'with') return to
  const others = personsAt(clause, to + 1)
  for (const item of others.items) relate(clause, 'works_with', item)
  return Math.max(to, others.to)
}

/** `a new project`. */
function isVague({ words }: Clause, at: number): boolean {
  const phrase = thingAt(words, at)
  if (phrase === null) return false
  return words.slice(phrase.from, phrase.to).every(({ lower }) => vague.has(lower))
}

const vague = setOf(
  'new big small little few couple side different other another project projects thing things something stuff lot several',
)

/** `working on myself`, `on it`, `on my French`. */
function isSelf({ words }: Clause, at: number): boolean {
  const { lower = '' } = words[at] ?? {}
  if (lower.endsWith('self') || lower === 'it' || lower === 'that' || lower === 'this') return true
  if (weekdays.has(lower)) return true
  if (lower !== 'my' && lower !== 'his' && lower !== 'her') return false
  const phrase = thingAt(words, at)
  if (phrase === null) return true
  const head = words[phrase.to - 1]!.lower
  return !words[phrase.from]!.isCapital && typeOfHead(head) === null && !works.has(head)
}

/** What is one's own and yet a project: not `my patience`. */
const works = setOf(
  'thesis paper dissertation book novel blog portfolio essay album game talk course startup company bot phd degree',
)

const worksWith: Reader = (clause, at) => {
  if (clause.isNegated) return -1
  const { items, to } = personsAt(clause, at)
  if (items.length === 0) {
    return -1
  }
  const { words } = clause
  if (isTool(words[at]!.lower)) return uses(clause, at)
  for (const item of items) relate(clause, 'works_with', item)
  if (words[to]?.lower !== 'on') return to
  const end = worksOn(clause, to + 1)
  return end < 0 ? to : end
}

/** `Ana and Bo work together on the parser`: each with each. */
const jointly: Reader = (clause, at) => {
  const { parties } = clause.subject
  const [first, second] = parties
  if (clause.isNegated || first === undefined || second === undefined || clause.subject.kind === 'thing')
    return -1
  for (const [index, about] of parties.entries()) {
    for (const object of parties.slice(index + 1)) {
      const relation = { type: 'works_with', object } as const
      tell(clause, { category: 'relation', value: clause.subject.name, to: at, relation, about })
    }
  }
  const end = clause.words[at]?.lower === 'on' ? worksOn(clause, at + 1) : -1
  return Math.max(end, at)
}

const worksAt: Reader = (clause, at) => {
  const { words } = clause
  if (clause.isNegated || clause.subject.kind === 'thing') return -1
  const first = words[at]
  if (first === undefined) return -1
  if (first.lower === 'the' || first.lower === 'our' || first.lower === 'my') {
    const phrase = thingAt(words, at)
    if (phrase === null) return -1
    const head = words[phrase.to - 1]!.lower
    if (head === 'team' || head === 'squad' || head === 'crew') return memberOf(clause, at)
    // `the tax office`, but not `the office`
    const isOffice = head === 'office' && phrase.to - phrase.from > 1 && words[at - 1]?.lower === 'for'
    if (isOffice) return tellEmployer(clause, phrase)
    if (!words[phrase.from]!.isCapital && !organisations.has(head)) return -1
  }
  const phrase = organisationAt(clause, at)
  if (phrase === null) return -1
  if (
    isGivenName(words[phrase.from]!.lower) &&
    phrase.to - phrase.from <= 2 &&
    words[at - 1]?.lower === 'for'
  ) {
    return toPersons('reports_to', 'manager')(clause, at)
  }
  return tellEmployer(clause, phrase)
}

/** `I'm at Shopify now`: an employer by its name, and no café, airport, or event where one is today. */
const isAt: Reader = (clause, at) => {
  const { words, subject } = clause
  const to = nameEnd(words, at)
  const last = words[to - 1]
  const isPerson = subject.kind === 'speaker' || subject.kind === 'person' || subject.kind === 'named'
  if (!isPerson || clause.isNegated || last === undefined || to === at || words[at]!.kind === 'quote')
    return -1
  if (isGivenName(words[at]!.lower) || whereabouts.test(last.lower)) return -1
  const next = words[to]
  const isEnded =
    next === undefined || (next.kind === 'mark' && next.lower !== "'") || employed.has(next.lower)
  return isEnded ? tellEmployer(clause, { from: at, to }) : -1
}

const employed = setOf('now as since these and but where currently')
const whereabouts =
  /(?:con|conf|fest)$|^(?:airport|station|hotel|park|mall|beach|summit|conference|meetup|expo|festival|stadium|arena|cafe|café|starbucks|ikea|costco|walmart|tesco|mcdonalds|heathrow|gatwick|schiphol|jfk|lax|sfo|neurips|icml|street|road|square|bridge|home|mom|mum|dad|level|step|page|line|chapter|version)$/

function tellEmployer(clause: Clause, phrase: Phrase): number {
  const party = clause.draft.mention(spanOf(clause.words, phrase), 'organisation')
  relate(clause, 'works_at', { ...phrase, party }, { attribute: 'employer' })
  return readPost(clause, phrase.to)
}

/** `… as a firmware engineer`. */
function readPost(clause: Clause, at: number): number {
  const { words, subject } = clause
  let as = at
  // `last week`, `in March` may stand between
  while (as < at + 4 && words[as] !== undefined && words[as]!.kind !== 'mark' && words[as]!.lower !== 'as')
    as++
  const article = words[as + 1]?.lower
  if (words[as]?.lower !== 'as' || (article !== 'a' && article !== 'an' && article !== 'the')) return at
  const phrase = thingAt(words, as + 1)
  if (phrase === null) return at
  tell(clause, {
    category: 'identity',
    attribute: subject.kind === 'person' ? 'role' : 'profession',
    value: phrase,
  })
  return phrase.to
}

const organisations = setOf(
  `university hospital school library museum clinic institute bank agency bakery restaurant company college firm lab
  observatory zoo theatre theater ministry council embassy foundation government department bureau authority commission
  court church parliament police army navy charity ngo union association society corporation startup start-up`,
)

/** An organisation by its name, `at` it or `of` it; in chat style any plain word behind `at`. */
export function organisationAt({ words, isChat }: Clause, at: number): Phrase | null {
  const from =
    words[at]?.lower === 'the' || words[at]?.lower === 'a' || words[at]?.lower === 'an' ? at + 1 : at
  const named = nameEnd(words, from)
  if (named > from) {
    let to = named
    // `St. Mary's Hospital`, `Wendy's`
    if (words[to]?.lower === "'s") to = nameEnd(words, to + 1)
    if (words[to]?.lower === 'of' && words[to + 1] !== undefined) to = Math.max(to, nameEnd(words, to + 1))
    return { from, to }
  }
  const phrase = thingAt(words, at)
  if (phrase === null) return null
  const called = calledAt(words, phrase)
  if (called !== null) return called
  if (phrase.to - phrase.from > 3 || (!isChat && !organisations.has(words[phrase.to - 1]!.lower))) return null
  if (noEmployer.has(words[phrase.to - 1]!.lower)) return null
  return phrase
}

const noEmployer = setOf(
  'home night work least once first last all noon midnight weekends times myself living money free fun office day days nights desk',
)

const handles: Reader = (clause, at) => (clause.subject.kind === 'thing' ? -1 : toThings('owns')(clause, at))

const livesIn: Reader = (clause, at) => {
  if (clause.isNegated || clause.subject.kind === 'thing') return -1
  const place = placeAt(clause, at)
  if (place === null) return -1
  const party = clause.draft.mention(spanOf(clause.words, place), 'place')
  relate(clause, 'lives_in', { ...place, party }, { attribute: 'location' })
  return place.to
}

/** Where one is from is not where one lives now. */
const comesFrom: Reader = (clause, at) => {
  const isHome = clause.words.some(
    ({ lower }, index) => lower === 'still' && isLiving(clause.words, index + 1),
  )
  return isHome || clause.draft.includesPast ? livesIn(clause, at) : -1
}

/** `I'm from Lisbon and still live there`. */
function isLiving(words: Clause['words'], at: number): boolean {
  const there = words[at + 1]?.lower
  return (words[at]?.lower ?? '').startsWith('liv') && (there === 'there' || there === 'here')
}

const movedFrom: Reader = (clause, at) => {
  const left = placeAt(clause, at)
  if (left === null || clause.words[left.to]?.lower !== 'to') return -1
  return livesIn(clause, left.to + 1)
}

const memberOf: Reader = (clause, at) => {
  if (clause.isNegated) return -1
  const { words } = clause
  const phrase = thingAt(words, at)
  if (phrase === null) return -1
  const head = words[phrase.to - 1]!.lower
  const isTeam = teamHeads.has(head)
  const preposition = words[at - 1]?.lower
  if (preposition !== 'of' && preposition !== 'to' && !isTeam) return -1
  if (clause.subject.kind === 'thing' || clause.subject.kind === 'team' || !isTeam) {
    if (!hasArticle(words[at]?.lower) && !words[phrase.from]!.isCapital) return -1
  }
  if ((preposition === 'on' || preposition === 'in') && !hasArticle(words[at]?.lower)) return -1
  const party = clause.draft.mention(spanOf(words, phrase), isTeam ? 'team' : null)
  const isPerson =
    clause.subject.kind === 'person' || clause.subject.kind === 'speaker' || clause.subject.kind === 'we'
  relate(clause, isTeam && isPerson ? 'member_of' : isPerson ? 'member_of' : 'part_of', { ...phrase, party })
  return phrase.to
}

const teamHeads = setOf('team squad guild crew department group committee board band club')

function hasArticle(lower: string | undefined): boolean {
  return lower === 'the' || lower === 'our' || lower === 'my' || lower === 'their'
}

function fromPerson(type: RelationType): Reader {
  return (clause, at) => {
    const { items, to } = personsAt(clause, at)
    if (clause.isNegated || items.length === 0) return -1
    for (const person of items) {
      for (const object of clause.subject.parties) {
        tell(clause, {
          category: 'relation',
          value: objectPhrase(clause),
          to,
          relation: { type, object },
          about: person.party,
        })
      }
    }
    return to
  }
}

function objectPhrase({ subject }: Clause): Phrase {
  return subject.name
}

const managedBy: Reader = (clause, at) => {
  const person = personAt(clause, at)
  if (person === null || clause.isNegated) return -1
  if (clause.subject.kind === 'thing' || clause.subject.kind === 'team')
    return fromPerson('manages')(clause, at)
  relate(clause, 'reports_to', person, { attribute: 'manager' })
  return person.to
}
