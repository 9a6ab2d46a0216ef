import { chineseNameEnd, isFamilyName } from '../chinese/names.js'
import type { Draft } from '../draft.js'
import type { Word } from '../words.js'
import { spanOf } from './clause.js'
import { isGivenName } from './given-names.js'
import { months, particles, setOf, titles } from './lexicon.js'
import { isInitial, nameEnd } from './phrases.js'
import { isListedRole } from './roles.js'

/**
 * Names whom and what the words surely name, where nothing need be stated of them: a known given name with a family name
 * behind it, a name behind a title, `Project Apollo`, `Acme Ltd`, a Chinese name behind `with`. Linear: a name is
 * looked at once.
 */
export function noteNames(draft: Draft, words: readonly Word[]): void {
  for (let at = 0; at < words.length; ) {
    const word = words[at]!
    at = word.isCapital && word.kind === 'word' ? noteName(draft, words, at) : at + 1
  }
}

/** Answers where to go on. */
function noteName(draft: Draft, words: readonly Word[], at: number): number {
  const { lower, start } = words[at]!
  if (lower.charCodeAt(0) >= 0x4e00) {
    if (isChineseName(words, at)) draft.note(spanOf(words, { from: at, to: at + 1 }), 'person')
    return at + 1
  }
  const end = trimmedEnd(words, at, nameEnd(words, at))
  if (end <= at + 1) return at + 1
  const span = spanOf(words, { from: at, to: end })
  if (lower === 'project') {
    if (isProjectName(draft.text, words, at + 1, end)) draft.note(span, 'project')
  } else if (suffixes.has(words[end - 1]!.lower)) draft.note(span, 'organisation')
  else if (!isGiven(lower) && !titles.has(lower)) return at + 1
  else if (isPerson(draft.text, words, at, end, start)) draft.note(span, 'person')
  return end
}

/** `Sarah Chen March 3`: the month belongs to the day. */
function trimmedEnd(words: readonly Word[], at: number, end: number): number {
  const isDated = end > at + 1 && months.has(words[end - 1]!.lower) && words[end]?.kind === 'number'
  return isDated ? end - 1 : end
}

/** A name has no more words beside initials and particles; what has is a heading. */
const NAME_MAX_WORDS = 3

function isPerson(text: string, words: readonly Word[], at: number, end: number, start: number): boolean {
  const first = words[at]!
  const isTitled = titles.has(first.lower)
  const from = isTitled ? (words[at + 1]?.lower === '.' ? at + 2 : at + 1) : at
  const parts = words
    .slice(from, end)
    .filter((word) => word.kind === 'word' && !isInitial(word) && !particles.has(word.lower))
  if (parts.length > NAME_MAX_WORDS || !parts.every((word) => isWritten(text, word))) return false
  if (notFamilies.has(parts.at(-1)?.lower ?? '') || parts.some(({ lower }) => isListedRole(lower)))
    return false
  if (isTitled) return parts.length > 0
  const isFirst = at === 0 || words[at - 1]!.end === start
  const given = plain(first.lower)
  return parts.length > 1 && !places.has(given) && !(isFirst && verbs.has(given))
}

function isGiven(lower: string): boolean {
  return isGivenName(plain(lower)) || (lower.includes('-') && isGivenName(plain(lower.replace(/-.*$/, ''))))
}

/** With small letters and no sign inside: no acronym, no `Node.js`. */
function isWritten(text: string, { start, end }: Word): boolean {
  let hasSmall = false
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x41 && unit !== 0x2d && unit !== 0x27) return false
    if (unit >= 0x61 || unit > 0x7f) hasSmall = true
  }
  return hasSmall
}

function isProjectName(text: string, words: readonly Word[], from: number, end: number): boolean {
  const parts = words.slice(from, end)
  return (
    parts.length <= 2 &&
    parts.every((word) => isWritten(text, word) && !projectNouns.has(word.lower) && !isListedRole(word.lower))
  )
}

/** `lunch with 王小明`. */
function isChineseName(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!
  const before = words[at - 1]?.lower ?? ''
  return (
    lower.length <= 4 &&
    isFamilyName(lower) &&
    chineseNameEnd(lower, 0) === lower.length &&
    (naming.has(before) || words[at + 1]?.lower === "'s")
  )
}

function plain(lower: string): string {
  // an ASCII word is not normalised: that is dear
  return /^[a-z]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '')
}

const naming = setOf('with and met to from by for cc ask asked tell told call called email emailed saw meet')
const suffixes = setOf('inc ltd llc gmbh corp corporation plc university')

/** Given names that are places as well, and often with a word behind that is no family name. */
const places = setOf(
  'jordan georgia florence victoria charlotte santiago diego virginia austin dakota chelsea',
)
/** What a sentence, a button or a heading begins with, although it is a given name. */
const verbs = setOf(
  `will mark may grant bill rob sue drew pat rich frank art hope faith joy rose grace ray sky max jack ruby jasmine daisy
  lily iris ivy violet stella aria june april summer dawn amber said val ash robin dean harper hunter chase`,
)
/** Behind a given name they make the name of something else. */
const notFamilies = setOf(
  `street avenue road square lane boulevard university college institute school hospital clinic station airport park beach
  tech city county state river lake island bridge museum gallery library foundation award awards prize cup day eve week
  theorem law effect method algorithm equation principle company group labs lab studio studios media bank store shop cafe
  restaurant hotel church cathedral project team service api app server framework docs center centre house tower hall
  stadium arena sheets slides drive rails essay essays book books show album song movie film series prime pro max code
  conference summit lecture test tests branch release`,
)
const projectNouns = setOf(
  `management planning plan plans status update updates overview goals goal timeline kickoff meeting notes summary review
  report requirements scope name description board settings structure setup list files file folder root layout ideas idea
  proposal budget deadline deadlines documentation details info information id code phase milestones tasks task team`,
)
