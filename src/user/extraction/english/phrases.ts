import type { Word } from '../words.js'
import { isGivenName } from './given-names.js'
import {
  adverbs,
  articles,
  be,
  determiners,
  have,
  modals,
  months,
  negations,
  neverNames,
  openers,
  particles,
  pastBe,
  phraseEnds,
  pronouns,
  setOf,
  timeWords,
  titles,
  weekdays,
} from './lexicon.js'

/** Words [from, to) of a sentence. */
export interface Phrase {
  readonly from: number
  readonly to: number
}

/** No phrase is longer, in words. */
const PHRASE_MAX_WORDS = 24
const NAME_MAX_WORDS = 6
const THING_MAX_WORDS = 8

const prepositions = setOf(
  `at in on of for with from to into over about by under through during as via without within between across near
  onto upon against among towards toward per instead`,
)

export function isPreposition(lower: string): boolean {
  return prepositions.has(lower)
}

/** Whether a word is of a closed class: no name, and no thing, is made of such alone. */
export function isFunctionWord(lower: string): boolean {
  return functionWords.has(lower)
}

const functionWords: ReadonlySet<string> = new Set(
  [determiners, pronouns, prepositions, phraseEnds, modals, negations, be, pastBe, have].flatMap((words) => [
    ...words,
  ]),
)

/** The end of the free phrase that begins here: to the next mark, conjunction or adjunct of time. */
export function phraseEnd(
  words: readonly Word[],
  at: number,
  stops?: ReadonlySet<string>,
  isWhole = false,
): number {
  const limit = Math.min(words.length, at + PHRASE_MAX_WORDS)
  let to = at
  for (; to < limit; to++) {
    const word = words[to]!
    if (word.kind === 'noise') break
    if (word.kind === 'mark' && !isInner(words, to)) break
    if (stops?.has(word.lower)) break
    if (word.lower === 'and' || word.lower === 'or') {
      if (beginsClause(words, to + 1)) break
      continue
    }
    if (to > at && phraseEnds.has(word.lower) && !(isWhole && insidePhrases.has(word.lower))) break
    if (to > at && isTime(words, to)) break
  }
  while (to > at && isTrailing(words[to - 1]!)) to--
  return to
}

/** `now`, `last year`, `this week`. */
function isTime(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  if (timeWords.has(lower)) return true
  return pointers.has(lower) && times.has(words[at + 1]?.lower ?? '')
}

const pointers = setOf('last next this every each')
const times = setOf(
  'week month year day weekend morning evening quarter spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday night time january february march april may june july august september october november december',
)

/** What a preference may hold: `tea rather than coffee`, `calls before ten`. */
const insidePhrases = setOf('before after than rather until till as instead when except')

function isTrailing({ lower, kind }: Word): boolean {
  return (
    kind === 'mark' || lower === 'and' || lower === 'or' || prepositions.has(lower) || articles.has(lower)
  )
}

/** `&` between names, `.` after an initial, `+` and `%`. */
function isInner(words: readonly Word[], at: number): boolean {
  const { lower, start, end } = words[at]!
  if (lower === '&' || lower === '+' || lower === '%' || lower === '/') return at > 0 && at + 1 < words.length
  if (lower === '–' || lower === '-') return words[at - 1]?.end === start && words[at + 1]?.start === end
  return lower === '.' && isInitial(words[at - 1]) && words[at - 1]?.end === start
}

const subjects = setOf('i we he she they it you my our his her their this that these those the there let im')
const verbsAfterAnd = new Set<string>()

/** Makes a verb known to end a phrase when it stands behind `and`. */
export function endsPhrases(verb: string): void {
  verbsAfterAnd.add(verb)
}

function beginsClause(words: readonly Word[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return true
  const { lower } = word
  if (
    lower === 'my' ||
    lower === 'our' ||
    lower === 'the' ||
    lower === 'his' ||
    lower === 'her' ||
    lower === 'their'
  ) {
    // `the API and the UI` goes on, `the API and my name is Bo` does not
    for (let next = at + 1; next < Math.min(words.length, at + 5); next++) {
      const { lower: later, kind } = words[next]!
      if (kind === 'mark') return false
      if (be.has(later) || pastBe.has(later) || verbsAfterAnd.has(later)) return true
    }
    return false
  }
  if (subjects.has(lower) || modals.has(lower) || be.has(lower) || negations.has(lower)) return true
  if (verbsAfterAnd.has(lower)) return true
  const second = words[at + 1]?.lower ?? ''
  if (adverbs.has(lower) || lower === 'to') return true
  // `uses Kafka and talks to S3`: a verb that no rule knows
  if (/[^s]s$/.test(lower) && !word.isCapital && verbObjects.has(second)) return true
  if (!word.isCapital) return false
  // `and Oscar assists her`
  const isActing = /[^s]s$/.test(second) && verbObjects.has(words[at + 2]?.lower ?? '')
  return isActing || be.has(second) || verbsAfterAnd.has(second) || adverbs.has(second)
}

const verbObjects = setOf('to the a an his her our my it them him me us')

export function isInitial(word: Word | undefined): boolean {
  return word?.isCapital === true && word.end - word.start === 1
}

/** The end of a name that begins here, or `at` where none does. A person's, or that of anything named. */
export function nameEnd(words: readonly Word[], at: number, isChat = false): number {
  const first = words[at]
  if (first === undefined) return at
  if (first.kind === 'quote') return first.isCapital && first.end - first.start <= 40 ? at + 1 : at
  if (first.kind !== 'word') return at
  if (!first.isCapital) return isChat && isChatName(words, at) ? chatNameEnd(words, at) : at
  if (isNoName(words, at)) return at
  let to = at
  if (titles.has(first.lower) && words[at + 1] !== undefined) {
    to = at + (words[at + 1]!.lower === '.' ? 2 : 1)
    if (!words[to]?.isCapital) return at
  }
  const limit = Math.min(words.length, at + NAME_MAX_WORDS)
  let end = to
  for (let next = to; next < limit; next++) {
    const word = words[next]!
    const isNext = next === to || isNamePart(words, next)
    if (word.kind === 'word' && word.isCapital && isNext) {
      end = next + 1
      if (
        (isInitial(word) || word.lower === 'st') &&
        words[next + 1]?.lower === '.' &&
        words[next + 1]?.start === word.end
      ) {
        const after = words[next + 2]
        if (after?.isCapital && after.kind === 'word' && !neverNames.has(after.lower)) next++
      }
      continue
    }
    if (word.lower === '&' && words[next + 1]?.isCapital && next > to) continue
    if (particles.has(word.lower) && word.kind === 'word' && next > to && hasCapitalAfter(words, next))
      continue
    const tail = tailAt(words, next)
    if (next > to && tail > next) {
      end = tail
      next = tail - 1
      continue
    }
    break
  }
  return end
}

/** Behind `am Main`, `an der Oder`, `ob der Tauber`, `sur Mer` of a place, or `at`. */
function tailAt(words: readonly Word[], at: number): number {
  const { lower } = words[at]!
  const isCased = words[at + 1]?.lower === 'der' || words[at + 1]?.lower === 'den'
  const name = casedTails.has(lower) && isCased ? at + 2 : tails.has(lower) ? at + 1 : 0
  const word = words[name]
  const isName = name > 0 && word?.kind === 'word' && word.isCapital && isNamePart(words, name)
  const isRiver = lower === 'on' && waters.has(words[at + 1]?.lower ?? '')
  return isName || isRiver ? Math.max(name, at + 1) + 1 : at
}

const tails = setOf('am im bei upon sur vorm')
const casedTails = setOf('an in ob vor auf bei unter')
const waters = setOf('sea thames trent tyne tees avon wye')

/** A capital that goes on with a name: not `I`, not a word that only the start of a sentence makes a capital. */
function isNamePart(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  return lower !== 'i' && !lower.startsWith("i'") && !isFunctionWord(lower) && !weekdays.has(lower)
}

function hasCapitalAfter(words: readonly Word[], at: number): boolean {
  for (let next = at + 1; next < Math.min(words.length, at + 3); next++) {
    const word = words[next]!
    if (word.kind === 'word' && word.isCapital) return true
    if (!particles.has(word.lower)) return false
  }
  return false
}

function isNoName(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  if (lower === 'will' && isName(words[at + 1])) return false
  return (
    lower === 'i' ||
    isFunctionWord(lower) ||
    (neverNames.has(lower) && !isName(words[at + 1])) ||
    openers.has(lower) ||
    weekdays.has(lower) ||
    (months.has(lower) && !isGivenName(lower) && lower !== 'may' && lower !== 'june' && lower !== 'april')
  )
}

function isName(word: Word | undefined): boolean {
  return word !== undefined && word.kind === 'word' && word.isCapital && !isFunctionWord(word.lower)
}

/** In texts without capitals a name is one of the known ones, or a word that is nothing else here. */
function isChatName(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  if (ambiguousNames.has(lower)) return false
  return isGivenName(lower)
}

const ambiguousNames = setOf(
  'will may mark said bob rose grace hope ray art faith val pat sky harper ash reese joy drew dan ty ivy may sandy van yes max ben-day',
)

/** A family name may follow: a plain word before a verb, a mark, or the end. */
function chatNameEnd(words: readonly Word[], at: number): number {
  const family = words[at + 1]
  const behind = words[at + 2]
  if (
    family === undefined ||
    family.kind !== 'word' ||
    isFunctionWord(family.lower) ||
    adverbs.has(family.lower)
  )
    return at + 1
  if (verbsAfterAnd.has(family.lower) || timeWords.has(family.lower) || openers.has(family.lower))
    return at + 1
  if (/(?:ed|ing)$/.test(family.lower)) return at + 1
  const isOver =
    behind === undefined ||
    behind.kind === 'mark' ||
    be.has(behind.lower) ||
    verbsAfterAnd.has(behind.lower) ||
    behind.lower === 'and' ||
    isPreposition(behind.lower)
  return isOver ? at + 2 : at + 1
}

/** A noun phrase without its determiner, or null: `the web chat UI`, `billing`, `architecture decisions`. */
export function thingAt(
  words: readonly Word[],
  at: number,
  stops: ReadonlySet<string> = thingStops,
): Phrase | null {
  let from = at
  while (from < words.length && isLeading(words, from)) from++
  const first = words[from]
  if (first === undefined || first.kind === 'mark' || first.kind === 'noise' || first.kind === 'number')
    return null
  if (pronouns.has(first.lower) || isFunctionWord(first.lower)) return null
  const limit = Math.min(words.length, from + THING_MAX_WORDS)
  let to = from
  for (; to < limit; to++) {
    const word = words[to]!
    if (word.kind === 'noise') break
    if (word.kind === 'mark' && !isInner(words, to)) break
    if (word.lower === 'and' || word.lower === 'or' || stops.has(word.lower)) break
    if (to > from && (phraseEnds.has(word.lower) || isTime(words, to))) break
    if (
      to > from &&
      (modals.has(word.lower) || be.has(word.lower) || pastBe.has(word.lower)) &&
      word.lower !== "'s"
    )
      break
    if (to > from && (pronouns.has(word.lower) || have.has(word.lower))) break
  }
  while (to > from && isTrailing(words[to - 1]!)) to--
  return to > from ? { from, to } : null
}

function isLeading(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  if (determiners.has(lower) && lower !== 'that') return true
  return (
    (lower === 'all' || lower === 'both') && words[at + 1]?.kind === 'word' && words[at + 1]?.lower !== 'of'
  )
}

/** Prepositions that lead out of a thing; `of` stays inside: `the design of the site`. */
const thingStops = setOf(
  'at in on for with from to into over about by under through during via since without near because until within across as',
)

/** `A`, `A and B`, `A, B, and C`: each as `read` finds it. */
export function listAt<T extends Phrase>(
  words: readonly Word[],
  at: number,
  read: (at: number) => T | null,
): { readonly items: readonly T[]; readonly to: number } {
  const items: T[] = []
  let to = at
  for (let next = at; items.length < LIST_MAX; ) {
    const item = read(next)
    if (item === null) break
    items.push(item)
    to = item.to
    next = joinedAt(words, to)
    if (next < 0 || beginsClause(words, next)) break
  }
  return { items, to }
}

const LIST_MAX = 8

/** Behind a comma a list goes on only to another comma or `and` close by. */
function goesOn(words: readonly Word[], at: number): boolean {
  if (beginsClause(words, at)) return false
  for (let next = at; next < Math.min(words.length, at + 6); next++) {
    const { lower, kind } = words[next]!
    if (lower === 'and' || lower === '&' || lower === ',')
      return next > at && !(lower === 'and' && beginsClause(words, next + 1))
    if (
      kind === 'mark' ||
      openers.has(lower) ||
      lower === 'please' ||
      (pronouns.has(lower) && lower !== 'me')
    )
      return false
  }
  return false
}

/** Where the next item of a list would begin, or -1. */
export function joinedAt(words: readonly Word[], at: number): number {
  let next = at
  if (words[next]?.lower === ',') {
    if (words[next + 1]?.lower !== 'and' && !goesOn(words, next + 1)) return -1
    next++
  }
  const isJoined = words[next]?.lower === 'and' || words[next]?.lower === '&'
  if (isJoined) next++
  else if (
    words[next]?.lower === 'as' &&
    words[next + 1]?.lower === 'well' &&
    words[next + 2]?.lower === 'as'
  )
    next += 3
  if (next === at) return -1
  return next
}
