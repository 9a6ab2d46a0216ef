import type { Spine } from '../../items/spine.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import type { Reach } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import type { Answer, Citation } from '../answers/answer.js'
import type { WithoutModel } from '../answers/without-model.js'
import type { ShownDocument } from '../document-rows.js'
import { answerFromPassages } from '../section-search/answer-from-passages.js'
import { withoutFraming } from '../section-search/framing-words.js'
import { gapsOf } from '../section-search/gaps.js'
import { searchSections } from '../section-search/search-sections.js'
import { visibleDocument, visibleDocuments } from '../tasks/visible-documents.js'
import type { ReadDocument } from './reading.js'
import { type Research, research } from './research.js'
import type { VerifiedQuote } from './verify-claims.js'

export interface Asked {
  readonly question: string
  readonly task: string
  /** Only from this one: its id, source or title. */
  readonly document?: string | undefined
  /** `passages`: without a model. */
  readonly by: 'model' | 'passages'
  readonly signal?: AbortSignal | undefined
}

export interface AskedAnswer extends Answer {
  /** Why no model's answer stands here; null where one does, or none was asked for. */
  readonly reason: WithoutModel | null
  /** The same for a person: no key, nothing of a document. */
  readonly detail: string | null
  /** What a model read: pointers for later, and no text. */
  readonly read: readonly ReadDocument[]
}

/**
 * Answers a question from the visible documents of a task: a model reads them where one is the researcher, and where it
 * comes to no answer with quotes that stand there, the best passages are the answer, with the reason. Throws `not_found`
 * for a document that is not among them.
 */
export async function askDocuments(
  { spine, models }: { readonly spine: Spine; readonly models: ChatModels },
  reach: Reach,
  asked: Asked,
): Promise<AskedAnswer> {
  const only = await spine.store.read(askable, spine, reach, asked)
  if (only === 'nothing') return NO_DOCUMENTS
  if (asked.by === 'passages') return fromPassages()
  const { question, task, signal } = asked
  const done = await research({ spine, models }, reach, {
    question,
    task,
    only: only === 'all' ? undefined : only.id,
    signal,
  })
  if (!done.ok) return fromPassages(done)
  const answer = answerOf(done)
  // What a model answers in other words than it was asked is no gap.
  return answer.citations.length > 0 ? answer : withUnheld(answer, await unheldWords(spine, reach, asked))

  async function fromPassages(failed?: Extract<Research, { ok: false }>): Promise<AskedAnswer> {
    const answer = await answerFromPassages(spine, reach, asked)
    if (failed === undefined) return { ...answer, reason: null, detail: null, read: [] }
    const { reason, detail, removed, read } = failed
    return { ...answer, reason, detail, removedCitations: removed, read }
  }
}

/**
 * Words of the question that no visible section holds, for a model may pass over them; none where the documents seem to
 * be in another language.
 */
async function unheldWords(
  spine: Spine,
  reach: Reach,
  { question, task, document }: Asked,
): Promise<string[]> {
  const wanted = { question: withoutFraming(question), task, document, limit: 1, maxChars: 1 }
  const { question: read, frequencies } = await spine.store.read(searchSections, spine, reach, wanted)
  const held = frequencies.filter((frequency) => frequency > 0).length
  return held * 2 < frequencies.length ? [] : gapsOf(read, frequencies)
}

function withUnheld(answer: AskedAnswer, unheld: readonly string[]): AskedAnswer {
  const told = answer.gaps.join('\n').toLowerCase()
  return { ...answer, gaps: [...answer.gaps, ...unheld.filter((word) => !told.includes(word.toLowerCase()))] }
}

const NO_DOCUMENTS: AskedAnswer = {
  answer: '',
  citations: [],
  gaps: [],
  steps: 0,
  by: 'passages',
  removedCitations: 0,
  reason: 'no_documents',
  detail:
    'no published document is attached to this task: knowledge.import, knowledge.publish and knowledge.attach bring one',
  read: [],
}

function* askable(
  spine: Spine,
  reach: Reach,
  { task, document }: Asked,
): Tx<'nothing' | 'all' | ShownDocument> {
  if (document !== undefined) return yield* visibleDocument(spine, reach, { task, document })
  return (yield* visibleDocuments(spine, reach, task)).length === 0 ? 'nothing' : 'all'
}

function answerOf({
  answer,
  quotes,
  gaps,
  model,
  steps,
  removed,
  read,
}: Extract<Research, { ok: true }>): AskedAnswer {
  return {
    answer,
    citations: quotes.map(citationOf),
    gaps,
    steps,
    by: model,
    removedCitations: removed,
    reason: null,
    detail: null,
    read,
  }
}

function citationOf({ document, anchor, heading, under, line, lastLine, quote }: VerifiedQuote): Citation {
  const { id, title, source, version } = document
  const headings = [...under.map((above) => above.heading), ...(anchor === '' ? [] : [heading])]
  return { document: id, title, source, version, anchor, headings, line, lastLine, quote }
}
