import { clip } from './clip.js'
import { normalise } from './fold.js'
import { lex, PAIR, SINGLE, WORD } from './lex.js'
import { type Phrase, phraseOf } from './phrase.js'
import { BREAK, classAt, HAN, isContinuous } from './scripts.js'
import { stem } from './stem.js'
import { hanStopMask, isStopWord } from './stop-words.js'

/** One thing to look for. */
export interface QueryTerm {
  /** As indexed. It may stand among a text's `words` or its `parts`, whatever `kind` says: look in both. */
  readonly token: string
  /** Folded but not stemmed, for exact-form scoring against `wordForms`. */
  readonly form: string
  /** Share of a full word's worth, in (0, 1]. */
  readonly weight: number
  /** `word`: a word of the question; `part`: half of an identifier, or a character or pair of a CJK run. */
  readonly kind: 'word' | 'part'
  /** Which word or CJK run of the question it came from; neighbours differ by one, dropped words leave a gap. */
  readonly position: number
}

/** A question, taken apart. */
export interface Query {
  /** What was considered: the input, clipped. */
  readonly text: string
  /** The same without what is excluded and without quotes: what is meant. */
  readonly plain: string
  /** Distinct tokens in order of appearance, phrases' words included; may be empty. */
  readonly terms: readonly QueryTerm[]
  /** Exact phrases a result must hold. */
  readonly phrases: readonly Phrase[]
  /** Words and phrases a result must not hold. */
  readonly excluded: readonly Phrase[]
  /** True when the input was too long or had too many terms, so that not all of it is asked for. */
  readonly clipped: boolean
  /** True when it has nothing but words of grammar, which are then looked for. */
  readonly isGrammar: boolean
  /** True when the asker speaks of themselves (I, me, my, 我 …). */
  readonly firstPerson: boolean
}

/** Characters (UTF-16 units) of a question that are considered. */
export const QUERY_MAX_CHARS = 4_096
/** Distinct terms of a question. */
export const QUERY_MAX_TERMS = 64

/**
 * Reads any string as a question. `"exact phrase"`, `-excluded` and `-"excluded phrase"` are the whole grammar; an
 * unbalanced quote, and everything else that engines take for syntax, is plain text.
 *
 * @example parseQuery('what did I say about "blue green" deploys -kubernetes')
 */
export function parseQuery(input: string): Query {
  const text = clip(input, QUERY_MAX_CHARS)
  const { plain, phrases, excluded } = splitOperators(text, 'keep phrases')
  const candidates = collectTerms(normalise(plain))
  // Phrases narrow the result, their words rank it; a question of nothing but stop words keeps them.
  const content = candidates.filter((term) => !term.isStop)
  const { terms, overflow } = distinct(content.length > 0 ? content : candidates)
  return {
    text,
    plain,
    terms,
    phrases,
    excluded,
    clipped: overflow || text.length < input.length,
    isGrammar: content.length === 0 && candidates.length > 0,
    firstPerson: FIRST_PERSON.test(plain),
  }
}

// Weights of what a CJK run or identifier is split into, relative to a whole word. A shared pair outranks any
// number of shared single characters a run can have beside it; singles only order what else would tie.
const IDENTIFIER_PART_WEIGHT = 0.4
const HAN_PAIR_WEIGHT = 1
/** A pair half made of 的, 了, 在 …: usually chance, but 目的 is a word. */
const HAN_EDGE_PAIR_WEIGHT = 0.4
const RUN_PAIR_WEIGHT = 0.6
const SINGLE_WEIGHT = 0.08

const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:(?:I|me|my|mine|myself)(?![\p{L}\p{N}])|i(?:['’](?:m|ve|d|ll))?(?= [a-z]))(?! of )|我|咱|俺|私|僕/u

interface Candidate extends QueryTerm {
  readonly isStop: boolean
}

interface Operators {
  /** The input with exclusions taken out; of phrases the quotes alone, or all. */
  readonly plain: string
  readonly phrases: readonly Phrase[]
  readonly excluded: readonly Phrase[]
}

// -"excluded phrase", "phrase" (also in typographic and full-width quotes), -word after a space. A word needs two
// characters and no second hyphen, so that -v, -5 and --flag are text.
const OPERATOR =
  /(?<![^\s(])-(?:["＂]([^"＂]*)["＂]|“([^“”]*)”)|["＂]([^"＂]*)["＂]|“([^“”]*)”|(?<![^\s(])-((?=\p{L})[^\s"“”＂()]+)/gu

/** Takes the operators out of a question. */
export function splitOperators(text: string, plainly: 'keep phrases' | 'drop phrases'): Operators {
  const phrases: Phrase[] = []
  const excluded: Phrase[] = []
  const plain = text.replace(OPERATOR, (whole, minusPlain, minusCurly, quoted, curly, word) => {
    const minus: string | undefined = minusPlain ?? minusCurly
    if (minus !== undefined) return keep(excluded, phraseOf(minus, true)) ? ' ' : whole
    if (word !== undefined) {
      const isSwitch = /^.$/u.test(word) && classAt(word, 0) < HAN
      return !isSwitch && keep(excluded, phraseOf(word, false)) ? ' ' : whole
    }
    const wording: string = quoted ?? curly ?? ''
    keep(phrases, phraseOf(wording, true))
    return plainly === 'keep phrases' ? ` ${wording} ` : ' '
  })
  return { plain, phrases, excluded }
}

function keep(list: Phrase[], phrase: Phrase | undefined): boolean {
  if (phrase === undefined) return false
  list.push(phrase)
  return true
}

function collectTerms(text: string): readonly Candidate[] {
  const terms: Candidate[] = []
  const mask = hanStopMask(text)
  let position = -1
  let lastEnd = 0
  let lastRun = BREAK
  lex(text, (form, kind, start, end) => {
    if (form === '') return
    const isRun = kind === SINGLE || kind === PAIR
    const charClass = classAt(form, 0)
    const isSame = start < lastEnd || (start === lastEnd && isRun && charClass === lastRun)
    if (!isSame || position < 0) position++
    lastEnd = Math.max(lastEnd, end)
    lastRun = isRun || isContinuous(charClass) ? charClass : BREAK
    if (isRun) terms.push(runTerm(form, kind, position, mask.subarray(start, end)))
    else terms.push(wordTerm(form, kind, position, !isStopWord(form) || isName(text, start, form)))
  })
  return terms
}

function wordTerm(form: string, kind: number, position: number, isContent: boolean): Candidate {
  const isWord = kind === WORD
  const weight = isWord ? 1 : IDENTIFIER_PART_WEIGHT
  return { token: stem(form), form, weight, kind: isWord ? 'word' : 'part', position, isStop: !isContent }
}

/** Will, May and the US, IT, WHO: stop words that are names when written so inside a sentence. */
function isName(text: string, start: number, form: string): boolean {
  const written = text.substring(start, start + form.length)
  if (form === 'will' || form === 'may') return start > 0 && /^[A-Z][a-z]/.test(written)
  return (form === 'us' || form === 'it' || form === 'who') && written === form.toUpperCase()
}

function runTerm(form: string, kind: number, position: number, mask: Uint8Array): Candidate {
  const stops = mask.reduce((sum, flag) => sum + flag, 0)
  const isStop = stops === mask.length
  return {
    token: form,
    form,
    weight: runWeight(form, kind, stops > 0 && !isStop),
    kind: 'part',
    position,
    isStop,
  }
}

function runWeight(form: string, kind: number, touchesStop: boolean): number {
  if (kind === SINGLE) return SINGLE_WEIGHT
  if (classAt(form, 0) !== HAN) return RUN_PAIR_WEIGHT
  return touchesStop ? HAN_EDGE_PAIR_WEIGHT : HAN_PAIR_WEIGHT
}

/** One term per token, at its greatest weight; a character that stands alone weighs as a word. */
function distinct(candidates: readonly Candidate[]): { terms: readonly QueryTerm[]; overflow: boolean } {
  const perPosition = new Map<number, number>()
  for (const { position } of candidates) perPosition.set(position, (perPosition.get(position) ?? 0) + 1)
  const terms = new Map<string, QueryTerm>()
  let overflow = false
  for (const { token, form, kind, position, weight: own } of candidates) {
    const weight = perPosition.get(position) === 1 ? 1 : own
    const known = terms.get(token)
    if (known !== undefined) {
      if (known.weight < weight)
        terms.set(token, { ...known, weight, kind: known.kind === 'word' ? 'word' : kind })
    } else if (terms.size < QUERY_MAX_TERMS) {
      terms.set(token, { token, form, weight, kind, position })
    } else overflow = true
  }
  return { terms: [...terms.values()], overflow }
}
