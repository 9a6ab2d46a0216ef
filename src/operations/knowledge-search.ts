import { z } from 'zod'
import { type SectionHit, searchSections } from '../document/section-search/search-sections.js'
import { QUERY_MAX_CHARS } from '../text/query.js'
import {
  documentHeadShape,
  documentName,
  everyone,
  everywhere,
  showDocumentHead,
  taskName,
} from './knowledge-shapes.js'
import { defineOperation } from './operation.js'

export const searchDocuments = defineOperation({
  name: 'knowledge.search_docs',
  title: 'Find sections of documents',
  description:
    'The sections of the documents of the task that answer a question best, each with one passage and its place; read on ' +
    'with knowledge.read_section. Any words do; "exact phrases" must stand so, -words must not.',
  example: 'recollect knowledge search "how many days of leave"',
  capability: 'knowledge.read',
  audience: everyone,
  surfaces: everywhere,
  toolset: 'knowledge',
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.strictObject({
    question: z.string().describe(`any string; the first ${QUERY_MAX_CHARS} characters are considered`),
    task: taskName,
    document: documentName.optional().describe('only in this one: its id, its source or its title'),
    limit: z.int().min(1).max(50).default(10).describe('how many sections at most'),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        document: documentHeadShape,
        anchor: z.string().describe("the section's address; empty for what stands before the first heading"),
        heading: z.string(),
        headings: z.array(z.string()).describe('of the sections above, outermost first, and its own'),
        line: z.number().describe('its first line in the document, from 1'),
        lastLine: z.number(),
        excerpt: z.string().describe('word for word from the section'),
        excerptLine: z.number().describe('where that begins in the document'),
        matched: z.array(z.tuple([z.number(), z.number()])).describe('[start, end) in the excerpt'),
      }),
    ),
    relaxed: z
      .array(z.string())
      .describe('phrases that no section holds: their words were looked for instead'),
    clipped: z.boolean().describe('the question was too long to be asked in full'),
    missing: z.string().nullable().describe('why nothing could be looked for; null where it could'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const found = await spine.store.read(searchSections, spine, reach, { ...wanted, maxChars: EXCERPT_CHARS })
    const { hits, question, relaxed, missing } = found
    readLog.record(reach, 'knowledge.search_docs', { hits: hits.length })
    return {
      hits: hits.map(showHit),
      relaxed: [...relaxed],
      clipped: question.query.clipped,
      missing,
    }
  },
})

const EXCERPT_CHARS = 240

function showHit({ document, anchor, heading, headings, line, lastLine, passage }: SectionHit) {
  return {
    document: showDocumentHead(document),
    anchor,
    heading,
    headings: [...headings],
    line,
    lastLine,
    excerpt: passage.text,
    excerptLine: passage.line,
    matched: passage.matched.map(([start, end]): [number, number] => [start, end]),
  }
}
