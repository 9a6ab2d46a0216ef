import { matchesPhrase, type Phrase, phraseSpans } from '../../text/phrase.js'
import type { Query } from '../../text/query.js'
import { searchForm } from '../../text/search-form.js'
import type { Span } from '../../text/span.js'
import { plainOf, spanInMarkdown } from '../outline/plain.js'

/** Whether a section holds all phrases of a question, and nothing that it excludes: as it stands, or as it reads. */
export function holdsPhrases(body: string, { phrases, excluded }: Query): boolean {
  if (phrases.length === 0 && excluded.length === 0) return true
  const holds = asItReads(body)
  return phrases.every(holds) && !excluded.some(holds)
}

/** Where the phrases of a question stand in a section, markup inside them included. */
export function spansOfPhrases(body: string, phrases: readonly Phrase[]): Span[] {
  if (phrases.length === 0) return []
  const plain = plainOf(body)
  return phrases.flatMap((phrase) => {
    const spans = phraseSpans(body, phrase)
    return spans.length > 0
      ? spans
      : phraseSpans(plain.text, phrase).map(([start, end]) => spanInMarkdown(plain, start, end))
  })
}

/** Taking the markup out costs more than looking whether that could help. */
function asItReads(body: string): (phrase: Phrase) => boolean {
  let plain: string | undefined
  let letters: string | undefined
  return (phrase) => {
    if (matchesPhrase(body, phrase)) return true
    if (!phrase.exact) return false
    letters ??= lettersOf(body.replace(LINK_TARGETS, ' '))
    if (!letters.includes(lettersOf(phrase.text))) return false
    plain ??= plainOf(body).text
    return matchesPhrase(plain, phrase)
  }
}

/** What stands in Markdown and is not read: addresses, names of links, tags. */
const LINK_TARGETS = /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\]\[[^\]\n]*\]|<[^<>\n]*>/g

function lettersOf(text: string): string {
  return searchForm(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
