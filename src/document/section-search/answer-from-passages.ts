import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { Answer, Citation } from '../answers/answer.js'
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
  const found = await spine.store.read(searchSections, spine, reach, {
    question,
    task,
    document,
    limit: PASSAGES,
    maxChars: PASSAGE_CHARS,
  })
  const citations = answering(found.hits).map(citationOf)
  return {
    answer: citations.length > 0 ? citations.map(numbered).join('\n\n') : (found.missing ?? NOT_COVERED),
    citations,
    gaps: found.missing === null ? gapsOf(found.question, found.frequencies) : [],
    steps: 1,
    by: 'passages',
    removedCitations: 0,
  }
}

const NOT_COVERED = 'the documents of this task do not cover the question'

const PASSAGES = 3
const PASSAGE_CHARS = 480
/** A section that has less of what the question's words are worth is no answer to it, however it ranks (eval/README.md). */
const LEAST_COVERED = 0.4
/** What scores less beside the best is told by it better. */
const LEAST_SHARE = 0.6

function answering(hits: readonly SectionHit[]): SectionHit[] {
  const [best] = hits
  if (best === undefined || best.covered < LEAST_COVERED) return []
  return hits.filter(({ covered, score }) => covered >= LEAST_COVERED && score >= LEAST_SHARE * best.score)
}

function citationOf({ document, anchor, headings, passage }: SectionHit): Citation {
  const { id, title, version } = document
  const { text: quote, line, lastLine } = passage
  return { document: id, title, version, anchor, headings, line, lastLine, quote }
}

function numbered({ quote }: Citation, index: number): string {
  return `${quote} [${index + 1}]`
}
