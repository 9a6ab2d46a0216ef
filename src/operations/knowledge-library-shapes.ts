import { z } from 'zod'
import { documentStatuses, shelves } from '../document/document.js'
import type { ShownDocument } from '../document/document-rows.js'
import { formatMoment } from '../text/zone.js'
import { documentHeadShape, showDocumentHead } from './knowledge-shapes.js'

/** Which documents are looked after by whom: these operations are for people. */
export const reviewers = ['user', 'administrator'] as const
export const reviewSurfaces = ['sdk', 'cli', 'http'] as const

export const shelf = z
  .enum(shelves)
  .describe("personal: the user's own documents; system: those of every user, for the administrator")

export const revision = z
  .int()
  .min(1)
  .optional()
  .describe('refuse with `changed` where the document has another revision by now')

/** A document as it is looked after: with its status and its latest version. */
export const libraryDocumentShape = documentHeadShape.extend({
  status: z
    .enum(documentStatuses)
    .describe('of the latest version: pending until it is reviewed, ready once it is published'),
  latest: z.number().describe('number of the latest version'),
  published: z.number().nullable().describe('number of the version that answers; null where none does'),
  answered: z
    .number()
    .nullable()
    .describe('number of the version that answered last, where none does; null where one does, or none did'),
  keepsPublished: z.boolean().describe('the published version answers while a newer one is reviewed'),
  sections: z.number().describe('of `version`'),
  tokens: z.number().describe('estimated, of `version`'),
  revision: z.number().describe('grows with each change; give it to publish, reject, withdraw or edit'),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export function showLibraryDocument(
  document: ShownDocument,
  zone: string,
): z.input<typeof libraryDocumentShape> {
  const { status, latest, published, answered, keepsPublished, sections, tokens, revision } = document
  return {
    ...showDocumentHead(document),
    status,
    latest,
    published,
    answered,
    keepsPublished,
    sections,
    tokens,
    revision,
    createdAt: formatMoment(document.createdAt, zone),
    updatedAt: formatMoment(document.updatedAt, zone),
  }
}
