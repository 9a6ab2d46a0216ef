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
  tell,
  typeOfHead,
} from './clause.js'
import { isAt, memberOf, worksAt } from './employers.js'
import { comesFrom, livesIn, movedFrom } from './homes.js'
import { setOf, weekdays } from './lexicon.js'
import { isPreposition, listAt, type Phrase, thingAt } from './phrases.js'
import { isOwn, relate, toPersons } from './relate.js'
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

const whens = setOf(
  'weekend weekends weekday weekdays holiday holidays night nights morning mornings evening evenings site demand call time average commission shifts',
)

/** `working on myself`, `on it`, `on weekends`, `on my French`. */
function isSelf({ words }: Clause, at: number): boolean {
  const { lower = '' } = words[at] ?? {}
  if (lower.endsWith('self') || lower === 'it' || lower === 'that' || lower === 'this') return true
  const time = words[lower === 'the' ? at + 1 : at]?.lower ?? ''
  if (weekdays.has(time) || whens.has(time)) return true
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

const handles: Reader = (clause, at) => (clause.subject.kind === 'thing' ? -1 : toThings('owns')(clause, at))

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
