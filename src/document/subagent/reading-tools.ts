import { z } from 'zod'
import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { ModelTool } from '../../model/chat/chat-models.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { disarm } from '../../text/disarm.js'
import { asOneLine } from '../../text/one-line.js'
import { wellFormed } from '../../text/well-formed.js'
import type { ShownDocument } from '../document-rows.js'
import { documentMap } from '../reading/document-map.js'
import { readDocumentOutline } from '../reading/document-outline.js'
import { readSection } from '../reading/section-reader.js'
import { searchSections } from '../section-search/search-sections.js'
import type { Reading } from './reading.js'
import { bounded, showHits, showMap, showOutline, showPage } from './show.js'

export interface ReadingTools {
  readonly spine: Spine
  readonly reach: Reach
  readonly task: string
  readonly reading: Reading
  /** The one document that the question is for, if it is for one. */
  readonly only: ItemId | undefined
  /** Whether the question may be answered from it. */
  readonly mayAsk: (document: ShownDocument) => boolean
}

/**
 * What a model may look at: the visible documents of one task, a page at a time. Whatever it asks for, the caller's own
 * reach decides; what it may not see is as if it were not there.
 */
export function readingTools(using: ReadingTools): readonly ModelTool[] {
  const { spine, reach, task, reading, only, mayAsk } = using
  const nameOf = (document: ShownDocument) => reading.nameOf(document)
  const allowed = <T extends { readonly document: ShownDocument }>(page: T): T => {
    if (mayAsk(page.document)) return page
    throw new MemoryError('not_found', 'the question is not for this document', 'read one that map shows')
  }
  return [
    toolOf('map', 'Lists the documents: title, summary, size.', z.object({ after: cursor }), ({ after }) =>
      shownMap(using, after),
    ),
    toolOf(
      'read_doc',
      'Shows the outline of a document: the anchors, headings and sizes of its sections.',
      z.object({ document, under: anchor.optional().describe('only what stands under this anchor'), cursor }),
      async (given) => {
        const wanted = {
          ...given,
          task,
          document: reading.documentCalled(given.document),
          maxTokens: PAGE_TOKENS,
        }
        return showOutline(allowed(await spine.store.read(readDocumentOutline, spine, reach, wanted)), nameOf)
      },
    ),
    toolOf(
      'search_docs',
      'Finds sections by words. "Exact phrases" must stand in a section, -excluded words must not. Try other words, and the language of the documents, where it finds nothing.',
      z.object({ question: z.string().min(1).max(500), document: document.optional() }),
      async ({ question, document: named }) => {
        const found = await spine.store.read(searchSections, spine, reach, {
          question: wellFormed(question),
          document: only ?? (named && reading.documentCalled(named)),
          task,
          limit: HITS_SHOWN,
          maxChars: PASSAGE_CHARS,
        })
        return showHits({ ...found, hits: found.hits.filter((hit) => mayAsk(hit.document)) }, nameOf)
      },
    ),
    toolOf(
      'read_section',
      'Reads a section, word for word, a page at a time. Quote only from what this shows.',
      z.object({ document, anchor: anchor.optional(), cursor }),
      async (given) => {
        const wanted = {
          ...given,
          task,
          document: reading.documentCalled(given.document),
          maxTokens: PAGE_TOKENS,
        }
        const page = allowed(await spine.store.read(readSection, spine, reach, wanted))
        reading.readSection(page.document, { anchor: page.anchor, heading: page.heading })
        return showPage(page, nameOf)
      },
    ),
  ]
}

/** A page of the documents that may be read; `after`: the last of the page before. */
export async function shownMap(
  { spine, reach, task, reading, only, mayAsk }: ReadingTools,
  after: string | undefined,
): Promise<readonly string[]> {
  const { documents, total } = await spine.store.read(documentMap, spine, reach, {
    task,
    limit: only === undefined ? MAP_DOCUMENTS : Number.MAX_SAFE_INTEGER,
    after: after && reading.documentCalled(after),
  })
  const shown = documents.filter(mayAsk)
  const last = shown.at(-1)
  const isMore = documents.length === MAP_DOCUMENTS && last !== undefined
  return [
    ...showMap(shown, only === undefined ? total : shown.length, (document) => reading.nameOf(document)),
    ...(isMore ? [`more: call map with after "${reading.nameOf(last)}"`] : []),
  ]
}

/** So many documents are shown at once. */
const MAP_DOCUMENTS = 40

const PAGE_TOKENS = 1_500
const HITS_SHOWN = 12
const PASSAGE_CHARS = 300
/** Of one result. A page of a section is shorter. */
export const RESULT_MAX_CHARS = 10_000

const document = z.string().min(1).max(1_024).describe('its name as shown, like D1')
const anchor = z.string().max(1_024).describe('of a section, as shown')
const cursor = z.string().max(1_024).optional().describe('only to go on where a page ended')

function toolOf<S extends z.ZodType>(
  name: string,
  description: string,
  input: S,
  show: (given: z.output<S>) => Promise<readonly string[]>,
): ModelTool {
  return {
    name,
    description,
    schema: z.toJSONSchema(input) as Record<string, unknown>,
    run: async (given) => {
      const parsed = input.safeParse(given)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return `refused: ${[issue?.code, ...(issue?.path ?? [])].join(' ')}`
      }
      try {
        return bounded(await show(parsed.data), RESULT_MAX_CHARS)
      } catch (error) {
        if (!(error instanceof MemoryError && FOR_THE_MODEL.has(error.code))) throw error
        return `refused: ${inline(error.message)}${error.hint === undefined ? '' : ` (${inline(error.hint)})`}`
      }
    },
  }
}

/** What was asked for, and names of documents, may stand in it: never as a line, a link or an order of ours. */
function inline(message: string): string {
  return clip(disarm(asOneLine(message)), MESSAGE_MAX_CHARS)
}

const MESSAGE_MAX_CHARS = 300

const FOR_THE_MODEL: ReadonlySet<string> = new Set(['not_found', 'invalid_input', 'conflict'])
