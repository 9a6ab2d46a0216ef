import { clip } from '../../text/clip.js'
import { fold } from '../../text/fold.js'
import { stem } from '../../text/stem.js'
import { isStopWord } from '../../text/stop-words.js'

/** What someone is for or against, without its grammar. */
export interface Taste {
  readonly isFor: boolean
  /** Stems in their order, joined: `i love green tea` and `Green teas` are both `green tea`. */
  readonly about: string
}

/** What a clause says about liking; undefined where it does not say which way. `value` is the part that is liked. */
export function statedTaste(clause: string, value: string): Taste | undefined {
  const form = fold(clip(clause, LONGEST_CHARS))
  const isAgainst = AGAINST.test(form)
  if (!isAgainst && !FOR.test(form)) return undefined
  const about = essence(value)
  return about === '' ? undefined : { isFor: !isAgainst, about }
}

/** A favourite that is said of the user, by its noun: `language` is `go`. */
export interface Favourite {
  readonly noun: string
  readonly value: string
  /** Both as they are told, folded but whole. */
  readonly shown: { readonly noun: string; readonly value: string }
}

/** `my favourite language is Go`, `Go is the user's favorite language`, `我最喜欢的语言是Go`; the first of a text. */
export function statedFavourite(text: string): Favourite | undefined {
  const form = fold(clip(text, LONGEST_CHARS))
  if (/\?|？/.test(form)) return undefined
  for (const [pattern, noun, value] of FAVOURITES) {
    const found = pattern.exec(form)
    if (found === null) continue
    const shown = { noun: (found[noun] ?? '').trim(), value: (found[value] ?? '').trim() }
    const said = { noun: essence(shown.noun), value: essence(shown.value), shown }
    return said.noun === '' || said.value === '' ? undefined : said
  }
  return undefined
}

function essence(words: string): string {
  return words
    .split(/[^\p{L}\p{M}\p{N}+#]+/u)
    .filter((word) => word !== '' && !isStopWord(word) && !FILLERS.has(word))
    .map((word) => stem(fold(word)))
    .join(' ')
}

const LONGEST_CHARS = 600

const AGAINST =
  /\b(?:hates?|dislikes?|loathes?|detests?|avoids?|never|not a fan|can't stand|cannot stand|can not stand|(?:don't|doesn't|do not|does not) (?:(?:really|much) )?(?:like|love|enjoy|want|use)|no longer (?:like|love|enjoy)s?|stop|sick of)\b|讨厌|受不了|不喜欢|不爱|不要|别再|不再/
const FOR =
  /\b(?:likes?|loves?|enjoys?|prefers?|adores?|always|a (?:big )?fan of|fond of|rather)\b|喜欢|爱|偏爱|总是|一律|都要/

const MINE = "(?:my|user's)"
const FAVOURITES: readonly (readonly [RegExp, noun: number, value: number])[] = [
  [
    new RegExp(
      String.raw`\b${MINE} (?:all-time |current |new )?favou?rite ([\p{L} ]{1,40}?)(?: is|:) ?([^.,;!\n]{1,60})`,
      'u',
    ),
    1,
    2,
  ],
  [
    new RegExp(
      String.raw`([\p{L}\p{N}+#-]{1,40}) is (?:now )?(?:the )?${MINE} (?:all-time |new )?favou?rite ([\p{L} ]{1,40})`,
      'u',
    ),
    2,
    1,
  ],
  [/(?:我|用户)最(?:喜欢|爱)的(.{1,12}?)(?:是|:)\s?([^,.;!。\n]{1,30})/u, 1, 2],
]

const FILLERS: ReadonlySet<string> = new Set([
  'really',
  'much',
  'still',
  'now',
  'currently',
  'these',
  'days',
  'anymore',
])
