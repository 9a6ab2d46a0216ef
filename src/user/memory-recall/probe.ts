import { isSingle } from '../../search/term-worth.js'
import { parseQuery, type QueryTerm } from '../../text/query.js'
import { plainRequest } from './plain-request.js'
import { relatedWords } from './related-words.js'
import { isRequestWord } from './request-words.js'

/** What is looked for in each record: the words of a request, and the subjects that they are of. */
export interface Probe {
  readonly terms: readonly ProbeTerm[]
  readonly subjects: readonly ProbeSubject[]
  /** What a token is of: a term, words of subjects. */
  readonly byToken: ReadonlyMap<string, ProbeToken>
}

interface ProbeTerm {
  readonly token: string
  /** Of a word that only one record has; less for what is in most requests. */
  readonly worth: number
  /** Its subjects. */
  readonly subjects: readonly number[]
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
  const { terms } = parseQuery(plainRequest(request))
  const places = new Map(terms.map(({ token }, index) => [token, index]))
  const subjectsOf = terms.map((): number[] => [])
  const subjects: ProbeSubject[] = []
  const words: SubjectWord[] = []
  for (const related of relatedWords(places.keys())) {
    const named = related.filter((tokens) => tokens.every((token) => places.has(token)))
    const naming = [...new Set(named.flat())].map((token) => places.get(token)!)
    if (naming.length === 0) continue
    const subject = subjects.length
    subjects.push({
      worth: Math.max(...naming.map((index) => worthInSubject(terms[index]!))),
      words: related,
    })
    for (const index of naming) subjectsOf[index]!.push(subject)
    for (const tokens of related) words.push({ subject, tokens })
  }
  return {
    terms: terms.map((term, index) => ({
      token: term.token,
      worth: worthOf(term),
      subjects: subjectsOf[index]!,
    })),
    subjects,
    byToken: byToken(places, words),
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

function byToken(places: ReadonlyMap<string, number>, words: readonly SubjectWord[]) {
  const tokens = new Map<string, { readonly term: number | undefined; readonly words: SubjectWord[] }>()
  for (const [token, term] of places) tokens.set(token, { term, words: [] })
  for (const word of words) {
    for (const token of word.tokens) {
      const known = tokens.get(token)
      if (known === undefined) tokens.set(token, { term: undefined, words: [word] })
      else known.words.push(word)
    }
  }
  return tokens
}

/** What a word is worth that most requests have. */
const REQUEST_WORD = 0.3
/** A character of a Han run is in many words; where it is one by itself, its subject is likely meant. */
const SINGLE_IN_SUBJECT = 0.5

function worthOf(term: QueryTerm): number {
  const own = isSingle(term) ? 0 : term.weight
  return isRequestWord(term.form) ? own * REQUEST_WORD : own
}

function worthInSubject(term: QueryTerm): number {
  return isSingle(term) ? SINGLE_IN_SUBJECT : worthOf(term)
}
