import { z } from 'zod'
import { shelves } from '../document/document.js'
import type { ShownDocument } from '../document/document-rows.js'
import { DEFAULT_TASK, TASK_NAME_MAX_CHARS } from '../document/tasks/task-documents.js'
import { isWellFormed } from '../text/well-formed.js'

export const everyone = ['agent', 'subagent', 'user', 'administrator'] as const
export const everywhere = ['sdk', 'cli', 'mcp', 'http'] as const

/** Which document is meant. */
export const documentName = z.string().min(1).max(1_024).describe('its id, its source or its title')

/** Whose attached documents are meant. */
export const taskName = z
  .string()
  .min(1)
  .max(TASK_NAME_MAX_CHARS)
  .refine((name) => isWellFormed(name) && !/\p{Cc}/u.test(name), { error: 'give a name on one line' })
  .default(DEFAULT_TASK)
  .describe('the task whose attached documents may be read')

/** The most that one page of knowledge costs in a prompt. */
export const pageTokens = z
  .int()
  .min(100)
  .max(8_000)
  .default(1_500)
  .describe('the length of a page, in estimated tokens')

export const documentHeadShape = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string().nullable().describe('where it was imported from; null where it came without a name'),
  shelf: z.enum(shelves).describe("personal: the user's own; system: for every user of the store"),
  version: z.number().describe('of the document, from 1: what is cited stays in its version'),
})

export function showDocumentHead(document: ShownDocument): z.input<typeof documentHeadShape> {
  const { id, title, source, shelf, version } = document
  return { id, title, source, shelf, version }
}

/** A section in a list: where it is and how long, not what it says. */
export const sectionLineShape = z.object({
  anchor: z.string().describe("the section's address; empty for what stands before the first heading"),
  heading: z.string(),
  level: z.number().describe('1 to 6; 0 before the first heading'),
  line: z.number().describe('its first line, from 1'),
  lines: z.number(),
  tokens: z.number().describe('estimated'),
})

export function showSectionLine({
  anchor,
  heading,
  level,
  line,
  lines,
  tokens,
}: z.input<typeof sectionLineShape>): z.input<typeof sectionLineShape> {
  return { anchor, heading, level, line, lines, tokens }
}

export const waiting = z
  .number()
  .describe('documents of your own that are attached and wait for review, so that they do not answer')
