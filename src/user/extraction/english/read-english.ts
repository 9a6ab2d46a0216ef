import type { Draft } from '../draft.js'
import type { Memory } from '../memory.js'
import type { ProseLine } from '../prose.js'
import { type Word, wordsOf } from '../words.js'
import { foldAliases } from './aliases.js'
import type { Scene } from './clause.js'
import { isGivenName } from './given-names.js'
import { registerKinVerbs } from './kin-verbs.js'
import { titles } from './lexicon.js'
import { registerMeetings } from './meetings.js'
import { noteNames } from './note-names.js'
import { isInitial, nameEnd } from './phrases.js'
import { registerPreferences } from './preferences.js'
import { readSentence } from './read-sentence.js'
import { registerRelations } from './relations.js'
import { takesBack } from './stance.js'

registerRelations()
registerPreferences()
registerMeetings()
registerKinVerbs()

/** What a sentence holds behind so many words is not read. */
const SENTENCE_MAX_WORDS = 160

/** Reads the sentences of a window of prose. */
export function readEnglish(draft: Draft, lines: readonly ProseLine[], memory: Memory): void {
  let sentence: Word[] = []
  let isFiction = false
  let before = draft.mark()
  const close = (isQuestion: boolean) => {
    if (sentence.length > 0 && takesBack(sentence)) draft.takeBack(before)
    if (sentence.length > 0) before = draft.mark()
    if (sentence.length === 1) address(draft, memory, sentence)
    if (sentence.length > 1 && !isFiction && !draft.isFull()) {
      address(draft, memory, sentence)
      const scene: Scene = {
        draft,
        words: foldAliases(draft, sentence),
        isChat: isLowerCase(sentence),
        memory,
      }
      isFiction = readSentence(scene, isQuestion)
    }
    sentence = []
  }
  for (const { span, isStart, isParagraph, mark } of lines) {
    if (draft.isFull()) return
    const words = wordsOf(draft.text, span[0], span[1])
    if (mark !== 'heading' && draft.wantsNames()) noteNames(draft, words)
    if (isStart || startsAnew(words)) close(false)
    if (isParagraph) isFiction = false
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      const isEnd = word.kind === 'mark' && isSentenceEnd(words, at)
      if (!isEnd) {
        if (sentence.length < SENTENCE_MAX_WORDS) sentence.push(word)
      } else close(word.lower === '?' || word.lower === '？')
    }
  }
  close(false)
}

/** `Ross, …`, `…, Ross`: in a dialogue, to whom it is said. */
function address(draft: Draft, memory: Memory, words: readonly Word[]): void {
  if (memory.addressee === null) return
  const end = nameEnd(words, 0)
  const last = words.length - 1
  const isFirst = end > 0 && end <= 2 && (end === words.length || words[end]?.lower === ',')
  const isLast =
    words[last]?.isCapital === true && words[last - 1]?.lower === ',' && nameEnd(words, last) > last
  const word = isFirst ? words[0] : isLast ? words[last] : undefined
  if (word === undefined || (!isGivenName(word.lower) && !draft.isKnownPerson(word.lower))) return
  memory.addressee = draft.mention([word.start, words[isFirst ? end - 1 : last]!.end], 'person')
}

function isSentenceEnd(words: readonly Word[], at: number): boolean {
  const { lower, end } = words[at]!
  if (lower === '!' || lower === '?' || lower === '。' || lower === '！' || lower === '？') return true
  if (lower !== '.') return false
  const before = words[at - 1]
  const next = words[at + 1]
  if (before === undefined) return true
  if (
    before.end === words[at]!.start &&
    ((isInitial(before) && before.lower !== 'i') ||
      titles.has(before.lower) ||
      abbreviations.has(before.lower))
  ) {
    return next === undefined
  }
  return next === undefined || next.start > end
}

const abbreviations = new Set(['e.g', 'i.e', 'vs', 'st', 'approx', 'dept', 'jr', 'sr'])

/** A new line that begins with a capital begins a sentence; else it goes on with the line above. */
function startsAnew(words: readonly Word[]): boolean {
  const first = words[0]
  return first !== undefined && (first.isCapital || first.kind !== 'word')
}

/** Written without capitals, but for `I` and names in the middle. */
function isLowerCase(words: readonly Word[]): boolean {
  let at = 0
  while (at < words.length && words[at]!.kind !== 'word') at++
  const first = words[at]
  return first !== undefined && !first.isCapital
}
