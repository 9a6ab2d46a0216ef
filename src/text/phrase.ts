import { fold, foldWithOffsets, normalise } from './fold.js'
import { lex, PAIR, SINGLE, WORD } from './lex.js'
import { scan } from './scan.js'
import { classAt, isAlphanumeric, isContinuous, MARK, widthAt } from './scripts.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'

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
  return findPhrase(collapsed(fold(text)), collapsed(fold(phrase.text)).trim(), 0) >= 0
}

/** Where an exact phrase stands in a text: [start, end) UTF-16 offsets into the text as given. */
export function phraseSpans(text: string, phrase: Phrase): readonly (readonly [number, number])[] {
  if (!phrase.exact) return []
  const source = foldWithOffsets(text)
  const needle = collapsed(fold(phrase.text)).trim()
  const { text: haystack, at } = collapsedWithOffsets(source.text)
  const spans: (readonly [number, number])[] = []
  for (let from = 0; ; ) {
    const found = findPhrase(haystack, needle, from)
    if (found < 0) return spans
    const last = at[found + needle.length - 1] as number
    spans.push([source.starts[at[found] as number] as number, source.ends[last] as number])
    from = found + needle.length
  }
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

function findPhrase(haystack: string, needle: string, from: number): number {
  if (needle === '') return -1
  for (let at = haystack.indexOf(needle, from); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    if (isBorder(haystack, at) && isBorder(haystack, at + needle.length)) return at
  }
  return -1
}

/** True unless a word goes on across `index`. */
function isBorder(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true
  const after = classAt(text, index)
  if (after === MARK) return false
  const unit = text.charCodeAt(index - 1)
  const before = classAt(text, unit >= 0xdc00 && unit <= 0xdfff ? index - 2 : index - 1)
  return !((isAlphanumeric(before) || before === MARK) && isAlphanumeric(after))
}

const SPACES = /\s+/g

function collapsed(text: string): string {
  return text.replace(SPACES, ' ')
}

function collapsedWithOffsets(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at: number[] = []
  let out = ''
  for (const match of text.matchAll(/\s+|\S+/g)) {
    const piece = match[0]
    const isSpace = piece.trim() === ''
    out += isSpace ? ' ' : piece
    for (let i = 0; i < (isSpace ? 1 : piece.length); i++) at.push(match.index + i)
  }
  return { text: out, at }
}
