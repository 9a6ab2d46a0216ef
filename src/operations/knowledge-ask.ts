import { z } from 'zod'
import { withoutModel } from '../document/answers/without-model.js'
import { askDocuments } from '../document/subagent/ask-documents.js'
import { waitingDocuments } from '../document/tasks/waiting-documents.js'
import type { Reach } from '../reach.js'
import { documentName, everyone, everywhere, taskName, waiting } from './knowledge-shapes.js'
import { defineOperation } from './operation.js'

export const askKnowledge = defineOperation({
  name: 'knowledge.ask',
  title: 'Ask the documents of a task',
  description:
    'Answers a question from the published documents that are attached to the task, and from nothing else: with citations, ' +
    'each word for word as it stands there, and with the gaps, what was asked for and no document says. A model reads, ' +
    'where one is configured; else the best passages are the answer.',
  example: 'recollect knowledge ask "how many days of leave are there?"',
  capability: 'knowledge.read',
  audience: everyone,
  surfaces: everywhere,
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    question: z
      .string()
      .min(1)
      .max(100_000)
      .describe('in plain words; the first 4,000 characters are considered'),
    task: taskName,
    document: documentName.optional().describe('only from this one: its id, its source or its title'),
    by: z
      .enum(['model', 'passages'])
      .default('model')
      .describe('passages: ask no model, and answer with the best passages'),
  }),
  output: z.object({
    answer: z
      .string()
      .describe(
        'with the numbers of its citations; where nothing is cited, that no document says it; empty without documents',
      ),
    citations: z.array(
      z.object({
        document: z.string().describe('its id'),
        title: z.string(),
        source: z.string().nullable().describe('where it was imported from, as it was called there'),
        version: z.number().describe('of the document: what is cited stays in its version'),
        anchor: z.string().describe("the section's address; empty for what stands before the first heading"),
        headings: z.array(z.string()).describe('of the sections above, outermost first, and its own'),
        line: z.number().describe('of the quote in the document, from 1'),
        lastLine: z.number(),
        quote: z.string().describe('whole sentences, word for word as they stand in the document'),
      }),
    ),
    waiting,
    gaps: z.array(z.string()).describe('what was asked for and no document of the task says'),
    by: z.string().describe('passages, or the model that read'),
    reason: z
      .enum(withoutModel)
      .nullable()
      .describe('a code: why no model answered; null where one did, or none was to'),
    detail: z.string().nullable().describe('the same for a person'),
    steps: z.number().describe('how often a model was asked; 1 for a search of the passages'),
    removedCitations: z.number().describe('what a model quoted and no section says'),
    read: z
      .array(
        z.object({
          document: z.string().describe('its id'),
          title: z.string(),
          version: z.number(),
          sections: z.array(z.object({ anchor: z.string(), heading: z.string() })),
        }),
      )
      .describe('what the model read, to look it up again: pointers, no text'),
  }),
  stream: 'question',
  handler: async ({ spine, reach, readLog, models, signal }, asked) => {
    const answer = await askDocuments({ spine, models }, reach, { ...asked, signal })
    const { citations, gaps, steps, removedCitations, read } = answer
    readLog.record(reach, 'knowledge.ask', {
      citations: citations.length,
      removed: removedCitations,
      gaps: gaps.length,
      steps,
    })
    return {
      ...answer,
      detail: answer.reason === 'no_documents' && isAgent(reach) ? ASK_THE_USER : answer.detail,
      waiting: await spine.store.read(waitingDocuments, spine, reach, asked.task),
      citations: citations.map((citation) => ({ ...citation, headings: [...citation.headings] })),
      gaps: [...gaps],
      read: read.map(({ id, title, version, sections }) => ({
        document: id,
        title,
        version,
        sections: sections.map((section) => ({ ...section })),
      })),
    }
  },
})

/** What brings documents is not for agents. */
const ASK_THE_USER = 'no published document is attached to this task: ask your user to attach documents'

function isAgent({ actor }: Reach): boolean {
  return actor.audience === 'agent' || actor.audience === 'subagent'
}
