import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { Answer, Citation } from '../answers/answer.js'
import { withoutFraming } from './framing-words.js'
import { gapsOf } from './gaps.js'
import { type SectionHit, searchSections } from './search-sections.js'

export interface AskedOfPassages {
  readonly question: string
  readonly task: string
  /** Only of this one: its id, source or title. */
  readonly document?: string | undefined
}

/**
 * Answers a question without a model: with the best passages of the documents of a task, word for word, and with what of
 * the question none of their sections covers. Where the best of them has too little of what was asked, it says so and
 * cites nothing. Throws `not_found` for a document that is not visible.
 */
export async function answerFromPassages(
  spine: Spine,
  reach: Reach,
  { question, task, document }: AskedOfPassages,
): Promise<Answer> {
  const wanted = {
    question: withoutFraming(question),
    task,
    document,
    limit: LOOKED_AT,
    maxChars: PASSAGE_CHARS,
  }
  const found = await spine.store.read(searchSections, spine, reach, wanted)
  const { query } = found.question
  const missing = found.missing ?? (query.isGrammar && query.phrases.length === 0 ? NO_WORD : null)
  const citations = missing === null ? answering(found.hits).map(citationOf) : []
  return {
    answer: citations.length > 0 ? citations.map(numbered).join('\n\n') : (missing ?? (await whyNot())),
    citations,
    gaps: missing === null ? gapsOf(found.question, found.frequencies) : [],
    steps: 1,
    by: 'passages',
    removedCitations: 0,
  }

  async function whyNot(): Promise<string> {
    if (query.excluded.length === 0) return NOT_COVERED
    const all = await spine.store.read(searchSections, spine, reach, { ...wanted, question: query.plain })
    return answering(all.hits).length > 0 ? EXCLUDED : NOT_COVERED
  }
}

const NO_WORD = 'the question has no word to look for'
const NOT_COVERED = 'no section covers enough of the question'
const EXCLUDED = 'each section that covers the question holds a word that it excludes (-word)'

const PASSAGES = 3
/** Some of the best may be nothing but a heading. */
const LOOKED_AT = 8
const PASSAGE_CHARS = 480
/** A section that has less of what the question's words are worth is no answer to it, however it ranks (eval/README.md). */
const LEAST_COVERED = 0.4
/** What scores less beside the best is told by it better. */
const LEAST_SHARE = 0.6

function answering(hits: readonly SectionHit[]): SectionHit[] {
  const telling = hits.filter(({ passage }) => !passage.isBare).slice(0, PASSAGES) // slice-ok: hits
  const [best] = telling
  if (best === undefined || best.covered < LEAST_COVERED) return []
  return telling.filter(({ covered, score }) => covered >= LEAST_COVERED && score >= LEAST_SHARE * best.score)
}

function citationOf({ document, anchor, headings, passage }: SectionHit): Citation {
  const { id, title, source, version } = document
  const { text: quote, line, lastLine } = passage
  return { document: id, title, source, version, anchor, headings, line, lastLine, quote }
}

function numbered({ quote }: Citation, index: number): string {
  return `${quote} [${index + 1}]`
}
