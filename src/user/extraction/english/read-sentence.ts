import type { Word } from '../words.js'
import { type Clause, personAt, type Scene, type Subject } from './clause.js'
import { readComplement } from './copula.js'
import { readDecision } from './decisions.js'
import { isGivenName } from './given-names.js'
import { readInstruction, readLateOrder } from './instructions.js'
import { adverbs, openers } from './lexicon.js'
import { nameEnd } from './phrases.js'
import { readPossessed } from './possessed.js'
import { readHabit } from './preferences.js'
import { readApposition } from './roles-of.js'
import { stanceOf } from './stance.js'
import { asPersons, notePersons, subjectAt, verbGroupAt } from './subject.js'
import { readTurned } from './turned.js'
import { afterRule, type VerbRule, verbRules } from './verbs.js'

/**
 * Reads one sentence: clause by clause, left to right, each a subject and the verb phrases behind it. Each border is
 * tried once with bounded lookahead, so the cost grows with the words.
 *
 * @returns whether what follows in the paragraph is a story or somebody else's text
 */
export function readSentence(scene: Scene, isQuestion: boolean): boolean {
  const { words, memory } = scene
  const stance = stanceOf(words, isQuestion)
  if (memory.third !== null) noteThird(scene)
  if (stance.to === 0) {
    // `Could you always …?` orders
    if (!stance.opensFiction && readInstruction(scene, true)) return false
    noteNames(scene)
    return stance.opensFiction
  }
  const whole: Scene = stance.to === words.length ? scene : { ...scene, words: words.slice(0, stance.to) }
  const asked = readInstruction(whole)
  if (asked || stance.isConditional) return false
  const order = readLateOrder(whole)
  const within = order < 0 ? whole : { ...whole, words: whole.words.slice(0, order) }
  let subject: Subject | null = null
  const { reported } = stance
  for (let at = stance.from; at < within.words.length; ) {
    if (reported !== null && at >= reported.from && at < reported.to) {
      at = reported.to
      subject = null
      continue
    }
    const isHead = at === stance.from
    const first = within.words[at]?.lower ?? ''
    at = skipOpeners(within.words, at)
    const read = readClause(
      within,
      at,
      goesOn(within.words, at, subject) ? subject : isHead ? unsaid(within, at) : null,
    )
    subject = read.subject
    at = read.to > at ? read.to : nextBorder(within, at, isHead && adjuncts.has(first))
  }
  return false
}

/** `so in love with my new husband`, said of the only other one in a dialogue. */
function noteThird(scene: Scene): void {
  for (const [at, { lower }] of scene.words.entries()) {
    if (lower === 'my') readPossessed(scene, at)
  }
}

/** A relative clause is about what stands before it, which is not the speaker. */
function goesOn(words: readonly Word[], at: number, subject: Subject | null): boolean {
  if (subject === null || words[at]?.lower === "'s") return false
  const before = words[at - 1]?.lower ?? ''
  if (words[at]?.lower === 'like' && before !== 'and' && before !== 'but') return false
  return !relatives.has(before) || (before === 'who' && subject.kind !== 'speaker' && subject.kind !== 'we')
}

const relatives = new Set(['who', 'which', 'that', 'where'])

/** Whom a question names may be whom the answer calls `she`. */
function noteNames(scene: Scene): void {
  for (const [at, { isCapital, lower }] of scene.words.entries()) {
    if (isCapital && isGivenName(lower)) personAt(scene, at)
  }
}

/** `just turned 40`, `currently working at …`: who is meant, the first words tell. */
function unsaid({ words }: Scene, at: number): Subject | null {
  const first = words[at]?.lower ?? ''
  const next = words[at + 1]?.lower ?? ''
  const isEvent =
    (first === 'just' || first === 'recently' || first === 'finally') && /(?:ed|got)$/.test(next)
  const isNow =
    at > 0 &&
    (words[at - 1]!.lower === 'currently' || words[at - 1]!.lower === 'now') &&
    first.endsWith('ing')
  if (!isEvent && !isNow) return null
  return { parties: ['speaker'], kind: 'speaker', from: at, to: at, name: { from: at, to: at + 1 } }
}

/** `Please cc Olga Petrova, our office manager, …`. */
function apposes(words: readonly Word[], at: number): boolean {
  const word = words[at]!
  if (!word.isCapital || word.kind !== 'word' || words[at - 1]!.isCapital) return false
  const end = nameEnd(words, at)
  const next = words[end + 1]
  const isOwned = next?.isCapital === true && words[nameEnd(words, end + 1)]?.lower === "'s"
  return end > at && words[end]?.lower === ',' && (isOwned || apposing.has(next?.lower ?? ''))
}

const apposing = new Set(['our', 'my', 'the', 'a', 'an'])

interface Read {
  readonly to: number
  readonly subject: Subject | null
}

function readClause(scene: Scene, at: number, before: Subject | null): Read {
  const decided = readDecision(scene, at)
  if (decided > at) return { to: decided, subject: before }
  const turned = readTurned(scene, at)
  if (turned > at) return { to: turned, subject: before }
  const possessed = readPossessed(scene, at)
  if (possessed !== null && possessed.to > at) {
    if (possessed.subject === null) return { to: possessed.to, subject: before }
    return readVerbs(scene, possessed.subject, possessed.to)
  }
  const subject = subjectAt(scene, at)
  if (subject !== null) {
    const apposed = readApposition(scene, subject)
    const known = apposed.subject
    return readVerbs(scene, known, apposed.to)
  }
  // `and focuses on …`, `who owns …`: the subject before goes on
  if (before !== null) return { to: readVerb(scene, { ...before }, at, true).to, subject: before }
  return { to: at, subject: null }
}

function readVerbs(scene: Scene, subject: Subject, at: number): Read {
  const read = readVerb(scene, subject, at, false)
  return { to: Math.max(read.to, subject.to), subject: read.subject }
}

/** The verb phrase behind a subject; as a continuation it must be one that a subject of its kind can have. */
function readVerb(
  scene: Scene,
  subject: Subject,
  from: number,
  isContinued: boolean,
): { to: number; subject: Subject } {
  const { words } = scene
  const group = verbGroupAt(words, from)
  const unread = { to: isContinued ? from : subject.to, subject }
  const { includesPast } = scene.draft
  if (group.kind === 'unreal' || (group.kind === 'pastDo' && !includesPast)) return unread
  const word = words[group.at]
  if (word === undefined) return unread
  const known = isThingly(scene, word, subject) ? subject : asPersons(subject)
  // field by field: the copy of a scene is the dearest thing of a note that states nothing
  const { draft, isChat, memory } = scene
  const { isNegated, adverb } = group
  const clause: Clause = { draft, words, isChat, memory, subject: known, isNegated, adverb }
  if (group.kind === 'be' || group.kind === 'pastBe') {
    const end = readComplement(clause, group.at, group.kind === 'pastBe' && !includesPast)
    if (end > group.at) {
      notePersons(scene, known)
      return { to: end, subject: known }
    }
  }
  for (const rule of verbRules(word.lower)) {
    if (!fits(rule, group.kind, includesPast)) continue
    // `Dev sync with Ola` is no clause: one person, and a verb without its ending
    if (rule.form === 'base' && isThird(known, words, from, group.at)) continue
    const next = afterRule(words, group.at, rule)
    if (next < 0) continue
    const end = rule.read(clause, next)
    if (end > 0) {
      notePersons(scene, known)
      return { to: Math.max(end, group.at + 1), subject: known }
    }
  }
  const habit = group.kind === 'plain' ? readHabit(clause, group.at) : -1
  if (habit > 0) return { to: habit, subject: known }
  // `Sarah is late.` and then `She …`
  const { name, kind } = subject
  const isName = kind === 'named' && (name.to - name.from > 1 || isGivenName(words[name.from]!.lower))
  if (isName) notePersons(scene, known)
  return { ...unread, subject: known }
}

function isThird({ kind, parties }: Subject, words: readonly Word[], from: number, at: number): boolean {
  if (kind !== 'person' && kind !== 'named') return false
  if (parties.length !== 1 || parties[0] === 'speaker') return false
  const before = words.slice(from, at).some(({ lower }) => lower.startsWith('do') || lower === "'s")
  return !before && words[from - 1]?.lower !== 'you' && words[from - 1]?.lower !== 'they'
}

function fits({ form, isEvent: isChange }: VerbRule, kind: string, includesPast: boolean): boolean {
  const isEvent = isChange || includesPast
  // `I am moving to …`, `I start at …` tell of what is to come
  if (isChange && (form === 'ing' ? kind === 'be' : form !== 'past' && kind === 'plain')) return false
  if (form === 'ing') return kind === 'be' || kind === 'perfect'
  if (form === 'past')
    return (isEvent && kind === 'plain') || kind === 'perfect' || (isEvent && kind === 'be')
  return kind === 'plain'
}

const thingVerbs = new Set([
  'uses',
  'use',
  'depends',
  'depend',
  'relies',
  'runs',
  'belongs',
  'requires',
  'needs',
  'using',
  'owned',
  'led',
  'built',
  'powered',
  'part',
])

/** Verbs that things have too leave open what their subject is. */
function isThingly(scene: Scene, { lower }: Word, { kind, parties, name }: Subject): boolean {
  if (kind !== 'named') return true
  const isPerson = parties.some((party) => scene.draft.typeOf(party) === 'person')
  return thingVerbs.has(lower) && !isPerson && !isGivenName(scene.words[name.from]!.lower)
}

function skipOpeners(words: readonly Word[], from: number): number {
  let at = from
  while (at < words.length) {
    const { lower, kind } = words[at]!
    if (lower === '(' && words[at - 1]?.lower !== ':') at = behindBracket(words, at)
    else if (kind === 'mark' || openers.has(lower)) at++
    else if (lower === 'who' || lower === 'which' || lower === 'where' || (lower === 'that' && at > 0)) at++
    else if (lower === 'by' && words[at + 1]?.lower === 'the' && words[at + 2]?.lower === 'way') at += 3
    else if (lower === 'just' && words[at + 1]?.lower === 'so' && words[at + 2]?.lower === 'you') at += 4
    else if (lower === 'remember' || lower === 'please') at++
    else if (lower === 'i' && isOpinion(words, at)) at += words[at + 1]?.lower === 'told' ? 3 : 2
    else if (lower === 'these' && words[at + 1]?.lower === 'days') at += 2
    else if (adverbs.has(lower) && words[at + 1]?.lower === ',') at += 2
    else if (lower === 'for' && words[at + 1]?.lower === 'the' && words[at + 2]?.lower === 'record') at += 3
    else if (lower === 'because' || lower === 'since' || lower === 'while' || lower === 'as') at++
    else break
  }
  return at
}

/** `I think (that) …`, `I said …`: what follows is the speaker's. */
function isOpinion(words: readonly Word[], at: number): boolean {
  const verb = words[at + 1]?.lower
  if (verb === 'told' && words[at + 2]?.lower === 'you') return true
  if (verb !== 'think' && verb !== 'said' && verb !== 'believe' && verb !== 'mean' && verb !== 'mentioned')
    return false
  const next = words[at + 2]?.lower
  return (
    next === 'i' ||
    next === 'my' ||
    next === 'that' ||
    next === 'we' ||
    next === 'our' ||
    words[at + 2]?.isCapital === true
  )
}

/** Behind the next mark or conjunction; behind `since June` the subject. */
function nextBorder(scene: Scene, from: number, isAdjunct: boolean): number {
  const { words } = scene
  for (let at = from; at < words.length; at++) {
    const { lower, kind } = words[at]!
    if (at > from && apposes(words, at)) {
      const subject = subjectAt(scene, at)
      if (subject !== null) return Math.max(readApposition(scene, subject).to, at + 1)
    }
    if (lower === '(' && words[at - 1]?.lower !== ':') return behindBracket(words, at)
    if (kind === 'mark' && lower !== "'" && lower !== '.') return at + 1
    if (borders.has(lower) || (lower === 'when' && scene.draft.includesPast)) return at + 1
    if (isAdjunct && at > from && (lower === 'i' || lower === 'we' || lower === 'my')) return at
  }
  return words.length
}

/** What stands in brackets is no clause of the sentence. */
function behindBracket(words: readonly Word[], open: number): number {
  let at = open + 1
  while (at < words.length && words[at]!.lower !== ')') at++
  return Math.min(at + 1, words.length)
}

const adjuncts = new Set([
  'since',
  'every',
  'each',
  'once',
  'twice',
  'in',
  'as',
  'after',
  'on',
  'last',
  'this',
  'for',
  'at',
  'until',
  'from',
  'over',
  'during',
  'as',
  'long',
  'heads',
  'quick',
])
const borders = new Set([
  'and',
  'but',
  'so',
  'because',
  'since',
  'who',
  'which',
  'while',
  'where',
  'though',
  'although',
  'then',
  'that',
])
