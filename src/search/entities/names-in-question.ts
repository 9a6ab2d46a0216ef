import { clip } from '../../text/clip.js'
import { isStopWord } from '../../text/stop-words.js'

/** Words of a question that are looked through for names. */
const WORDS_MAX = 40
/** Words that one name may have. */
const NAME_WORDS_MAX = 5
const HAN_CHARS_MAX = 40
const HAN_NAME_MIN = 2
const HAN_NAME_MAX = 6
/** A question is shorter; what is pasted names too much. */
const LOOKED_THROUGH_CHARS = 600

/** Every stretch of a question that may be a name, as it is written, longest first. */
export function possibleNames(question: string): string[] {
  const text = clip(question, LOOKED_THROUGH_CHARS)
  return [...new Set([...ofWords(text), ...ofHan(text)])].sort((a, b) => b.length - a.length)
}

function ofWords(text: string): string[] {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX) // slice-ok: a list
  const starts = words.map((word) => word.replace(BEFORE, ''))
  const canBorder = starts
    .map((word) => word.replace(AFTER, ''))
    .map((word) => word !== '' && !isGrammar(word))
  const names: string[] = []
  for (const [from, first] of starts.entries()) {
    if (!canBorder[from]) continue
    for (let to = from; to < Math.min(words.length, from + NAME_WORDS_MAX); to++) {
      if (!canBorder[to]) continue
      const name = [first, ...words.slice(from + 1, to + 1)].join(' ').replace(AFTER, '') // slice-ok: a list
      names.push(name)
      const owner = name.replace(POSSESSIVE, '')
      if (owner !== name && owner !== '') names.push(owner)
    }
  }
  return names
}

/** Names do not begin or end with these; "the" is no part of one. */
function isGrammar(word: string): boolean {
  return isStopWord(word.toLowerCase()) && word !== word.toUpperCase()
}

const BEFORE = /^[^\p{L}\p{N}]{1,20}/u
// Looked for from each end: without a bound, a run of punctuation would be walked again and again.
const AFTER = /(?<![^\p{L}\p{N}+#])[^\p{L}\p{N}+#]{1,20}$/u
const POSSESSIVE = /['’]s?$/u

function ofHan(text: string): string[] {
  const names: string[] = []
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    const chars = [...run].slice(0, HAN_CHARS_MAX) // slice-ok: whole characters
    for (let from = 0; from < chars.length; from++) {
      for (let length = HAN_NAME_MIN; length <= HAN_NAME_MAX && from + length <= chars.length; length++)
        names.push(chars.slice(from, from + length).join('')) // slice-ok: whole characters
    }
  }
  return names
}
