import type { Party } from '../extracted.js'
import { remember, resolve } from '../memory.js'
import { type Scene, type Subject, spanOf } from './clause.js'
import { genderOf, isGivenName } from './given-names.js'
import { adverbs, be, determiners, modals, openers, pronouns, setOf } from './lexicon.js'
import { isFunctionWord, joinedAt, nameEnd, thingAt } from './phrases.js'
import { isProfession, kinshipOf } from './roles.js'
import { verbRules } from './verbs.js'

/** Who the clause that begins here is about, or null where the rules know nobody. */
export function subjectAt(scene: Scene, at: number): Subject | null {
  const { words, memory } = scene
  const word = words[at]
  if (word === undefined) return null
  const { lower } = word
  if (lower === 'i' || lower === 'im' || lower === 'ive')
    return oneAt(at, at + (lower === 'i' ? 1 : 0), 'speaker')
  if (lower === 'we') return { ...oneAt(at, at + 1, 'speaker'), kind: 'we' }
  if (lower === 'you' && memory.addressee !== null) {
    return { ...oneAt(at, at + 1, memory.addressee), kind: 'person' }
  }
  if (lower === 'she' || lower === 'he') {
    const party = resolve(scene.memory, lower)
    return party === null ? null : { ...oneAt(at, at + 1, party), kind: 'person' }
  }
  if (lower === 'they') {
    const party = resolve(scene.memory, null) ?? memory.thing
    return party === null ? null : { ...oneAt(at, at + 1, party), kind: 'person' }
  }
  if (lower === 'it') {
    const { thing } = memory
    return thing === null ? null : { ...oneAt(at, at + 1, thing), kind: 'thing' }
  }
  return namesAt(scene, at) ?? theThingAt(scene, at)
}

function oneAt(from: number, to: number, party: Party): Subject {
  return { parties: [party], kind: party === 'speaker' ? 'speaker' : 'person', from, to, name: { from, to } }
}

/** `Sarah Chen`, `Sarah and Marcus`, `Ana and I`; what they are, the verb tells. */
function namesAt(scene: Scene, at: number): Subject | null {
  const { words, draft } = scene
  const parties: Party[] = []
  let to = at
  for (let next = at; parties.length < 8; ) {
    const word = words[next]
    if (word === undefined) break
    if (word.lower === 'i' && parties.length > 0) {
      parties.push('speaker')
      to = next + 1
      break
    }
    const end = nameEnd(words, next, isChatSubject(scene, next))
    const isNamed = end > next
    const isBare = !isNamed && isBareSubject(scene, next)
    if (!isNamed && !isBare) break
    const until = isNamed ? end : next + 1
    parties.push(draft.mention(spanOf(words, { from: next, to: until }), null))
    to = until
    next = joinedAt(words, to)
    if (next < 0) break
    if (words[to]?.lower === ',' && !isListComma(words, to)) break
  }
  if (parties.length === 0) return null
  return { parties, kind: 'named', from: at, to, name: { from: at, to } }
}

/** A comma inside a list has another name and then `and` or a comma behind it; else an apposition follows. */
function isListComma(words: Scene['words'], at: number): boolean {
  if (words[at + 1]?.lower === 'and') return true
  const end = nameEnd(words, at + 1)
  return end > at + 1 && (words[end]?.lower === 'and' || words[end]?.lower === ',')
}

function isChatSubject({ isChat, words, draft }: Scene, at: number): boolean {
  return isChat || draft.isKnownPerson(words[at]?.lower ?? '')
}

/** In chat style `okafor reports to …`: a plain word before a verb that only persons and things with names have. */
function isBareSubject({ isChat, words }: Scene, at: number): boolean {
  const word = words[at]
  const next = words[at + 1]
  if (!isChat || word === undefined || next === undefined || word.kind !== 'word') return false
  if (isFunctionWord(word.lower) || openers.has(word.lower) || adverbs.has(word.lower)) return false
  if (verbRules(word.lower).length > 0 && !isGivenName(word.lower)) return false
  const before = words[at - 1]?.lower ?? ''
  if (
    before === "'s" ||
    determiners.has(before) ||
    kinshipOf(word.lower) !== undefined ||
    isProfession(word.lower)
  )
    return false
  return verbRules(next.lower).some(({ form, rest }) => form === 's' && rest.length > 0)
}

/** `the team`, `our design team`, `the billing service`. */
function theThingAt(scene: Scene, at: number): Subject | null {
  const { words, draft } = scene
  const { lower } = words[at]!
  if (lower !== 'the' && lower !== 'our' && lower !== 'my') return null
  const phrase = thingAt(words, at, subjectStops)
  if (phrase === null) return null
  let { to } = phrase
  for (let next = phrase.from + 1; next < to; next++) {
    if (verbRules(words[next]!.lower).some(({ form }) => form !== 'base') || adverbs.has(words[next]!.lower))
      to = next
  }
  const head = words[to - 1]!.lower
  const isTeam = teams.has(head)
  const party = draft.mention(spanOf(words, { from: phrase.from, to }), isTeam ? 'team' : null)
  scene.memory.thing = party
  return { parties: [party], kind: isTeam ? 'team' : 'thing', from: at, to, name: { from: phrase.from, to } }
}

const subjectStops = setOf(
  "at in on for with from to into over about by under through during via 's who whose which",
)
const teams = setOf('team squad guild crew')

/** A subject of a verb that only persons have. */
export function asPersons(subject: Subject): Subject {
  return subject.kind === 'named' ? { ...subject, kind: 'person' } : subject
}

/** Once something was read of them they are persons, and whom a pronoun can mean. */
export function notePersons({ words, draft, memory }: Scene, { parties, kind, from }: Subject): void {
  if (kind !== 'person') return
  for (const party of parties) {
    if (party === 'speaker') continue
    draft.settle(party, 'person')
    remember(memory, party, genderOf(words[from]!.lower))
  }
}

/** The verb group behind a subject. */
export interface VerbGroup {
  /** The first word that is neither auxiliary nor adverb; behind a form of `be`, the complement. */
  readonly at: number
  readonly kind: 'plain' | 'be' | 'pastBe' | 'perfect' | 'unreal' | 'pastDo' | 'none'
  readonly isNegated: boolean
  readonly adverb: string | null
}

export function verbGroupAt(words: Scene['words'], from: number): VerbGroup {
  let at = from
  let kind: VerbGroup['kind'] = 'plain'
  let isNegated = false
  let adverb: string | null = null
  const limit = Math.min(words.length, from + 8)
  for (; at < limit; at++) {
    const { lower } = words[at]!
    if (lower === "can't" || lower === 'cant' || lower === 'cannot') {
      if (words[at + 1]?.lower === 'stand' || words[at + 1]?.lower === 'bear')
        return { at, kind: 'plain', isNegated, adverb }
    }
    if (lower === 'no' && words[at + 1]?.lower === 'longer') {
      isNegated = true
      at++
    } else if (lower === "'d" || lower === 'would') {
      if (words[at + 1]?.lower === 'rather' || words[at + 1]?.lower === 'prefer')
        return { at, kind: 'plain', isNegated, adverb }
      kind = 'unreal'
    } else if (lower === 'used' && words[at + 1]?.lower === 'to') {
      return { at: at + 2, kind: 'pastDo', isNegated, adverb }
    } else if (modals.has(lower)) kind = 'unreal'
    else if (isNot(lower)) {
      isNegated = true
      if (lower === 'never') adverb = lower
      if (lower.startsWith('did')) kind = 'pastDo'
      else if (lower.startsWith('was') || lower.startsWith('were')) kind = 'pastBe'
      else if (lower.startsWith('is') || lower.startsWith('are') || lower.startsWith('ain')) kind = 'be'
    } else if (lower === 'do' || lower === 'does') {
      if (words[at + 1] === undefined) break
      if (kind !== 'unreal') kind = 'plain'
    } else if (be.has(lower) || lower === 'im') {
      kind = kind === 'unreal' ? kind : 'be'
      // `Ana's moved`: has
    } else if (lower === 'was' || lower === 'were') kind = 'pastBe'
    else if (lower === 'has' || lower === 'have' || lower === "'ve" || lower === 'ive') {
      if (!isPerfect(words, at)) break
      kind = kind === 'unreal' ? kind : 'perfect'
    } else if (lower === 'had') {
      kind = 'pastDo'
    } else if (adverbs.has(lower)) {
      if (verbRules(lower).length > 0) break
      adverb = lower
    } else break
  }
  return { at, kind, isNegated, adverb }
}

function isNot(lower: string): boolean {
  return (
    lower === 'not' ||
    lower === 'never' ||
    (lower.endsWith("n't") && lower !== "can't") ||
    shortNots.has(lower)
  )
}

const shortNots = setOf(
  'dont doesnt didnt isnt arent wasnt werent hasnt havent neither hardly rarely seldom barely',
)

/** `has moved`, `have been working`, `'ve just joined`; not `has a say`. */
function isPerfect(words: Scene['words'], at: number): boolean {
  for (let next = at + 1; next < Math.min(words.length, at + 4); next++) {
    const { lower } = words[next]!
    if (lower === 'been' || lower === 'always') return true
    if (adverbs.has(lower) || lower === 'not') continue
    return (
      verbRules(lower).some(({ form }) => form === 'past') || (lower.endsWith('ed') && !pronouns.has(lower))
    )
  }
  return false
}
