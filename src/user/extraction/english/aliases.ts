import type { Draft } from '../draft.js'
import type { Word } from '../words.js'
import { spanOf } from './clause.js'
import { isGivenName } from './given-names.js'
import { nameEnd, type Phrase } from './phrases.js'

const NAME_MAX_WORDS = 6

/**
 * Gives one both names of `Robert Smith (Bob)` and `李山 (Sam Lee)`, and answers the sentence without what stands in the
 * brackets, so that it reads on behind them.
 */
export function foldAliases(draft: Draft, words: Word[]): Word[] {
  let rest: Word[] | null = null
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.lower !== '(' || words[at]!.kind !== 'mark') {
      rest?.push(words[at]!)
      continue
    }
    const alias = aliasAt(words, at)
    if (alias === null) rest?.push(words[at]!)
    else {
      rest ??= words.slice(0, at)
      const party = draft.mention(spanOf(words, nameBefore(words, at)!), null)
      draft.alias(spanOf(words, alias), party)
      at = alias.to
    }
  }
  return rest ?? words
}

/** The other name in the bracket that opens at a place. */
function aliasAt(words: readonly Word[], open: number): Phrase | null {
  const isSaid = aliasWords.has(words[open + 1]?.lower ?? '')
  const from = isSaid ? open + 2 : open + 1
  const to = nameEnd(words, from)
  if (to === from || words[to]?.lower !== ')') return null
  const name = nameBefore(words, open)
  return name !== null && (isSaid || isSame(words, name, { from, to })) ? { from, to } : null
}

const aliasWords = new Set(['aka', 'a.k.a', 'alias'])

function nameBefore(words: readonly Word[], end: number): Phrase | null {
  for (let from = Math.max(0, end - NAME_MAX_WORDS); from < end; from++) {
    if (words[from]!.isCapital && nameEnd(words, from) === end) return { from, to: end }
  }
  return null
}

/** A short name beside a full one, or one in another script: not `Sarah (Design)`, `Ana Ruiz (Oslo)`. */
function isSame(words: readonly Word[], name: Phrase, other: Phrase): boolean {
  const [first, second] = [words[name.from]!, words[other.from]!]
  if (isLatin(first) !== isLatin(second)) return true
  const [isLong, isOtherLong] = [name.to - name.from > 1, other.to - other.from > 1]
  return isLong !== isOtherLong && isGivenName(first.lower) && isGivenName(second.lower)
}

function isLatin({ lower }: Word): boolean {
  return lower.charCodeAt(0) < 0x3040
}
