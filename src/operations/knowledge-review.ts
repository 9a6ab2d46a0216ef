import { z } from 'zod'
import type { ShownDocument } from '../document/document-rows.js'
import { requireState, unfinishedDocument } from '../document/library/document-state.js'
import { publishDocument } from '../document/library/publish-document.js'
import { reopenReview } from '../document/library/reopen-review.js'
import { rejectDocument, withdrawDocument } from '../document/library/review-document.js'
import { type DocumentName, managedDocument, manages } from '../document/managed-document.js'
import { onShelf, shelvesOf } from '../document/shelves.js'
import { summariseShelf } from '../document/summary/summarise-shelf.js'
import { MemoryError } from '../errors.js'
import { forget } from '../items/forget.js'
import type { ItemId } from '../items/item.js'
import type { Reach } from '../reach.js'
import {
  libraryDocumentShape,
  reviewers,
  reviewSurfaces,
  revision,
  shelf,
  showLibraryDocument,
} from './knowledge-library-shapes.js'
import { documentName } from './knowledge-shapes.js'
import { type Call, defineOperation } from './operation.js'
import { receiptShape, showReceipt } from './shapes.js'

const which = { document: documentName, shelf: shelf.optional(), revision }

const note = z.string().trim().min(1).max(2_000).optional().describe('why; it is kept with who and when')

const forReview = {
  capability: 'knowledge.publish',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'write',
  isIdempotent: true,
  output: libraryDocumentShape,
} as const

export const publishKnowledge = defineOperation({
  ...forReview,
  name: 'knowledge.publish',
  looksAtMuch: true,
  title: 'Let a document answer',
  description:
    'Publishes the latest version of a document: from now on it is found, where it is attached. With `version`, an ' +
    'older one answers again, or one that was rejected all the same. Your own documents are yours to ' +
    'publish, the system’s the administrator’s.',
  example: 'recollect knowledge publish handbook.md',
  input: z.strictObject({
    ...which,
    version: z
      .int()
      .min(1)
      .optional()
      .describe('this version: an older one, to restore it, or one that was rejected'),
  }),
  handler: async (call, { version, revision: seen, ...name }) => {
    const { spine, signal, progress } = call
    const { reach, document } = await toReview(call, 'knowledge.publish', name)
    await publishDocument(spine, reach, document.id, {
      version,
      latest: document.latest,
      revision: seen,
      signal,
      progress: (done, total) => progress?.({ done, total, unit: 'sections' }),
    })
    call.background(summariseShelf(call, call.reach, { bank: reach.writes, document: document.id }))
    return told(call, document)
  },
})

export const rejectKnowledge = defineOperation({
  ...forReview,
  name: 'knowledge.reject',
  title: 'Say that a version is not to be published',
  description:
    'Rejects the latest version of a document, with a note why. One that answers before it goes on; the text stays, and ' +
    'may be changed with knowledge.edit.',
  example: 'recollect knowledge reject handbook.md --note "the prices are last year’s"',
  input: z.strictObject({ ...which, note }),
  handler: async (call, { note: why, revision: seen, ...name }) => {
    const { reach, document } = await toReview(call, 'knowledge.reject', name)
    await rejectDocument(call.spine, reach, document.id, { note: why, revision: seen })
    return told(call, document)
  },
})

export const withdrawKnowledge = defineOperation({
  ...forReview,
  name: 'knowledge.withdraw',
  looksAtMuch: true,
  title: 'Take a document out of retrieval',
  description:
    'The published version answers no more; its text stays, and knowledge.publish lets it answer again. To remove a ' +
    'document for good: knowledge.delete.',
  example: 'recollect knowledge withdraw handbook.md',
  isIdempotent: false,
  input: z.strictObject({ ...which, note }),
  handler: async (call, { note: why, revision: seen, ...name }) => {
    const { reach, document } = await toReview(call, 'knowledge.withdraw', name)
    await withdrawDocument(call.spine, reach, document.id, { note: why, revision: seen })
    return told(call, document)
  },
})

export const reopenKnowledge = defineOperation({
  ...forReview,
  name: 'knowledge.reopen',
  title: 'Let a document wait for review again',
  description:
    'Takes a review back: the latest version waits again, whether it was published, rejected or withdrawn. Where it ' +
    'answers, it stops, and the version of `answers` does in its place, if one is named.',
  example: 'recollect knowledge reopen handbook.md',
  input: z.strictObject({
    ...which,
    answers: z
      .int()
      .min(1)
      .optional()
      .describe('an older version that answers from now on, as it did before the review'),
  }),
  handler: async (call, { answers, revision: seen, ...name }) => {
    const { spine, signal } = call
    const { reach, document } = await toReview(call, 'knowledge.reopen', name)
    if (answers !== undefined)
      await publishDocument(spine, reach, document.id, { version: answers, revision: seen, signal })
    else if (document.published === document.latest)
      await withdrawDocument(spine, reach, document.id, { revision: seen })
    const isChanged = answers !== undefined || document.published === document.latest
    await reopenReview(spine, reach, document.id, isChanged ? undefined : seen)
    return told(call, document)
  },
})

export const deleteKnowledge = defineOperation({
  name: 'knowledge.delete',
  looksAtMuch: true,
  title: 'Delete a document for good',
  description:
    'Forgets a document with all of its versions, and proves on disk that it is gone. Cannot be undone: importing the ' +
    'same text later is refused, unless it is asked for again.',
  example: 'recollect knowledge delete handbook.md',
  capability: 'memory.forget',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'destructive',
  isIdempotent: false,
  input: z.strictObject({
    ...which,
    verify: z.boolean().default(true).describe('look at the bytes on disk before answering'),
  }),
  output: receiptShape,
  handler: async (call, { verify, revision: seen, ...name }) => {
    const { reach, id } = await toDelete(call, name)
    // What waits to be written would be dropped, whether it speaks of the document or not.
    await call.readLog.flush()
    const receipt = await forget(
      call.spine,
      reach,
      function* find(_limit, isFirst) {
        if (!isFirst) return []
        const unfinished = yield* unfinishedDocument(call.spine, reach.writes, id)
        return [unfinished ?? (yield* requireState(reach.writes, id, seen)).id]
      },
      { verify, operation: 'knowledge.delete' },
    )
    return showReceipt(receipt)
  },
})

/** Also one whose first import was broken off, which nobody sees. Throws `not_found` and `denied`. */
async function toDelete(call: Call, name: DocumentName): Promise<{ reach: Reach; id: ItemId }> {
  try {
    const { reach, document } = await toReview(call, 'knowledge.delete', name)
    return { reach, id: document.id }
  } catch (error) {
    if (!(error instanceof MemoryError && error.code === 'not_found')) throw error
    const { spine, reach } = call
    for (const one of shelvesOf(reach, name.shelf)) {
      if (!manages(reach, one)) continue
      const on = onShelf(reach, one, 'knowledge.delete')
      const id = await spine.store.read(unfinishedDocument, spine, on.writes, name.document)
      if (id !== undefined) return { reach: on, id }
    }
    throw error
  }
}

/** The document, and the reach of whoever may review it. Throws `not_found` and `denied`. */
async function toReview(
  { spine, reach }: Call,
  operation: string,
  name: DocumentName,
): Promise<{ reach: Reach; document: ShownDocument }> {
  const document = await spine.store.read(managedDocument, spine, reach, name)
  return { reach: onShelf(reach, document.shelf, operation), document }
}

/** As it is now. */
async function told({ spine, reach }: Call, { id, shelf: where }: ShownDocument) {
  const document = await spine.store.read(managedDocument, spine, reach, { document: id, shelf: where })
  return showLibraryDocument(document, spine.zone)
}
