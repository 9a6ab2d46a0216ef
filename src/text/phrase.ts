import { normalise } from './fold.js'
import { lex, PAIR, SINGLE, WORD } from './lex.js'
import { scan } from './scan.js'
import { classAt, isAlphanumeric, isContinuous, widthAt } from './scripts.js'
import { searchForm } from './search-form.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'
import { findWording, wordingSpans } from './wording.js'

/** A wording asked for, or asked to be left out. */
export interface Phrase {
  /** As typed, without the quotes. */
  readonly text: string
  /** True for a quoted phrase (`"…"`), false for a single unquoted word (only after `-`). */
  readonly exact: boolean
  /** Indexed tokens that every text with this phrase has: find candidates by all of them, then verify. Never empty. */
  readonly tokens: readonly string[]
}

/** The phrase for a wording, or undefined when it holds no word to find it by. */
export function phraseOf(text: string, exact: boolean): Phrase | undefined {
  const tokens = exact ? exactTokens(text) : wordTokens(text)
  return tokens.length === 0 ? undefined : { text, exact, tokens }
}

/**
 * True when the text holds the phrase: its search form, spaces alike, not inside a longer word (`art` is not in
 * `party`); between CJK characters no border is asked. An unquoted word matches by its tokens, so in any inflection.
 */
export function matchesPhrase(text: string, phrase: Phrase): boolean {
  if (!phrase.exact) return hasAllTokens(text, phrase.tokens)
  return findWording(searchForm(text), searchForm(phrase.text).trim()) >= 0
}

/** Where an exact phrase stands in a text: [start, end) UTF-16 offsets into the text as given. */
export function phraseSpans(text: string, phrase: Phrase): readonly (readonly [number, number])[] {
  if (!phrase.exact) return []
  return wordingSpans(text, [searchForm(phrase.text).trim()])
}

/** Tokens certain to be indexed for every text that contains the phrase, stop words left out where others remain. */
function exactTokens(text: string): readonly string[] {
  const tokens = new Set<string>()
  const rare = new Set<string>()
  const normalised = normalise(text)
  scanAtoms(normalised, (atom) => {
    lex(atom, (form, kind) => {
      if (form === '' || (kind !== WORD && kind !== PAIR && kind !== SINGLE)) return
      if (isRunWord(atom, kind)) return // the text may join the run to more characters
      if (kind === SINGLE && atom.length > widthAt(atom, 0)) return
      const token = kind === WORD ? stem(form) : form
      tokens.add(token)
      if (!isStopWord(form)) rare.add(token)
    })
  })
  return [...(rare.size > 0 ? rare : tokens)]
}

function isRunWord(atom: string, kind: number): boolean {
  return kind === WORD && isContinuous(classAt(atom, 0))
}

// A phrase may begin or end inside an identifier of the text (`"text/segment"` in src/text/segment.ts), whose halves
// are indexed but not every sequence of them: so the phrase is asked for by its halves.
function scanAtoms(normalised: string, visit: (atom: string) => void): void {
  scan(normalised, (_kind, start, end) => {
    for (const atom of normalised.substring(start, end).split(JOINTS)) if (atom !== '') visit(atom)
  })
}

const JOINTS = /[-_./@&:]+/

function wordTokens(text: string): readonly string[] {
  const words = new Set<string>()
  const pairs = new Set<string>()
  const singles = new Set<string>()
  lex(normalise(text), (form, kind, start, end) => {
    if (form === '') return
    if (kind === PAIR) pairs.add(form)
    else if (kind === SINGLE) singles.add(form)
    else if (kind === WORD && (isAlphanumeric(classAt(form, 0)) || end - start === 1)) words.add(stem(form))
  })
  if (words.size + pairs.size === 0) return [...singles]
  return [...words, ...pairs]
}

function hasAllTokens(text: string, tokens: readonly string[]): boolean {
  const missing = new Set(tokens)
  lex(normalise(text), (form) => {
    if (missing.size > 0) missing.delete(stem(form))
  })
  return missing.size === 0
}
