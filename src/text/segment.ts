import { normalise } from './fold.js'
import { lex, PART, WORD } from './lex.js'
import { stem } from './stem.js'

/** Stored beside every segmented text; raised when the same text would give other tokens. */
export const SEGMENT_VERSION = 1

/** A text as it is indexed. Tokens hold no space, no quote and no control character; join them with spaces. */
export interface Segmented {
  /** One token per word, in text order, stemmed; an identifier is one word. Han runs have none: see `parts`. */
  readonly words: readonly string[]
  /** Characters and pairs of CJK runs, and the stemmed parts of identifiers. A question's term may sit in either. */
  readonly parts: readonly string[]
}

/**
 * The one tokenizer, for stored text and for questions alike. Linear in the text, independent of ICU's word breaks.
 *
 * @example segment("The user's my_variable") // words: the user my_variable; parts: myvari my variabl
 */
export function segment(text: string): Segmented {
  const words: string[] = []
  const parts: string[] = []
  lex(normalise(text), (form, kind) => {
    if (form === '') return
    if (kind === WORD) words.push(stem(form))
    else parts.push(kind === PART ? stem(form) : form)
  })
  return { words, parts }
}

/** The words of {@link segment} folded but not stemmed, one for one: what exact-form scoring compares. */
export function wordForms(text: string): readonly string[] {
  const forms: string[] = []
  lex(normalise(text), (form, kind) => {
    if (kind === WORD && form !== '') forms.push(form)
  })
  return forms
}
