import { clip } from './clip.js'
import { normalise } from './fold.js'
import { phraseOf } from './phrase.js'
import { QUERY_MAX_CHARS, QUERY_MAX_TERMS, splitOperators } from './query.js'
import { scan } from './scan.js'
import { searchForm } from './search-form.js'
import { findWording } from './wording.js'

/** Words that must stand in a text just so. */
export interface ExactQuery {
  /** Words, identifiers and quoted phrases, each in the form in which texts are compared (`searchForm`). */
  readonly wordings: readonly string[]
  /** Indexed tokens that every text with all of them has. Empty when nothing can be looked for. */
  readonly tokens: readonly string[]
  /** True when the input was too long or had too many words, so that not all of it is asked for. */
  readonly clipped: boolean
  matches(text: string): boolean
}

/**
 * Reads any string as exact words, in the grammar of questions: `"exact phrase"`, `-excluded`, `-"excluded phrase"`;
 * all else is words, cut where texts are cut for the index, so that `ADR-016`, `atomic_write_json` and
 * `src/text/segment.ts` are one word each. Unlike a question's, words are not stemmed, none is dropped, all must be there.
 *
 * @example parseExactQuery('ADR-016 "blue green" -kubernetes').matches('ADR-016: blue  green') // true
 */
export function parseExactQuery(input: string): ExactQuery {
  const text = clip(input, QUERY_MAX_CHARS)
  const { plain, phrases, excluded } = splitOperators(text, 'drop phrases')
  const given = [...phrases.map((phrase) => phrase.text), ...wordsOf(plain)]
  const wanted = new Map<string, readonly string[]>()
  for (const wording of given.slice(0, QUERY_MAX_TERMS)) {
    const phrase = phraseOf(wording, true)
    if (phrase !== undefined) wanted.set(searchForm(wording).trim(), phrase.tokens)
  }
  const wordings = [...wanted.keys()]
  const unwanted = excluded.map((phrase) => searchForm(phrase.exact ? phrase.text : core(phrase.text)).trim())
  return {
    wordings,
    tokens: [...new Set([...wanted.values()].flat())],
    clipped: text.length < input.length || given.length > QUERY_MAX_TERMS,
    matches: (candidate) => {
      const form = searchForm(candidate)
      return (
        wordings.every((wording) => findWording(form, wording) >= 0) &&
        !unwanted.some((wording) => findWording(form, wording) >= 0)
      )
    },
  }
}

/** The words of a text, as it is cut for the index. */
function wordsOf(text: string): string[] {
  const normalised = normalise(text)
  const words: string[] = []
  scan(normalised, (_kind, start, end) => words.push(normalised.substring(start, end)))
  return words
}

/** A word without the punctuation around it. */
function core(text: string): string {
  const normalised = normalise(text)
  let first = -1
  let last = 0
  scan(normalised, (_kind, start, end) => {
    if (first < 0) first = start
    last = end
  })
  return normalised.substring(Math.max(0, first), last)
}
