import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { clip } from '../text/clip.js'
import { MARKED_CHARS } from '../text/spans.js'
import { substring } from '../text/substring.js'
import { listThoughts, type ThoughtPlace } from '../user/list-thoughts.js'
import { TAGS_MAX } from '../user/tag.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { itemShape, showItem, showSpans, spansShape } from './shapes.js'

export const listNotes = defineOperation({
  name: 'memory.thoughts',
  looksAtMuch: true,
  title: 'List notes',
  description:
    'Lists captured notes, newest first: all of them, those with certain tags, or those that contain a piece of ' +
    'text, word for word. For what a note means rather than says, use memory.search; which tags there are, ' +
    'memory.stats tells. Long lists come in pages: pass `next` as `before`.',
  example: 'recollect thoughts lisbon --tags travel',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    contains: z
      .string()
      .max(1_000)
      .optional()
      .describe('only notes with this piece of text, also inside a word; case and accents do not matter'),
    tags: z
      .array(z.string())
      .max(TAGS_MAX)
      .optional()
      .describe('only notes that have all of these tags, with or without #'),
    since: moment.optional().describe('only notes of this time or later'),
    until: moment.optional().describe('only notes from before this time'),
    limit: z.number().int().min(1).max(200).default(20).describe('how many notes at most'),
    before: z.string().max(64).optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    items: z.array(
      itemShape.extend({
        matched: spansShape.describe('where the text contains the piece: [start, end) in UTF-16 units'),
      }),
    ),
    next: z
      .string()
      .nullable()
      .describe('give it as `before` for older notes; null when these were the last'),
  }),
  handler: async ({ spine, reach, readLog, signal }, { since, until, before, contains, ...query }) => {
    const { items, next } = await listThoughts(spine, reach, {
      ...query,
      contains,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      before: before === undefined ? undefined : readPlace(before),
      signal,
    })
    readLog.record(reach, 'memory.thoughts', { items: items.length })
    const piece = contains === undefined ? undefined : substring(contains)
    return {
      items: items.map((item) => ({
        ...showItem(item, spine.zone),
        matched: showSpans(piece?.spansIn(clip(item.text, MARKED_CHARS)) ?? []),
      })),
      next: next === undefined ? null : `${next.at}.${next.id}`,
    }
  },
})

function readPlace(text: string): ThoughtPlace {
  const match = /^(-?\d{1,15})\.([0-9a-f-]{36})$/.exec(text)
  if (match?.[1] !== undefined && match[2] !== undefined) return { at: Number(match[1]), id: match[2] }
  throw new MemoryError(
    'invalid_input',
    'before: not a place in a list',
    'give the `next` of the page before',
  )
}
