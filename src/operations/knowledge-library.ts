import { z } from 'zod'
import { type DocumentVersion, documentEvents, documentStatuses } from '../document/document.js'
import { sectionChanges } from '../document/library/compare-versions.js'
import { describeDocument } from '../document/library/describe-document.js'
import { listDocuments } from '../document/library/list-documents.js'
import { formatMoment } from '../text/zone.js'
import {
  libraryDocumentShape,
  reviewers,
  reviewSurfaces,
  shelf,
  showLibraryDocument,
} from './knowledge-library-shapes.js'
import { documentName, sectionLineShape, showSectionLine, taskName } from './knowledge-shapes.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'

export const listKnowledge = defineOperation({
  name: 'knowledge.list',
  title: 'List documents, to look after them',
  description:
    'The documents of the shelves with their status, whatever that is, in the order in which they came: what waits for ' +
    'review, what is published. Of the system’s documents, everyone but the administrator sees those that are published.',
  example: 'recollect knowledge list --status pending',
  capability: 'knowledge.read',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    shelf: shelf.optional(),
    status: z.enum(documentStatuses).optional().describe('only those with this status'),
    contains: z.string().max(200).optional().describe('only those whose title or source has this in it'),
    task: taskName.unwrap().optional().describe('only those that this task may ask, published or not'),
    limit: z.int().min(1).max(200).default(50).describe('how many at most'),
    after: z.string().max(64).optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    documents: z.array(libraryDocumentShape),
    everything: z
      .boolean()
      .nullable()
      .describe('of `task`: it may ask all that is published, also later; null without'),
    total: z.number().describe('how many there are in all'),
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const { documents, isEverything, total, next } = await spine.store.read(
      listDocuments,
      spine,
      reach,
      wanted,
    )
    readLog.record(reach, 'knowledge.list', { documents: documents.length })
    return {
      documents: documents.map((document) => showLibraryDocument(document, spine.zone)),
      everything: isEverything,
      total,
      next,
    }
  },
})

const versionShape = z.object({
  number: z.number(),
  title: z.string(),
  summary: z.string().nullable().describe('null where there is none yet'),
  summaryBy: z.string().nullable().describe("the model that wrote it; null: the document's own words"),
  at: z.string(),
  bytes: z.number(),
  chars: z.number(),
  lines: z.number(),
  tokens: z.number().describe('estimated'),
  sections: z.number(),
})

export const showKnowledge = defineOperation({
  name: 'knowledge.show',
  title: 'A document with its versions and what was done to it',
  description:
    'One document, whatever its status: its versions, who did what when, and on demand the text of a version, or what ' +
    'is new in it against the published or another one: sections added, removed, changed and moved, with their lines. ' +
    'With `asOf`, the version that answered at that time.',
  example: 'recollect knowledge show handbook.md',
  capability: 'knowledge.read',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    document: documentName,
    shelf: shelf.optional(),
    version: z.int().min(1).optional().describe('which version to look at; the latest if absent'),
    asOf: moment
      .optional()
      .describe('look at the version that answered at this time, instead; of a date, at the end of that day'),
    text: z.boolean().default(false).describe('with the text of that version, a page of it'),
    from: z.int().min(0).default(0).describe('where the page of the text begins: `next` of the page before'),
    maxChars: z.int().min(1_000).max(200_000).default(20_000).describe('the length of a page of the text'),
    outline: z.boolean().default(false).describe('with the sections of that version'),
    diff: z.boolean().default(false).describe('what is new in that version, against the published one'),
    against: z.int().min(1).optional().describe('or against the version with this number'),
  }),
  output: z.object({
    document: libraryDocumentShape,
    version: versionShape.nullable().describe('that is looked at; null where none answered at that time'),
    versions: z.array(versionShape).describe('the newest first'),
    events: z
      .array(
        z.object({
          at: z.string(),
          actor: z.string(),
          event: z.enum(documentEvents),
          version: z.number(),
          note: z.string().nullable().describe('why; where it was before, of one that was moved'),
        }),
      )
      .describe('the newest first'),
    text: z
      .object({
        content: z.string(),
        from: z.number(),
        next: z.number().nullable().describe('give it as `from` for more; null at the end'),
      })
      .nullable(),
    outline: z
      .object({
        sections: z.array(
          sectionLineShape.extend({
            from: z.number().describe('where its text begins, to be read with `text` and `from`'),
            chars: z.number(),
          }),
        ),
        isComplete: z.boolean().describe('false where there are more than are listed'),
      })
      .nullable(),
    diff: z
      .object({
        from: z.number().describe('the version that it is compared with'),
        to: z.number(),
        counts: z.object({
          added: z.number(),
          removed: z.number(),
          changed: z.number(),
          moved: z.number(),
        }),
        sections: z.array(
          z.object({
            change: z.enum(sectionChanges),
            anchor: z.string(),
            heading: z.string(),
            line: z.number().describe('its first line; in the old version where it was removed'),
            hunks: z
              .array(z.object({ oldLine: z.number(), newLine: z.number(), lines: z.array(z.string()) }))
              .nullable()
              .describe('lines of the section behind " ", "-" or "+", counted from its first'),
          }),
        ),
        isComplete: z.boolean().describe('false where more has changed than is listed'),
      })
      .nullable(),
  }),
  handler: async ({ spine, reach, readLog }, { asOf, text, from, outline, diff, against, ...wanted }) => {
    const { zone } = spine
    const told = await spine.store.read(describeDocument, spine, reach, {
      ...wanted,
      asOf: endOfDay(asOf, zone) ?? readMoment(asOf, zone, 'asOf'),
      from: text ? from : undefined,
      hasOutline: outline,
      against: against ?? (diff ? 'published' : undefined),
    })
    readLog.record(reach, 'knowledge.show', { documents: 1 })
    const { comparison, outline: sections } = told
    return {
      document: showLibraryDocument(told.document, zone),
      version: told.version && showVersion(told.version, zone),
      versions: told.versions.map((version) => showVersion(version, zone)),
      events: told.events.map((event) => ({ ...event, at: formatMoment(event.at, zone) })),
      text: told.text && { content: told.text.text, from: told.text.from, next: told.text.next },
      outline: sections && {
        sections: sections.sections.map((row) => ({
          ...showSectionLine(row),
          from: row.start,
          chars: row.chars,
        })),
        isComplete: sections.isComplete,
      },
      diff: comparison && {
        from: comparison.from,
        to: comparison.to,
        counts: { ...comparison.counts },
        sections: comparison.sections.map(({ text: lines, ...section }) => ({
          ...section,
          hunks: lines === null ? null : lines.hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
        })),
        isComplete: comparison.isComplete,
      },
    }
  },
})

/** The last moment of a date without a time, in the zone; undefined for all else. */
function endOfDay(asOf: string | number | undefined, zone: string): number | undefined {
  if (typeof asOf !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(asOf)) return undefined
  const start = readMoment(asOf, zone, 'asOf')
  // No day is longer than 25 hours, and no two are shorter than 46.
  const [next = asOf] = formatMoment(start + 36 * HOUR_MS, zone).split('T')
  return readMoment(next, zone, 'asOf') - 1
}

const HOUR_MS = 3_600_000

function showVersion({ number, title, summary, summaryBy, at, size }: DocumentVersion, zone: string) {
  return { number, title, summary, summaryBy, at: formatMoment(at, zone), ...size }
}
