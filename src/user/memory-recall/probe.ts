import { isSingle } from '../../search/term-worth.js'
import { parseQuery, type QueryTerm } from '../../text/query.js'
import { classAt, isContinuous } from '../../text/scripts.js'
import { plainRequest } from './plain-request.js'
import { relatedWords } from './related-words.js'
import { isRequestWord } from './request-words.js'

/** What is looked for in each record: the words of a request, and the subjects that they are of. */
export interface Probe {
  readonly pieces: readonly ProbePiece[]
  readonly terms: readonly ProbeTerm[]
  readonly subjects: readonly ProbeSubject[]
  /** What a token is of: a term, words of subjects. */
  readonly byToken: ReadonlyMap<string, ProbeToken>
}

/** A word; of a run without spaces each character, so that what a long shared run says counts once. */
interface ProbePiece {
  /** Of a word 1: two characters make one. */
  readonly share: number
  /** The word, or the pairs that the character is in; their numbers. */
  readonly terms: readonly number[]
  readonly subjects: readonly number[]
}

interface ProbeTerm {
  readonly token: string
  /** Of a word that only one record has; less for what is in most requests. */
  readonly worth: number
}

interface ProbeSubject {
  readonly worth: number
  /** Its words, each as its tokens. */
  readonly words: readonly (readonly string[])[]
}

interface ProbeToken {
  readonly term: number | undefined
  readonly words: readonly SubjectWord[]
}

/** A word of a subject; of a Han word of several pairs all must be there. */
interface SubjectWord {
  readonly subject: number
  readonly tokens: readonly string[]
}

/** What a record holds of a probe, in its order. */
export interface Held {
  readonly terms: readonly boolean[]
  readonly subjects: readonly boolean[]
}

export function probeOf(request: string): Probe {
  const asked = parseQuery(plainRequest(request)).terms
  const weights = new Map(asked.map((term) => [term.token, worthOf(term)]))
  const subjects: ProbeSubject[] = []
  const subjectsOf = new Map<string, number[]>()
  for (const words of relatedWords(weights.keys())) {
    const named = words.filter((tokens) => tokens.every((token) => weights.has(token)))
    const naming = new Set(named.flat())
    if (naming.size === 0) continue
    for (const token of naming) subjectsOf.set(token, [...(subjectsOf.get(token) ?? []), subjects.length])
    subjects.push({ worth: Math.max(...[...naming].map((token) => weights.get(token)!)), words })
  }
  const terms = asked.filter((term) => !isSingle(term))
  const places = new Map(terms.map(({ token }, index) => [token, index]))
  return {
    pieces: piecesOf(terms, (token) => subjectsOf.get(token) ?? []),
    terms: terms.map((term) => ({ token: term.token, worth: worthOf(term) })),
    subjects,
    byToken: byToken(places, subjects),
  }
}

/** Whether a text of these tokens holds each term and subject. */
export function heldIn(tokens: Iterable<string>, { terms, subjects, byToken }: Probe): Held {
  const held = { terms: terms.map(() => false), subjects: subjects.map(() => false) }
  const seen = new Set<string>()
  for (const token of tokens) {
    const known = byToken.get(token)
    if (known === undefined || seen.has(token)) continue
    seen.add(token)
    if (known.term !== undefined) held.terms[known.term] = true
    for (const word of known.words)
      if (word.tokens.length === 1 || word.tokens.every((one) => seen.has(one)))
        held.subjects[word.subject] = true
  }
  return held
}

/** What a character of a run is worth beside a word. */
const CHARACTER = 0.5

function piecesOf(
  terms: readonly QueryTerm[],
  subjectsOf: (token: string) => readonly number[],
): readonly ProbePiece[] {
  const words: ProbePiece[] = []
  const pairs = new Map<string, number[]>()
  for (const [index, { token }] of terms.entries()) {
    const characters = [...token]
    const isOfRun = isContinuous(classAt(token, 0))
    if (isOfRun && characters.length === 2)
      for (const character of characters) pairs.set(character, [...(pairs.get(character) ?? []), index])
    else {
      const share = isOfRun && characters.length === 1 ? CHARACTER : 1
      words.push({ share, terms: [index], subjects: subjectsOf(token) })
    }
  }
  const characters = [...pairs].map(([character, indexes]) => ({
    share: CHARACTER,
    terms: indexes,
    subjects: [character, ...indexes.map((index) => terms[index]!.token)].flatMap(subjectsOf),
  }))
  return [...words, ...characters]
}

function byToken(places: ReadonlyMap<string, number>, subjects: readonly ProbeSubject[]) {
  const tokens = new Map<string, { readonly term: number | undefined; readonly words: SubjectWord[] }>()
  for (const [token, term] of places) tokens.set(token, { term, words: [] })
  for (const [subject, { words }] of subjects.entries())
    for (const word of words)
      for (const token of word) {
        const known = tokens.get(token)
        if (known === undefined) tokens.set(token, { term: undefined, words: [{ subject, tokens: word }] })
        else known.words.push({ subject, tokens: word })
      }
  return tokens
}

/** What a word is worth that most requests have; and a character, which is in many words, for its subject. */
const HALF = 0.5

function worthOf(term: QueryTerm): number {
  if (isSingle(term)) return HALF
  return isRequestWord(term.form) ? term.weight * HALF : term.weight
}
