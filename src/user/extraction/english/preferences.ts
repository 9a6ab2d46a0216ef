import type { Word } from '../words.js'
import { type Clause, type Reader, tell } from './clause.js'
import { languages, pronouns, setOf } from './lexicon.js'
import { isPreposition, nameEnd, phraseEnd } from './phrases.js'
import { verb, verbRules } from './verbs.js'

/** What the speaker likes, does always, speaks; and the few things a verb says about who they are. */
export function registerPreferences(): void {
  verb('prefer', preferring)
  verb("'d rather, 'd prefer, would rather, would prefer", preferring)
  verb('like, love, enjoy, adore, hate, dislike, detest, loathe, avoid', liking)
  verb("can't stand, cant stand, cannot stand, can't bear", liking)
  verb('eat, drink, smoke', abstaining)
  verb('speak', speaking)
  verb('go by', ownName)
  verb('turn', turning, { isEvent: true })
  verb('work as', workingAs)
}

const preferring: Reader = (clause, at) => {
  if (!isOwn(clause)) return -1
  const first = clause.words[at]?.lower ?? ''
  if (first === 'have' && clause.words[at - 1]?.lower === 'rather') return preferring(clause, at + 1)
  if (first === 'not' || (noLiking.has(first) && first !== 'to' && first !== 'the')) return -1
  if (first === 'the' && ordinals.has(clause.words[at + 1]?.lower ?? '')) return -1
  return tellPreference(clause, at, phraseEnd(clause.words, at, afterPreference, true))
}

const ordinals = setOf('first second third fourth last other former latter one new old original previous')

/** `tea over coffee`, `to call rather than write` are one preference. */
const afterPreference = setOf('because since but which while if unless although so')

const liking: Reader = (clause, at) => {
  const { words } = clause
  const first = words[at]
  if (!isOwn(clause) || first === undefined) return -1
  // `I hate it when tests flicker`
  if (first.lower === 'it' && words[at + 1]?.lower === 'when') {
    const to = phraseEnd(words, at + 2, afterPreference, true)
    return to > at + 2 ? tellPreference(clause, at, to) : -1
  }
  const isNamed = first.lower === 'the' && isMadeName(words[at + 1])
  if (pronouns.has(first.lower) || (noLiking.has(first.lower) && !isNamed)) return -1
  // `I can't stand up`
  if (isPreposition(first.lower) || postures.has(first.lower)) return -1
  const to = phraseEnd(words, at, afterPreference, true)
  return clause.isNegated && isOver(words, at, to) ? to : tellPreference(clause, at, to)
}

/** `I no longer like tea`, `I don't like tea any more`: what was a liking, and is none. */
function isOver(words: Clause['words'], at: number, to: number): boolean {
  const isAny =
    words[to - 2]?.lower === 'any' && (words[to - 1]?.lower === 'more' || words[to - 1]?.lower === 'longer')
  return isAny || words[to]?.lower === 'anymore' || words[at - 2]?.lower === 'longer'
}

/** `the memory_search tool`, `the React docs`: not `the second one`. */
function isMadeName(word: Word | undefined): boolean {
  if (word === undefined || word.kind !== 'word' || ordinals.has(word.lower)) return false
  return word.isCapital || word.lower.includes('_')
}

const postures = setOf(
  'up down still straight upright here there out back aside firm tall long idle alone around',
)

const noLiking = setOf('your that this these those the how what when where why it him her them you to')

/** `I don't eat meat`. */
const abstaining: Reader = (clause, at) => {
  if (!isOwn(clause) || !clause.isNegated || clause.adverb !== null) return -1
  const first = clause.words[at]?.lower ?? ''
  if (first === 'it' || first === 'that' || first === 'this') return -1
  return tellPreference(clause, at, phraseEnd(clause.words, at, afterPreference, true))
}

function tellPreference(clause: Clause, from: number, to: number): number {
  if (to <= from) return -1
  const { words } = clause
  let end = to
  while (end - 2 > from && degrees.has(`${words[end - 2]!.lower} ${words[end - 1]!.lower}`)) end -= 2
  tell(clause, { category: 'preference', value: { from, to: end }, to })
  return to
}

/** How much, rather than what. */
const degrees: ReadonlySet<string> = new Set([
  'at all',
  'a lot',
  'very much',
  'so much',
  'any more',
  'any longer',
  'even more',
])

function isOwn({ subject }: Clause): boolean {
  return subject.kind === 'speaker' || subject.kind === 'we'
}

/** `I always use tabs`, `I never eat meat`: what one does, told by any verb. */
export function readHabit(clause: Clause, at: number): number {
  if (!isOwn(clause) || !habits.has(clause.adverb ?? '')) return -1
  const { words } = clause
  const word = words[at]
  if (word === undefined || word.kind !== 'word' || noHabit.has(word.lower)) return -1
  if (/(?:ed|ing)$/.test(word.lower)) return -1
  return tellPreference(clause, at, phraseEnd(words, at, afterPreference, true))
}

const habits = setOf('always usually never only typically normally generally')

const noHabit = setOf(
  `been wanted thought knew loved had was forget lose feel wonder find know said have the a an so be understood get
  end think want hoped wondered seem went saw did met took gave came made found left wrote ate drank slept told felt heard
  has can could would should will might must need liked used tried asked worked lived mind remember meant realized
  realised learned learnt`,
)

const speaking: Reader = (clause, from) => {
  let at = from
  while (fluency.has(clause.words[at]?.lower ?? '')) at++
  const { words, isChat, subject } = clause
  if (clause.isNegated || (subject.kind !== 'speaker' && subject.kind !== 'person')) return -1
  const first = words[at]
  if (first === undefined || (!first.isCapital && !(isChat && languages.has(first.lower)))) return -1
  let to = phraseEnd(words, at, speakingStops)
  if (to === at) return -1
  for (let next = languageBehind(clause, to); next > to; next = languageBehind(clause, to))
    to = phraseEnd(words, next, speakingStops)
  // one language more, or a little of one, leaves the others
  const isMore =
    clause.adverb === 'also' || words[to]?.lower === 'too' || words[to]?.lower === 'as' || isLittle(words, at)
  tell(clause, { category: 'identity', attribute: isMore ? null : 'language', value: { from: at, to } })
  return to
}

/** Where the list of languages goes on behind a comma, or -1. */
function languageBehind({ words, isChat }: Clause, at: number): number {
  const isAsWell =
    words[at]?.lower === 'as' && words[at + 1]?.lower === 'well' && words[at + 2]?.lower === 'as'
  if (words[at]?.lower !== ',' && !isAsWell) return -1
  const limit = Math.min(words.length, at + 6)
  for (let next = isAsWell ? at + 3 : at + 1; next < limit; next++) {
    const { lower, isCapital } = words[next]!
    if (languages.has(lower) && (isCapital || isChat)) return next
    if (lower !== 'and' && !fluency.has(lower)) return -1
  }
  return -1
}

function isLittle(words: Clause['words'], at: number): boolean {
  const before = words[at - 1]?.lower ?? ''
  return before === 'little' || before === 'some' || before === 'bit' || before === 'of'
}

const fluency = setOf('fluent native some a bit of little good decent')
const speakingStops = setOf('at in with to for on from about as')
const ownName: Reader = (clause, at) => {
  const to = nameEnd(clause.words, at, clause.isChat)
  if (clause.subject.kind !== 'speaker' || clause.isNegated || to === at) return -1
  tell(clause, { category: 'preference', value: { from: at, to } })
  return to
}

const turning: Reader = (clause, at) => {
  const word = clause.words[at]
  if (clause.subject.kind !== 'speaker' && clause.subject.kind !== 'person') return -1
  if (word?.kind !== 'number' || !(Number(word.lower) > 0 && Number(word.lower) < 120)) return -1
  const next = clause.words[at + 1]
  if (next !== undefined && next.kind !== 'mark' && !behindAge.has(next.lower)) return -1
  tell(clause, { category: 'identity', attribute: 'age', value: { from: at, to: at + 1 } })
  return at + 1
}

const behindAge = setOf(
  'today yesterday last this in on and but so years old recently now just a the two three earlier',
)

const workingAs: Reader = (clause, at) => {
  const { words, subject } = clause
  if (clause.isNegated || (subject.kind !== 'speaker' && subject.kind !== 'person')) return -1
  const from =
    words[at]?.lower === 'a' || words[at]?.lower === 'an' || words[at]?.lower === 'the' ? at + 1 : at
  const to = phraseEnd(words, from, setOf('at in for with on'))
  if (to === from) return -1
  tell(clause, {
    category: 'identity',
    attribute: subject.kind === 'speaker' ? 'profession' : 'role',
    value: { from, to },
  })
  const next = words[to]?.lower
  if (next !== 'at' && next !== 'for') return to
  for (const rule of verbRules('work')) {
    if (rule.rest.length === 1 && rule.rest[0]?.includes(next)) {
      const end = rule.read(clause, to + 1)
      if (end > 0) return end
    }
  }
  return to
}
