import type { Word } from '../words.js'
import { fiction, negations, questionHeads, reporting, setOf, taskHeads, unreal } from './lexicon.js'
import type { Phrase } from './phrases.js'

/** What of a sentence is said of the world as it is. */
export interface Stance {
  /** Facts may be read in words [from, to). */
  readonly from: number
  readonly to: number
  /** But not in words [from, to): others say that. */
  readonly reported: Phrase | null
  /** Only what is asked for lasts: a condition makes the rest unreal, but not `always … if …`. */
  readonly isConditional: boolean
  /** The rest of the paragraph is a story, or a text to work on. */
  readonly opensFiction: boolean
}

/** Looks at each word once. */
export function stanceOf(words: readonly Word[], isQuestion: boolean): Stance {
  const nothing: Stance = { from: 0, to: 0, reported: null, isConditional: false, opensFiction: false }
  const head = firstWord(words)
  const first = words[head]?.lower ?? ''
  if (taskHeads.has(first) && isTask(words, head)) return { ...nothing, opensFiction: true }
  // `TODO: write that …`
  if (openTasks.has(first)) return nothing
  if (questionHeads.has(first) && asks(words, head)) return nothing
  let to = words.length
  let from = 0
  let isConditional = false
  let reported: Phrase | null = null
  for (let at = head; at < words.length; at++) {
    const { lower, kind } = words[at]!
    if (kind !== 'word') continue
    if (unreal.has(lower) && !(lower === 'pretend' && at > head)) {
      isConditional = true
      continue
    }
    if ((jokes.has(lower) && isJoke(words, at)) || isUntrue(words, at)) return nothing
    const denied = deniedFrom(words, at)
    if (denied >= 0) {
      reported = { from: denied, to: borderBehind(words, at) }
      at = reported.to
      continue
    }
    if (fiction.has(lower) && isInsideFiction(words, at)) return { ...nothing, opensFiction: true }
    if (lower === 'once' && words[at + 1]?.lower === 'upon') return { ...nothing, opensFiction: true }
    const isSource = lower === 'according' && words[at + 2]?.lower !== 'me'
    if (isSource || (reporting.has(lower) && reports(words, at))) {
      reported = { from: borderBefore(words, at), to: borderBehind(words, at) }
      at = reported.to
    }
  }
  if (isQuestion) {
    const border = lastBorder(words, to)
    if (border <= head || isTag(words, border)) return nothing
    to = Math.min(to, border)
  }
  if (words[0]?.lower === 'e.g' || words[0]?.lower === 'example') from = words.length
  return { from, to, reported, isConditional, opensFiction: false }
}

const jokes = setOf('kidding joking jk j/k joke')

/** `…, just kidding`, `that was a joke`; not `I joke a lot`, `I like joking with Bo`. */
function isJoke(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  const before = words[at - 1]
  const next = words[at + 1]
  const isEnd = next === undefined || next.kind === 'mark'
  if (lower === 'joke') return isEnd && before?.lower === 'a' && joked.has(words[at - 2]?.lower ?? '')
  return isEnd && (before === undefined || before.kind === 'mark' || joking.has(before.lower))
}

const joked = setOf("was is 's as just only")
const joking = setOf("just only 'm am was im totally merely lol haha")

/** Whether a sentence only takes back what the one before said. */
export function takesBack(words: readonly Word[]): boolean {
  if (words.length > TAKING_BACK_MAX_WORDS) return false
  const said = words.filter(({ kind }) => kind === 'word').map(({ lower }) => lower)
  if (takingBack.has(said.join(' '))) return true
  return words.some(({ lower }, at) => (jokes.has(lower) && isJoke(words, at)) || isUntrue(words, at))
}

const takingBack: ReadonlySet<string> = new Set([
  'not really',
  'scratch that',
  'i lied',
  "that 's a lie",
  'that was a lie',
  'just a test',
  'only a test',
])
const TAKING_BACK_MAX_WORDS = 8

/**
 * Where a clause begins that denies what is said behind it, or -1: `it is not true that`, `I would not say that`,
 * `I never said I`, `it is a lie that`.
 */
function deniedFrom(words: readonly Word[], at: number): number {
  const { lower } = words[at]!
  const next = words[at + 1]?.lower ?? ''
  const isSaid = sayings.has(lower) && (next === 'that' || own.has(next) || words[at + 1]?.kind === 'quote')
  if (!isSaid && !(untrue.has(lower) && next === 'that')) return -1
  const from = borderBefore(words, at)
  if (untrue.has(lower)) return from
  for (let back = at - 1; back >= from; back--) {
    const before = words[back]!.lower
    if (isNegation(before) || untrue.has(before)) return from
  }
  return -1
}

/** `I can't believe that I live here` denies nothing. */
function isNegation(lower: string): boolean {
  return lower !== "can't" && lower !== 'cannot' && (negations.has(lower) || lower.endsWith("n't"))
}

/** `…, not true`, `that … is not true`: of all of the sentence. */
function isUntrue(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.lower ?? ''
  const next = words[at + 1]
  const isEnd = next === undefined || next.kind === 'mark'
  return words[at]!.lower === 'true' && isEnd && isNegation(before) && before !== 'no'
}

const sayings = setOf(
  'say said saying says claim claimed claiming tell told think believe mean meant admit pretend true case correct right fact confirm state imply',
)
const untrue = setOf('false untrue lie wrong nonsense myth deny denied denying incorrect')
const own = setOf("i my we our i'm")

const openTasks = setOf('todo todo: fixme fixme: tbd')
const interjections = setOf('so and but well ok okay hey hi hmm btw also oh um please pls')

function firstWord(words: readonly Word[]): number {
  let at = 0
  while (at < words.length && (words[at]!.kind === 'mark' || interjections.has(words[at]!.lower))) at++
  return at
}

/** `Translate: I live in Paris`, `Write a story about me`; not `Draft B is mine`. */
function isTask(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (next === undefined) return false
  if (next.lower === ':' || next.kind === 'quote') return true
  // `Translate into French: …`
  if (words.slice(at, at + TASK_MAX_WORDS).some(({ lower }) => lower === ':' || lower === '：')) return true
  const isVerb = [
    'a',
    'an',
    'the',
    'this',
    'that',
    'my',
    'me',
    'it',
    'these',
    'if',
    'how',
    'what',
    'i',
    'we',
    'you',
    'to',
  ]
  return isVerb.includes(next.lower)
}

/** More words stand not between a task and the text it is about. */
const TASK_MAX_WORDS = 12

/** `Is Ana …`, `what if …`, `does he …`; not `When I ask, always …`, `Will owns …`, `May is …`. */
function asks(words: readonly Word[], at: number): boolean {
  const { lower, isCapital } = words[at]!
  if (lower === 'when' || lower === 'how' || lower === 'where') {
    return (
      words.at(-1)?.lower === '?' ||
      (words[at + 1]?.lower !== 'i' && words[at + 1]?.lower !== 'you') ||
      lower !== 'when'
    )
  }
  if ((lower === 'will' || lower === 'may') && isCapital) {
    const next = words[at + 1]
    return next !== undefined && (next.isCapital || pronounLike.has(next.lower))
  }
  if (lower === 'do' || lower === 'have') return words[at + 1]?.lower !== 'not'
  // `don't ever …` orders, `don't you …` asks
  if (lower === "don't" || lower === 'dont') return pronounLike.has(words[at + 1]?.lower ?? '')
  return true
}

const pronounLike = setOf('i you he she it we they my your his her our their the a an this that')

/** `in my novel`, `in the movie`, `my character`: not `I love this movie`, `I write novels`. */
function isInsideFiction(words: readonly Word[], at: number): boolean {
  const lower = words[at]!.lower
  if (lower === 'protagonist' || lower === 'roleplay' || lower === 'role-play' || lower === 'persona')
    return true
  if (lower === 'character' || lower === 'characters') {
    return ['my', 'main', 'the', 'a'].includes(words[at - 1]?.lower ?? '')
  }
  for (let back = 1; back <= 4; back++) {
    const before = words[at - back]?.lower
    if (before === 'in' || before === 'from') return true
    if (
      before === undefined ||
      !['my', 'the', 'a', 'this', 'that', 'our', 'her', 'his', 'short'].includes(before)
    ) {
      if (back > 2) return false
    }
  }
  return false
}

/** Others' words; what the speaker told is told: `I said I prefer tea`. */
function reports(words: readonly Word[], at: number): boolean {
  for (let back = 1; back <= 3; back++) {
    const before = words[at - back]
    if (before === undefined || before.kind === 'mark') return back > 1 || words[at]!.lower.endsWith('ed')
    if (before.lower === 'i' || before.lower === "'ve") return ownDoubts.has(words[at]!.lower)
    if (before.lower === 'to') return false
    if (before.lower === 'the' || before.lower === 'a' || before.lower === 'my') return back > 1
  }
  return true
}

const ownDoubts = setOf(
  'guess bet doubt dreamt dreamed wonder wondered hope hoped wanted want heard believed thought assumed claimed pretended joked',
)

/** Where the clause began that reports: all before stands. */
function borderBefore(words: readonly Word[], at: number): number {
  for (let back = at - 1; back >= 0; back--) {
    const { lower, kind } = words[back]!
    if ((kind === 'mark' && lower !== '.') || lower === 'and' || lower === 'but') return back
  }
  return 0
}

/** What is said goes on to the end of the sentence, or to `but`; a quotation is all of it. */
function borderBehind(words: readonly Word[], at: number): number {
  const isQuoted = words[at + 1]?.kind === 'quote'
  for (let next = at + 1; next < words.length; next++) {
    const { lower } = words[next]!
    if (lower === 'but' || lower === ';' || (isQuoted && (lower === ',' || lower === 'and'))) return next
  }
  return words.length
}

function lastBorder(words: readonly Word[], to: number): number {
  for (let at = to - 2; at > 0; at--) {
    const { lower, kind } = words[at]!
    if (
      kind === 'mark' &&
      (lower === ',' || lower === ';' || lower === '-' || lower === '—' || lower === '–' || lower === ':')
    )
      return at
  }
  return 0
}

const tags = setOf(
  "right no correct isn't doesn't don't aren't didn't haven't won't yeah yes huh eh ok okay true wrong",
)

/** `I live in Oslo, right?` asks; `I live in Oslo, what now?` tells and asks. */
function isTag(words: readonly Word[], border: number): boolean {
  return tags.has(words[border + 1]?.lower ?? '')
}
