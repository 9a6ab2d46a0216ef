import { foldCase } from './fold.js'
import { IDENTIFIER_MAX_LENGTH, type IdentifierForms, identifierForms } from './identifiers.js'
import { HAN_RUN, IDENTIFIER, PLAIN, scan } from './scan.js'
import { widthAt } from './scripts.js'

/** A word of the text: plain, identifier, or a whole short run of kana, Hangul or Thai. */
export const WORD = 0
/** A half of an identifier. */
export const PART = 1
/** Two neighbouring characters of a run without spaces. */
export const PAIR = 2
/** One character of a run without spaces. */
export const SINGLE = 3

/** Longest token in code points; what is longer keeps its head. */
export const TOKEN_MAX_LENGTH = 64

/** A run of kana, Hangul or Thai beyond this is a sentence: only its characters and pairs are indexed. */
const RUN_WORD_MAX_LENGTH = 16

/**
 * Everything a normalised text is indexed as, in text order: the folded, unstemmed form, what it is, and the units
 * [start, end) it came from. The single source of both stored tokens and question terms.
 */
export function lex(
  text: string,
  emit: (form: string, kind: number, start: number, end: number) => void,
): void {
  scan(text, (kind, start, end) => {
    if (kind === PLAIN) {
      emit(capped(foldCase(text.substring(start, end))), WORD, start, end)
    } else if (kind === IDENTIFIER) {
      const { word, parts } = formsOf(text.substring(start, Math.min(end, start + IDENTIFIER_MAX_LENGTH + 1)))
      emit(word, WORD, start, end)
      for (const part of parts) emit(part, PART, start, end)
    } else {
      lexRun(text, start, end, kind, emit)
    }
  })
}

/** Taking an identifier apart costs as much as some tens of words, and a text has the same ones often. */
function formsOf(raw: string): IdentifierForms {
  if (raw.length > MEMO_MAX_LENGTH) return foldedForms(raw)
  const known = memo.get(raw)
  if (known !== undefined) return known
  const found = foldedForms(raw)
  if (memo.size >= MEMO_LIMIT) memo.clear()
  memo.set(raw, found)
  return found
}

const MEMO_LIMIT = 20_000
// V8 keeps a substring of 13 or more characters as a view that holds its whole text in memory; shorter ones are copies.
const MEMO_MAX_LENGTH = 12
const memo = new Map<string, IdentifierForms>()

function foldedForms(raw: string): IdentifierForms {
  const { word, parts } = identifierForms(raw)
  return { word: capped(foldCase(word)), parts: parts.map((part) => capped(foldCase(part))) }
}

function lexRun(
  text: string,
  start: number,
  end: number,
  kind: number,
  emit: (form: string, kind: number, start: number, end: number) => void,
): void {
  if (kind !== HAN_RUN && end - start <= RUN_WORD_MAX_LENGTH) {
    emit(text.substring(start, end), WORD, start, end)
  }
  // These scripts have no case and keep their marks: nothing to fold beyond what normalise did.
  let previous = -1
  for (let at = start; at < end; ) {
    const next = at + widthAt(text, at)
    emit(text.substring(at, next), SINGLE, at, next)
    if (previous >= 0) emit(text.substring(previous, next), PAIR, previous, next)
    previous = at
    at = next
  }
}

function capped(form: string): string {
  if (form.length <= TOKEN_MAX_LENGTH) return form
  let end = 0
  for (let count = 0; count < TOKEN_MAX_LENGTH && end < form.length; count++) end += widthAt(form, end)
  return form.substring(0, end)
}
