import { type Clause, spanOf, tell } from './clause.js'
import { isGivenName } from './given-names.js'
import { setOf, weekdays } from './lexicon.js'
import { joinedAt, nameEnd, phraseEnd } from './phrases.js'
import { readRole } from './roles-of.js'
import { afterRule, complementRules } from './verbs.js'

/** What stands behind a form of `be`. Answers the end, or -1. */
export function readComplement(clause: Clause, at: number, isPast: boolean): number {
  const { words } = clause
  const word = words[at]
  if (word === undefined) return -1
  if (word.lower === 'born' && !clause.isNegated) return readBirth(clause, at + 1)
  const next = words[at + 1]?.lower
  if (!clause.isNegated && rising.has(word.lower) && (next === 'to' || next === 'as'))
    return readRole(clause, at + 2)
  if (isPast) return -1
  const fan = readFan(clause, at)
  if (fan > 0) return fan
  if (clause.isNegated) return -1
  if (word.lower === 'called' || word.lower === 'named') return readOwnName(clause, at + 1)
  for (const rule of complementRules(word.lower)) {
    const next = afterRule(words, at, rule)
    if (next < 0) continue
    const end = rule.read(clause, next)
    if (end > 0) return end
  }
  if (word.kind === 'number') return readAge(clause, at)
  const end = readRole(clause, at)
  if (end > 0) return readMoreRoles(clause, end)
  if (clause.subject.kind === 'speaker') return readSelf(clause, at)
  return readMutual(clause, at)
}

/** `a father and a carpenter`: each. */
function readMoreRoles(clause: Clause, from: number): number {
  const next = joinedAt(clause.words, from)
  if (next < 0) return from
  const first = clause.words[next]?.lower
  if (first !== 'a' && first !== 'an' && first !== 'the' && first !== 'my') return from
  const end = readRole(clause, next)
  return end > 0 ? end : from
}

function readAge(clause: Clause, at: number): number {
  const { words, subject } = clause
  const { start, end } = words[at]!
  if (end - start > 3 || subject.kind === 'thing' || subject.kind === 'team') return -1
  let to = at + 1
  const next = words[to]?.lower
  if (next === 'years' || next === 'year' || next === 'yrs') {
    if (words[to + 1]?.lower !== 'old' && words[to + 1]?.lower !== 'of') return -1
    to += 2
  } else if (
    next !== undefined &&
    next !== ',' &&
    next !== '.' &&
    next !== 'and' &&
    next !== ';' &&
    next !== '!' &&
    next !== 'now'
  ) {
    return -1
  }
  const age = Number(words[at]!.lower)
  if (!(age >= 1 && age <= 120)) return -1
  tell(clause, { category: 'identity', attribute: 'age', value: { from: at, to: at + 1 }, to })
  return to
}

/** `I was born on 3 March 1990 in Oslo`: the day; the place is where somebody is from, not where they live. */
function readBirth(clause: Clause, at: number): number {
  const { words } = clause
  const from = words[at]?.lower === 'on' || words[at]?.lower === 'in' ? at + 1 : at
  const to = dateEnd(clause, from)
  if (to === from) return -1
  tell(clause, { category: 'identity', attribute: 'birthday', value: { from, to } })
  return to
}

const monthNames = setOf(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
)

/** The end of a date: words of one that hold a month, or digits with signs between. */
export function dateEnd({ words }: Clause, from: number): number {
  let to = from
  let hasMonth = false
  for (; to < Math.min(words.length, from + 7); to++) {
    const { lower, kind } = words[to]!
    if (monthNames.has(lower)) hasMonth = true
    else if (kind === 'number' || /^\d{1,4}(?:st|nd|rd|th)?$/.test(lower)) continue
    else if (/^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/.test(lower)) hasMonth = true
    else if (lower === 'the' || lower === 'of' || (lower === ',' && words[to + 1]?.kind === 'number'))
      continue
    else break
  }
  return hasMonth ? to : from
}

/** `I'm Priya`, `I'm called Priya`. */
function readOwnName(clause: Clause, at: number): number {
  const { words, subject, isChat } = clause
  if (subject.kind !== 'speaker') return -1
  const to = nameEnd(words, at, isChat)
  if (to === at) return -1
  tell(clause, { category: 'identity', attribute: 'name', value: { from: at, to } })
  return to
}

function readSelf(clause: Clause, at: number): number {
  const { words } = clause
  const word = words[at]!
  const zone = zoneEnd(words, at)
  if (zone > 0) {
    const from = words[at + 1]?.lower === 'the' ? at + 2 : at + 1
    tell(clause, { category: 'identity', attribute: 'timezone', value: { from, to: zone } })
    return zone
  }
  if (word.lower === 'from' || word.lower === 'in') return -1
  if (word.lower === 'allergic' && words[at + 1]?.lower === 'to')
    return readTrait(clause, at, phraseEnd(words, at))
  if (traits.has(word.lower)) return readTrait(clause, at, at + 1)
  if (
    (word.lower === 'a' || word.lower === 'an') &&
    isTraitNoun(words[at + 1]?.lower, words[at + 2]?.lower)
  ) {
    return readTrait(clause, at, phraseEnd(words, at))
  }
  const to = nameEnd(words, at, clause.isChat)
  const isFull = to - at > 1
  if (to === at || weekdays.has(word.lower) || word.kind === 'quote' || states.has(word.lower)) return -1
  const next = words[to]
  const isEnded =
    next === undefined ||
    next.kind === 'mark' ||
    next.lower === 'and' ||
    next.lower === 'from' ||
    next.lower === 'but'
  if (!isGivenName(word.lower) && ((!isFull && nationality.test(word.lower)) || !isEnded)) return -1
  const end = readOwnName(clause, at)
  // `I'm Ana, a structural engineer`
  const role =
    words[end]?.lower === ',' &&
    (words[end + 1]?.lower === 'a' || words[end + 1]?.lower === 'an' || words[end + 1]?.lower === 'the')
      ? readRole(clause, end + 1)
      : -1
  return Math.max(end, role)
}

/** `I'm (not) a big fan of dark mode`, `I'm (not) into crowds`. */
function readFan(clause: Clause, at: number): number {
  const { words, subject } = clause
  if (subject.kind !== 'speaker') return -1
  let next = at
  while (fanWords.has(words[next]?.lower ?? '')) next++
  const isFan = words[next]?.lower === 'fan' && words[next + 1]?.lower === 'of'
  const from = isFan ? next + 2 : words[next]?.lower === 'into' && next === at ? next + 1 : -1
  if (from < 0) return -1
  const first = words[from]?.lower ?? ''
  if (first === 'it' || first === 'that' || first === 'this' || first === 'your') return -1
  const to = phraseEnd(words, from)
  if (to === from) return -1
  tell(clause, { category: 'preference', value: { from, to } })
  return to
}

const fanWords = setOf('a an big huge great massive much the')
/** Told with a capital by chance. */
const states = setOf(
  `fine good great ok okay done back ready sure sorry happy glad tired busy here there in out so not all very super
  lost stuck confused curious excited afraid interested aware new late early online offline available human`,
)
const rising = setOf('promoted appointed hired')
const traits = setOf(
  'vegan vegetarian pescatarian lactose-intolerant left-handed colorblind colour-blind colourblind color-blind diabetic celiac coeliac dyslexic',
)
const nationality =
  /(?:ian|ean|ish|ese|can|ist|lic|uan|man|nch|utch|eek|wiss|hai|aqi|ani|eli|ight|aeli|ewish|uddhist|uslim|indu|ew)$/

function isTraitNoun(lower: string | undefined, second: string | undefined): boolean {
  if (lower === undefined) return false
  return (
    traits.has(lower) ||
    ((lower === 'morning' || lower === 'night' || lower === 'dog' || lower === 'cat') &&
      (second === 'person' || second === 'owl'))
  )
}

function readTrait(clause: Clause, from: number, to: number): number {
  if (to <= from) return -1
  tell(clause, { category: 'identity', value: { from, to } })
  return to
}

/** `in the CET time zone`, `on Pacific time`, `in UTC+2`: the end, or -1. */
function zoneEnd(words: Clause['words'], at: number): number {
  if (words[at]?.lower !== 'in' && words[at]?.lower !== 'on') return -1
  const from = words[at + 1]?.lower === 'the' ? at + 2 : at + 1
  if (/^(?:utc|gmt)[+-]?\d*(?::\d\d)?$/.test(words[from]?.lower ?? '')) {
    const sign = words[from + 1]?.lower ?? ''
    return '+-−'.includes(sign) && words[from + 2]?.kind === 'number' ? from + 3 : from + 1
  }
  for (let next = from; next < Math.min(words.length, from + 4); next++) {
    const { lower, kind } = words[next]!
    if (kind === 'mark') return -1
    if (lower === 'timezone' || (lower === 'zone' && words[next - 1]?.lower === 'time')) {
      return next > from ? next + 1 : -1
    }
    if (lower === 'time' && zones.has(words[next - 1]?.lower ?? '') && words[next + 1]?.lower !== 'zone') {
      return next + 1
    }
  }
  return -1
}

const zones = setOf(
  'pacific eastern central mountain european london tokyo berlin paris india standard utc gmt cet est pst',
)

const mutual = new Map([
  ['married', 'spouse_of'],
  ['friends', 'friend_of'],
  ['siblings', 'sibling_of'],
  ['brothers', 'sibling_of'],
  ['sisters', 'sibling_of'],
  ['twins', 'sibling_of'],
  ['colleagues', 'works_with'],
  ['coworkers', 'works_with'],
  ['teammates', 'works_with'],
] as const)

/** `Ana and Bo are married`, `… are best friends`. */
function readMutual(clause: Clause, at: number): number {
  const { words, subject } = clause
  const [first, other] = subject.parties
  // `we are married`, in a dialogue
  const second = subject.kind === 'we' ? clause.memory.addressee : other
  if (first === undefined || second === undefined || second === null || subject.parties.length > 2) return -1
  for (let next = at; next < Math.min(words.length, at + 3); next++) {
    const type = mutual.get(words[next]!.lower as 'married')
    if (type === undefined) continue
    clause.draft.state({
      clause: spanOf(words, { from: subject.from, to: next + 1 }),
      category: 'relation',
      subject: first,
      attribute: null,
      value: spanOf(words, { from: next, to: next + 1 }),
      relation: { type, object: second, attributes: [] },
    })
    return next + 1
  }
  return -1
}
