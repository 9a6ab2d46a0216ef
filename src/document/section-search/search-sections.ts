import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { Candidate } from '../../search/candidate.js'
import { type Question, readQuestion } from '../../search/question.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { parseQuery, splitOperators } from '../../text/query.js'
import { documentRows, type ShownDocument } from '../document-rows.js'
import { ownText } from '../own-heading.js'
import { sectionsAbove } from '../reading/section-rows.js'
import { taskDocuments } from '../tasks/task-documents.js'
import { visibleTo } from '../tasks/visible-documents.js'
import { cutPassage, type Passage } from './cut-passage.js'
import { type FoundCandidates, findCandidates } from './find-candidates.js'
import { bestSentence, termPlaces } from './passage.js'
import { type QuestionWorth, type ScoredSection, scorePairs, scoreSection, worthOf } from './score-section.js'
import { holdsPhrases } from './section-phrases.js'
import { type SectionPlace, sectionPlaces } from './section-places.js'
import { type SectionSet, sectionSets } from './section-set.js'
import { SECTION_WEIGHTS } from './section-weights.js'

export interface SectionSearch {
  readonly question: string
  readonly task: string
  /** Only in one document: its id, source or title. */
  readonly document?: string | undefined
  readonly limit: number
  /** Of a passage. */
  readonly maxChars: number
}

export interface FoundSections {
  /** Best first; each section once. */
  readonly hits: readonly SectionHit[]
  readonly question: Question
  /** How many of the visible sections hold each term of the question, and what it is worth. */
  readonly frequencies: readonly number[]
  readonly worth: QuestionWorth
  /** Phrases that no visible section holds; their words were asked for instead. Never those of a question that is nothing else. */
  readonly relaxed: readonly string[]
  /** Why nothing could be looked for; null where it could. */
  readonly missing: string | null
}

export interface SectionHit {
  readonly document: ShownDocument
  readonly anchor: string
  /** 1 to 6; 0 before the first heading. */
  readonly level: number
  readonly heading: string
  /** Of the sections above, outermost first, and its own. */
  readonly headings: readonly string[]
  /** Of the section, or of the part of it that was found, in the document, from 1. */
  readonly line: number
  readonly lastLine: number
  readonly passage: Passage
  /** For comparison within one answer only. */
  readonly score: number
  /** Which share of the question's worth the section holds; its title and headings belong to it. */
  readonly covered: number
}

/**
 * Finds the sections of a task's documents that answer a question: of published documents that are attached to the task and
 * that the user may see, and by what they alone hold. Any string is a question. Throws `not_found` for a `document` that
 * is not among them.
 */
export function* searchSections(spine: Spine, reach: Reach, wanted: SectionSearch): Tx<FoundSections> {
  const sets = yield* sectionSets(spine, reach, wanted)
  const visible = visibleTo(yield* taskDocuments(spine, reach, wanted.task))
  const input = readQuestion(wanted.question, { now: spine.env.now(), zone: 'UTC' })
  // "Last month" is a time to search memories by; in a document it is words like others.
  const asked: Question = { ...input, isTimeWord: input.isTimeWord.map(() => false) }
  let question = asked
  let found = yield* findIn(question)
  if (found.every(isEmpty) && saysMoreThanPhrases(asked)) {
    question = { ...asked, query: { ...asked.query, phrases: [] } }
    found = yield* findIn(question)
  }
  const frequencies = question.query.terms.map((_term, index) =>
    found.reduce((sum, one) => sum + (one.frequencies[index] ?? 0), 0),
  )
  const worth = worthOf(question, {
    sections: sets.reduce((sum, set) => sum + set.sections, 0),
    words: sets.reduce((sum, set) => sum + set.words, 0),
    frequencies,
  })
  const scored = found
    .flatMap(({ candidates }) => candidates)
    .map((measured) => scoreSection(question, measured, worth))
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
  const looked = scored.slice(0, Math.max(LOOKED_AT, wanted.limit * 2)) // slice-ok: candidates
  const placed = yield* placeAll(sets, visible, looked)
  const ranked = onePerSection(
    placed.map((section) => withoutHeading(section, question, worth)).sort(bestFirst),
  )
  const hits = yield* hitsOf(ranked.slice(0, wanted.limit), question, worth, wanted.maxChars) // slice-ok: hits
  return {
    hits,
    question: asked,
    frequencies,
    worth,
    relaxed: question === asked ? [] : asked.query.phrases.map(({ text }) => text),
    missing: asked.query.terms.length === 0 ? 'the question has no word to look for' : null,
  }

  function* findIn(asking: Question): Tx<FoundCandidates[]> {
    if (asking.query.terms.length === 0) return []
    const accepts = ({ text }: Candidate) => holdsPhrases(ownText(text), asking.query)
    const each: FoundCandidates[] = []
    for (const set of sets) each.push(yield* findCandidates(spine, set, asking, accepts))
    return each
  }
}

/** Candidates whose place is looked up, best first. */
const LOOKED_AT = 40

interface PlacedSection extends ScoredSection {
  readonly place: SectionPlace
}

function* placeAll(
  sets: readonly SectionSet[],
  visible: Sql,
  scored: readonly ScoredSection[],
): Tx<PlacedSection[]> {
  const placed: PlacedSection[] = []
  for (const { bank } of sets) {
    const own = scored.filter(({ measured }) => measured.candidate.bank === bank)
    const rids = own.map(({ measured }) => measured.candidate.rid)
    const places = yield* sectionPlaces(bank, visible, rids)
    for (const section of own) {
      const place = places.get(section.measured.candidate.rid)
      if (place !== undefined) placed.push({ ...section, place })
    }
  }
  return placed
}

/** A heading says what a section is about; where there is none, its best sentence does. */
function withoutHeading(section: PlacedSection, question: Question, worth: QuestionWorth): PlacedSection {
  const { measured, place, score } = section
  if (place.level > 0) return section
  const body = clip(ownText(measured.candidate.text), SENTENCES_CHARS)
  const sentence = bestSentence(body, termPlaces(body, worth.places), worth.worths)
  return {
    ...section,
    score: score + SECTION_WEIGHTS.sentence * sentence + scorePairs(question, measured, worth),
  }
}

/** Sentences are looked for in the first so many characters of many texts; the one that is shown is looked through whole. */
const SENTENCES_CHARS = 8_000

/** A long section is kept in parts. */
function onePerSection(sections: readonly PlacedSection[]): PlacedSection[] {
  const seen = new Set<string>()
  return sections.filter(({ place }) => {
    const section = `${place.bank} ${place.versionRid} ${place.seq - place.part}`
    if (seen.has(section)) return false
    seen.add(section)
    return true
  })
}

/** Hits of one document, or under one heading, read these once. */
function* hitsOf(
  sections: readonly PlacedSection[],
  question: Question,
  worth: QuestionWorth,
  maxChars: number,
): Tx<SectionHit[]> {
  const documents = new Map<string, ShownDocument>()
  for (const bank of new Set(sections.map(({ place }) => place.bank))) {
    const rids = sections.filter(({ place }) => place.bank === bank).map(({ place }) => place.documentRid)
    for (const document of yield* documentRows(bank, sql`d.item_rid ${inInt(rids)}`))
      documents.set(`${bank} ${document.rid}`, document)
  }
  const aboveOf = new Map<string, readonly string[]>()
  const hits: SectionHit[] = []
  for (const { measured, place, score, covered } of sections) {
    const document = documents.get(`${place.bank} ${place.documentRid}`)
    if (document === undefined) throw new Error('a section belongs to a document that is not there')
    const under = `${place.bank} ${place.versionRid} ${place.parent}`
    const above = aboveOf.get(under) ?? (yield* sectionsAbove(document, place)).map(({ heading }) => heading)
    aboveOf.set(under, above)
    hits.push({
      document,
      anchor: place.anchor,
      level: place.level,
      heading: place.heading,
      headings: [...above, ...(place.level === 0 ? [] : [place.heading])],
      line: place.line,
      lastLine: place.line + Math.max(0, place.lines - 1),
      passage: cutPassage(ownText(measured.candidate.text), { place, question, worth, maxChars }),
      score,
      covered,
    })
  }
  return hits
}

function bestFirst(a: ScoredSection, b: ScoredSection): number {
  return b.score - a.score || a.measured.candidate.rid - b.measured.candidate.rid
}

function isEmpty({ candidates }: FoundCandidates): boolean {
  return candidates.length === 0
}

/** A question of nothing but phrases means them exactly. */
function saysMoreThanPhrases({ query }: Question): boolean {
  if (query.phrases.length === 0) return false
  return parseQuery(splitOperators(query.text, 'drop phrases').plain).terms.length > 0
}
