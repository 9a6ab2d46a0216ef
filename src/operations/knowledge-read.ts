import { z } from 'zod'
import { documentMap } from '../document/reading/document-map.js'
import { readDocumentOutline } from '../document/reading/document-outline.js'
import { readSection } from '../document/reading/section-reader.js'
import { waitingDocuments } from '../document/tasks/waiting-documents.js'
import {
  documentHeadShape,
  documentName,
  everyone,
  everywhere,
  pageTokens,
  sectionLineShape,
  showDocumentHead,
  showSectionLine,
  taskName,
  waiting,
} from './knowledge-shapes.js'
import { defineOperation } from './operation.js'

export const mapDocuments = defineOperation({
  name: 'knowledge.map',
  title: 'Which documents a task may ask',
  description:
    'The published documents that are attached to the task: title, summary and size of each, no bodies. Read on with ' +
    'knowledge.read_doc or knowledge.search_docs.',
  example: 'recollect knowledge map',
  capability: 'knowledge.read',
  audience: everyone,
  surfaces: everywhere,
  toolset: 'knowledge',
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    task: taskName,
    limit: z.int().min(1).max(200).default(50).describe('how many documents at most'),
    after: z.string().max(64).optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    documents: z.array(
      documentHeadShape.extend({
        summary: z.string().nullable().describe('null where there is none yet'),
        sections: z.number(),
        tokens: z.number().describe('estimated, of the whole document'),
      }),
    ),
    total: z.number().describe('how many there are in all'),
    waiting,
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const { documents, total, next } = await spine.store.read(documentMap, spine, reach, wanted)
    readLog.record(reach, 'knowledge.map', { documents: documents.length })
    return {
      documents: documents.map((document) => {
        const { summary, sections, tokens } = document
        return { ...showDocumentHead(document), summary, sections, tokens }
      }),
      total,
      waiting: await spine.store.read(waitingDocuments, spine, reach, wanted.task),
      next,
    }
  },
})

export const readDocument = defineOperation({
  name: 'knowledge.read_doc',
  title: 'The outline of a document',
  description:
    'The sections of a document of the task, in order: anchor, heading, level, lines and size. Read one with ' +
    'knowledge.read_section.',
  example: 'recollect knowledge outline handbook.md',
  capability: 'knowledge.read',
  audience: everyone,
  surfaces: everywhere,
  toolset: 'knowledge',
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    document: documentName,
    task: taskName,
    under: z.string().max(1_024).optional().describe('only the section with this anchor, and those under it'),
    cursor: z.string().max(100).optional().describe('go on where a page ended: its `next`'),
    maxTokens: pageTokens,
  }),
  output: documentHeadShape.extend({
    lines: z.number(),
    tokens: z.number().describe('estimated, of the whole document'),
    sectionCount: z.number(),
    sections: z.array(sectionLineShape),
    next: z.string().nullable().describe('give it as `cursor` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const page = await spine.store.read(readDocumentOutline, spine, reach, wanted)
    readLog.record(reach, 'knowledge.read_doc', { sections: page.sections.length })
    return {
      ...showDocumentHead(page.document),
      lines: page.size.lines,
      tokens: page.size.tokens,
      sectionCount: page.size.sections,
      sections: page.sections.map(showSectionLine),
      next: page.next,
    }
  },
})

export const readDocumentSection = defineOperation({
  name: 'knowledge.read_section',
  title: 'Read a section of a document',
  description:
    'One page of a section of a document of the task, word for word, with the headings above it, the sections under it and ' +
    'where to read on.',
  example: 'recollect knowledge read handbook.md vacation',
  capability: 'knowledge.read',
  audience: everyone,
  surfaces: everywhere,
  toolset: 'knowledge',
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    document: documentName,
    anchor: z
      .string()
      .max(1_024)
      .optional()
      .describe('of the section, as an outline or a hit shows it; empty: before the first heading'),
    task: taskName,
    cursor: z
      .string()
      .max(100)
      .optional()
      .describe('go on where a page ended: its `next`, in place of the anchor'),
    maxTokens: pageTokens,
  }),
  output: documentHeadShape.extend({
    anchor: z.string(),
    heading: z.string(),
    level: z.number().describe('1 to 6; 0 before the first heading'),
    under: z
      .array(z.object({ anchor: z.string(), heading: z.string() }))
      .describe('what it stands under, outermost first'),
    text: z.string().describe('Markdown, as it stands in the document'),
    line: z.number().describe('of the page in the document, from 1'),
    lastLine: z.number(),
    tokens: z.number().describe('estimated, of the page'),
    children: z.array(sectionLineShape).describe('the sections right under it, at most 50'),
    next: z.string().nullable().describe('give it as `cursor` for more of the section; null at its end'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const { document, under, children, ...page } = await spine.store.read(readSection, spine, reach, wanted)
    readLog.record(reach, 'knowledge.read_section', { sections: 1 })
    return {
      ...showDocumentHead(document),
      ...page,
      under: under.map(({ anchor, heading }) => ({ anchor, heading })),
      children: children.map(showSectionLine),
    }
  },
})
