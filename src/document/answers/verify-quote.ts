import type { Span } from '../../text/span.js'
import { plainOf, spanInMarkdown } from '../outline/plain.js'
import { isWordSign, type QuoteForm, quoteForm } from './quote-form.js'
import { widenQuote } from './widen-quote.js'

/** A section as quotes of it are looked for. */
export interface QuotedText {
  /** Where a quote stands in the section, or undefined where it does not. */
  find(quote: string): Span | undefined
  /** What is shown of the section for a place that was found. */
  widened(span: Span): Span
}

/**
 * Verifies quotes of a section, as it reads: word for word, but for white space, inline markup and the form of quotation
 * marks and dashes; what no reader sees, as comments and addresses of links, is no quote. A quote begins and ends with whole
 * words and numbers, and is long enough to prove something. What stands at the place found is the document's, whatever the
 * quote was.
 */
export function quotedText(text: string): QuotedText {
  const plain = plainOf(text)
  const form = quoteForm(plain.text)
  return {
    find: (quote) => {
      if (quote.length > QUOTE_MAX_CHARS) return undefined
      for (const candidate of candidatesOf(quote)) {
        const wanted = quoteForm(candidate).text
        if (weightOf(wanted) < LEAST_WEIGHT && wanted !== form.text) continue
        const span = spanOf(form, wanted)
        if (span !== undefined) return spanInMarkdown(plain, ...span)
      }
      return undefined
    },
    widened: (span) => widenQuote(text, plain, span),
  }
}

/** Longer is no quote, but a copy. */
export const QUOTE_MAX_CHARS = 2_000

/** As it is given; without the marks of quoted lines; without quotation marks around it, or dots where it was cut; as it reads. */
function candidatesOf(quote: string): string[] {
  const lines = quote.replace(/^[ \t]*>[ \t]?/gm, '')
  const bare = lines.trim().replace(/^(?:["'“„«‘「]|\.{3}|…)+|(?:["'”“»’」]|\.{3}|…)+$/gu, '')
  const read = [quote, lines, bare].map((one) => plainOf(one).text)
  return [...new Set([quote, lines, bare, ...read, ...read.map((one) => one.replace(CUT_MARKS, ''))])]
}

/** Of emphasis and code of which a quote has one end only. */
const CUT_MARKS = /\*+|`+|~~|__/g

function spanOf(form: QuoteForm, wanted: string): Span | undefined {
  if (wanted === '') return undefined
  for (let at = form.text.indexOf(wanted); at !== -1; at = form.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (isWhole(form, at, end)) return [form.starts[at] ?? 0, form.ends[end - 1] ?? 0]
  }
  return undefined
}

/** Whether no word or number is cut at either end: "10" is not in "100", nor in "10.5", "-10" or "10%". */
function isWhole(form: QuoteForm, at: number, end: number): boolean {
  const { text } = form
  const [first, last] = [text.charAt(at), text.charAt(end - 1)]
  const [before, behind] = [touching(form, at), touching(form, end)]
  if (isWordSign(first) && isWordSign(before.left)) return false
  if (isWordSign(last) && isWordSign(behind.right)) return false
  if (DIGIT.test(first) && /[-.,+±~<>≤≥]/.test(before.left)) return false
  if (!DIGIT.test(last)) return true
  return !/[%‰]/.test(behind.right) && !(/[.,]/.test(behind.right) && DIGIT.test(text.charAt(end + 1)))
}

/** What stands on either side of a border, where nothing is between them. */
function touching(
  { text, starts, ends }: QuoteForm,
  border: number,
): { readonly left: string; readonly right: string } {
  const isTouching = ends[border - 1] === starts[border]
  return isTouching ? { left: text.charAt(border - 1), right: text.charAt(border) } : { left: '', right: '' }
}

const DIGIT = /\p{N}/u

/** How much a quote says: a letter of a script without spaces is as good as a syllable. */
function weightOf(form: string): number {
  let weight = 0
  for (const char of form) weight += isWordSign(char) ? 1 : LETTER.test(char) ? IDEOGRAPH_WEIGHT : 0
  return weight
}

const LETTER = /\p{L}/u
const IDEOGRAPH_WEIGHT = 3
/** "the", "30 days" or "是的" stand anywhere, and prove nothing. */
const LEAST_WEIGHT = 12
