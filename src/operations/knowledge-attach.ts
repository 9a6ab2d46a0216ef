import { z } from 'zod'
import {
  type AttachedDocuments,
  attachDocuments,
  detachDocuments,
} from '../document/tasks/attach-documents.js'
import { MemoryError } from '../errors.js'
import { documentHeadShape, documentName, showDocumentHead, taskName } from './knowledge-shapes.js'
import { defineOperation } from './operation.js'

const input = z.strictObject({
  documents: z.array(documentName).max(10_000).optional().describe('ids, sources or titles'),
  all: z.boolean().default(false),
  task: taskName,
})

const output = z.object({
  task: z.string(),
  everything: z.boolean().describe('all published documents that the user may see, also later ones'),
  wasEverything: z.boolean().describe('the same, before this change'),
  changed: z.number(),
  documents: z.array(
    documentHeadShape.extend({ isVisible: z.boolean().describe('false while it is not published') }),
  ),
})

const forPeople = {
  capability: 'knowledge.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
} as const

export const attachToTask = defineOperation({
  ...forPeople,
  name: 'knowledge.attach',
  title: 'Let a task ask documents',
  description:
    'Adds documents to what a task may ask, from its next message on; what is not published answers once it is. With ' +
    '`all`, everything that is published, and what will be.',
  example: 'recollect knowledge attach handbook.md',
  input: input.extend({ all: input.shape.all.describe('all published documents, also later ones') }),
  output,
  handler: async ({ spine, reach }, given) =>
    show(given.task, await attachDocuments(spine, reach, wantedOf(given))),
})

export const detachFromTask = defineOperation({
  ...forPeople,
  name: 'knowledge.detach',
  title: 'Take documents away from a task',
  description:
    'Takes documents out of what a task may ask, from its next message on. The documents stay, and so does what the task ' +
    'has read. Of all, the others stay attached, and later ones are not added any more.',
  example: 'recollect knowledge detach handbook.md',
  input: input.extend({ all: input.shape.all.describe('all that is attached') }),
  output,
  handler: async ({ spine, reach }, given) =>
    show(given.task, await detachDocuments(spine, reach, wantedOf(given))),
})

function wantedOf({ documents, all, task }: z.output<typeof input>): Parameters<typeof attachDocuments>[2] {
  if (all === (documents !== undefined)) {
    throw new MemoryError(
      'invalid_input',
      'which documents?',
      'give `documents`, by id, source or title, or `all`: true; not both',
    )
  }
  return { task, documents: documents ?? 'everything' }
}

function show(
  task: string,
  { isEverything, wasEverything, changed, documents }: AttachedDocuments,
): z.input<typeof output> {
  return {
    task,
    everything: isEverything,
    wasEverything,
    changed,
    documents: documents.map((document) => ({
      ...showDocumentHead(document),
      isVisible: document.published !== null,
    })),
  }
}
