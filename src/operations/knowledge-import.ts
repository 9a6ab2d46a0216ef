import { z } from 'zod'
import { shelves } from '../document/document.js'
import { saveDocument } from '../document/library/save-document.js'
import { managedDocument } from '../document/managed-document.js'
import { onShelf } from '../document/shelves.js'
import { summariseShelf } from '../document/summary/summarise-shelf.js'
import { MemoryError } from '../errors.js'
import { requireCapability } from '../reach.js'
import { importDocuments } from '../transfer/documents/import-documents.js'
import { importOutcomes } from '../transfer/documents/import-report.js'
import { type GivenDocument, readDocument } from '../transfer/documents/read-document.js'
import { byteSource, fileSource } from './byte-source.js'
import {
  libraryDocumentShape,
  reviewers,
  reviewSurfaces,
  revision,
  shelf,
  showLibraryDocument,
} from './knowledge-library-shapes.js'
import { documentName } from './knowledge-shapes.js'
import { defineOperation } from './operation.js'

const MAX_BYTES = 20_000_000

const keepPublished = z
  .boolean()
  .optional()
  .describe(
    'let the published version answer until the new one is published; else it leaves retrieval at once',
  )
const again = z.boolean().optional().describe('also what was deleted before')

export const importKnowledge = defineOperation({
  name: 'knowledge.import',
  title: 'Take documents in',
  description:
    'Reads Markdown and plain text (UTF-8) as documents, pending until they are published. What is known already changes ' +
    'nothing, another text becomes a new version, a file that only moved keeps its document; a new version leaves ' +
    'retrieval until it is published. A file that cannot be taken never stops the rest. Try it with `dryRun` first.',
  example: 'recollect knowledge import handbook/',
  capability: 'knowledge.write',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'write',
  isIdempotent: true,
  input: z
    .strictObject({
      content: byteSource.optional().describe('one file, as text or as a stream'),
      source: z
        .string()
        .min(1)
        .max(1_024)
        .optional()
        .describe('where that came from, like handbook.md: the next import from there is a version of it'),
      files: fileSource
        .optional()
        .describe(
          'or several: {path, content} each, as a list or a stream; nothing is opened by its path. With {place} a file is ' +
            'known again by where it lies, whatever it is called',
        ),
      covers: z
        .array(
          z.strictObject({
            source: z.string().max(1_024).describe('how their names begin, like docs/; empty means all'),
            place: z.string().optional().describe('how their places begin; absent means those without one'),
            except: z
              .array(z.string())
              .optional()
              .describe('files and folders beneath that were not looked at'),
          }),
        )
        .optional()
        .describe(
          'what was looked through whole: what was there and is not given has moved to where its text is now',
        ),
      takeOver: z
        .boolean()
        .optional()
        .describe('this is where documents of these names come from now, also where it was another folder'),
      rename: z.boolean().optional().describe('call documents of the same places as they are given'),
      shelf: z
        .enum(shelves)
        .default('personal')
        .describe(shelf.description ?? ''),
      keepPublished,
      again,
      dryRun: z.boolean().default(false).describe('say what would happen, without writing'),
      maxBytes: z.int().min(1).default(MAX_BYTES).describe('a longer file is refused'),
    })
    .refine(({ content, files }) => (content === undefined) !== (files === undefined), {
      error: 'give either the content of one file or files',
    })
    .refine(({ source, files }) => source === undefined || files === undefined, {
      error: 'files have paths of their own: give no source',
    }),
  output: z.object({
    files: z.number().describe('files that were read'),
    bytes: z.number(),
    counts: z
      .object({
        added: z.number(),
        changed: z.number(),
        unchanged: z.number(),
        moved: z.number(),
        forgotten: z.number(),
      })
      .describe('documents, by what became of them'),
    failed: z.number().describe('files that were not taken'),
    documents: z
      .array(
        z.object({
          path: z.string().nullable(),
          outcome: z.enum(importOutcomes),
          id: z.string().nullable(),
          title: z.string(),
          version: z.number().nullable().describe('of the document: its latest'),
        }),
      )
      .describe('the first of them, but for those that were known already'),
    waiting: z.array(z.string()).describe('ids of all that wait for review now'),
    problems: z
      .array(
        z.object({
          path: z.string().nullable(),
          line: z.number().nullable(),
          reason: z.string(),
          hint: z.string().nullable(),
        }),
      )
      .describe('the first places where something could not be taken, or not as it was meant'),
    dryRun: z.boolean(),
  }),
  stream: 'content',
  handler: async (call, { content, source = null, files, ...options }) => {
    const { spine, reach, progress, signal } = call
    const on = onShelf(reach, options.shelf, 'knowledge.import')
    if (options.again === true) requireCapability(reach, 'memory.forget', 'knowledge.import with again')
    const given = content === undefined ? givenFiles(files ?? []) : [{ path: source, content }]
    const report = await importDocuments(spine, on, given, {
      ...options,
      signal,
      progress: ({ files: done }) => progress?.({ done, unit: 'files' }),
    })
    if (report.counts.added + report.counts.changed > 0 && !report.dryRun)
      call.background(summariseShelf(call, reach, { bank: on.writes }))
    // Alone it is an answer, not an entry of a list.
    const [problem] = report.problems
    if (content !== undefined && report.failed > 0 && problem !== undefined)
      throw new MemoryError('invalid_input', problem.reason, problem.hint ?? undefined)
    return {
      ...report,
      counts: { ...report.counts },
      documents: [...report.documents],
      waiting: [...report.waiting],
      problems: [...report.problems],
    }
  },
})

export const editKnowledge = defineOperation({
  name: 'knowledge.edit',
  title: 'Change what a document says',
  description:
    'Puts another text in place of a document’s latest, as a new version: pending until it is published. Look at it ' +
    'with knowledge.show before, and pass its revision, so that nobody else’s change is lost.',
  example: 'recollect knowledge edit handbook.md new.md',
  capability: 'knowledge.write',
  audience: reviewers,
  surfaces: reviewSurfaces,
  effect: 'write',
  isIdempotent: true,
  input: z.strictObject({
    document: documentName,
    shelf: shelf.optional(),
    content: byteSource.describe('the whole new text: Markdown or plain text in UTF-8'),
    revision,
    keepPublished,
    again,
    maxBytes: z.int().min(1).default(MAX_BYTES).describe('a longer text is refused'),
  }),
  output: libraryDocumentShape.extend({
    isChanged: z.boolean().describe('false where it says this already'),
  }),
  stream: 'content',
  handler: async (call, { content, maxBytes, revision: seen, keepPublished, again, ...which }) => {
    const { spine, reach } = call
    const known = await spine.store.read(managedDocument, spine, reach, which)
    const on = onShelf(reach, known.shelf, 'knowledge.edit')
    const draft = await readDocument({ path: known.source, content }, maxBytes)
    const saved = await saveDocument(
      spine,
      on,
      draft,
      { document: known.id, revision: seen },
      { operation: 'knowledge.edit', keepPublished, again },
    )
    if (saved.outcome === 'forgotten') throw wasForgotten()
    if (saved.outcome === 'changed')
      call.background(summariseShelf(call, reach, { bank: on.writes, document: saved.id }))
    const document = await spine.store.read(managedDocument, spine, reach, {
      document: known.id,
      shelf: known.shelf,
    })
    return { ...showLibraryDocument(document, spine.zone), isChanged: saved.outcome !== 'unchanged' }
  },
})

/** Throws `invalid_input` for what is no file, naming its place. */
async function* givenFiles(files: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<GivenDocument> {
  let number = 0
  for await (const file of files) {
    const parsed = givenFile.safeParse(file)
    if (!parsed.success) {
      const what = parsed.error.issues[0]?.path.join('.') || 'it'
      throw new MemoryError(
        'invalid_input',
        `files.${number}: ${what} is not as it must be`,
        'give {path, content} each: the content as text, as bytes or as a stream',
      )
    }
    yield parsed.data
    number += 1
  }
}

const givenFile = z.object({ path: z.string(), place: z.string().optional(), content: byteSource })

function wasForgotten(): MemoryError {
  return new MemoryError(
    'conflict',
    'a document that said exactly this was deleted, and stays so',
    'to keep it all the same: `again`: true',
  )
}
