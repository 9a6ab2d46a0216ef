import { z } from 'zod'
import { appendEvents } from '../task/append-events.js'
import {
  CONTEXT_MAX_LINES,
  GREP_MAX_MATCHES,
  grepArtifact,
  WANTED_MAX_CHARS,
} from '../task/artifacts/grep-artifact.js'
import { patternKinds } from '../task/artifacts/line-pattern.js'
import { isMediaType } from '../task/artifacts/media-type.js'
import { PAGE_CHARS, PAGE_MAX_CHARS, PAGE_MAX_LINES, readArtifact } from '../task/artifacts/read-artifact.js'
import type { ArtifactRow } from '../task/artifacts/read-pieces.js'
import { saveArtifact } from '../task/artifacts/save-artifact.js'
import { shownOutputs } from '../task/artifacts/shown-outputs.js'
import { redact } from '../text/redact.js'
import { formatMoment } from '../text/zone.js'
import { type Call, defineOperation } from './operation.js'
import { itemId } from './shapes.js'
import { sessionName } from './transcript-shapes.js'

export const artifactShape = z.object({
  id: z.string(),
  tool: z.string().nullable().describe('what it is the output of'),
  mediaType: z.string(),
  bytes: z.number(),
  chars: z.number().describe('in UTF-16 units'),
  lines: z.number(),
  at: z.string(),
})

export function showArtifact(
  { id, tool, mediaType, bytes, chars, lines, at }: Omit<ArtifactRow, 'rid' | 'hash'>,
  zone: string,
): z.input<typeof artifactShape> {
  return { id, tool, mediaType, bytes, chars, lines, at: formatMoment(at, zone) }
}

const forAgents = {
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  toolset: 'task',
} as const

export const keepOutput = defineOperation({
  ...forAgents,
  name: 'artifact.keep',
  title: 'Keep an output beside the conversation',
  description:
    'For runtimes that put large outputs out of the way themselves: keeps one whole, and answers the pointer that goes into ' +
    'the conversation in its place. What is appended to a transcript needs no such call: it is kept so where it is large. ' +
    '<private> spans are dropped, and secrets masked, before anything is kept.',
  example: 'recollect artifact keep "all 214 tests passed" --tool bash',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    text: z.string().min(1).describe('the output, up to 64 MB'),
    tool: z.string().min(1).max(256).optional().describe('what it is the output of, like bash'),
    mediaType: z
      .string()
      .refine(isMediaType, { error: 'must be like text/plain' })
      .optional()
      .describe('guessed when absent'),
    session: sessionName
      .optional()
      .describe('also appends it to this session, as the result of a tool; it is forgotten with it'),
  }),
  output: z.object({
    id: z.string(),
    outcome: z.enum(['added', 'repeated']).describe('repeated: the same output was there already'),
    pointer: z
      .string()
      .describe('what goes into the conversation: how large it is, how to read it, a preview'),
    seq: z.number().nullable().describe('of the event in the session'),
    masked: z.number().describe('secrets masked and private spans dropped'),
  }),
  stream: 'text',
  handler: async ({ spine, reach }, { text: given, session, tool, mediaType }) => {
    const { text, masked } = redact(given)
    if (session === undefined) {
      const { id, isNew, pointer } = await saveArtifact(spine, reach, { text, tool, mediaType })
      return { id, outcome: isNew ? ('added' as const) : ('repeated' as const), pointer, seq: null, masked }
    }
    const [event] = await appendEvents(
      spine,
      reach,
      { name: session, channel: null },
      [
        {
          type: 'tool_result',
          text,
          role: 'tool',
          at: null,
          origin: 'tool',
          data: { ...(tool === undefined ? {} : { tool }), ...(masked > 0 ? { masked } : {}) },
          ...(mediaType === undefined ? {} : { mediaType }),
          isApart: true,
        },
      ],
      'artifact.keep',
    )
    if (event === undefined || event.outcome === 'forgotten') throw new Error('an output has no event')
    const output = (await spine.store.read(shownOutputs, reach.writes, [event.id])).get(event.id)
    if (output === undefined) throw new Error('an output is not there')
    return { id: output.artifact, outcome: 'added' as const, pointer: output.pointer, seq: event.seq, masked }
  },
})

export const readOutput = defineOperation({
  ...forAgents,
  name: 'artifact.read',
  title: 'Read a large output',
  description:
    'A page of an output that is kept beside the conversation, by lines; a line that is longer than a page by characters. ' +
    'Says what comes next.',
  example: 'recollect artifact read 1 --to 80',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    id: itemId.describe('of the artifact, as its pointer gives it'),
    from: z.int().min(1).optional().describe('first line, from 1'),
    to: z.int().min(1).optional().describe(`last line; ${PAGE_MAX_LINES} lines at most`),
    fromChar: z.int().min(0).optional().describe('instead of lines: from this character on, from 0'),
    maxChars: z.int().min(100).max(PAGE_MAX_CHARS).default(PAGE_CHARS).describe('how much text at most'),
  }),
  output: artifactShape.extend({
    text: z.string().describe('as it was put out'),
    line: z.number().describe('of its beginning, from 1'),
    lastLine: z.number(),
    start: z.number().describe('of its beginning in the whole, in characters from 0'),
    end: z.number(),
    next: z
      .object({ from: z.number().optional(), fromChar: z.number().optional() })
      .nullable()
      .describe('give it for what comes next; null at the end of what was asked for'),
  }),
  handler: async ({ spine, reach, readLog }, wanted) => {
    const { artifact, ...page } = await readArtifact(spine, reach, wanted)
    readLog.record(reach, 'artifact.read', { artifacts: 1 })
    return { ...showArtifact(artifact, spine.zone), ...page }
  },
})

export const grepOutput = defineOperation({
  ...forAgents,
  name: 'artifact.grep',
  title: 'Search in a large output',
  description:
    'The lines of an output that hold a text, with their numbers and the lines around them. Nothing in the text is syntax; ' +
    'with match: wildcard, * stands for anything within a line.',
  example: 'recollect artifact grep 1 "tests passed" --context 2',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    id: itemId.describe('of the artifact, as its pointer gives it'),
    text: z.string().min(1).max(WANTED_MAX_CHARS).describe('what the line holds'),
    match: z
      .enum(patternKinds)
      .default('folded')
      .describe('folded: case, accents and spaces do not matter; exact: to the letter'),
    context: z.int().min(0).max(CONTEXT_MAX_LINES).default(0).describe('lines shown before and behind each'),
    from: z.int().min(1).optional().describe('look from this line on'),
    limit: z.int().min(1).max(GREP_MAX_MATCHES).default(50).describe('how many lines that match at most'),
  }),
  output: artifactShape.extend({
    matches: z.number().describe('lines that match, of those shown'),
    found: z.array(
      z.object({
        line: z.number(),
        text: z.string().describe('of a very long line the stretch that matches'),
        isMatch: z.boolean().describe('false: it stands beside one'),
        fromChar: z.number().optional().describe('where that stretch begins in the whole'),
      }),
    ),
    next: z.number().nullable().describe('give it as `from` to look on; null where all was looked at'),
  }),
  handler: async ({ spine, reach, readLog, signal }: Call, { match, ...wanted }) => {
    const { artifact, lines, matches, next } = await grepArtifact(spine, reach, {
      ...wanted,
      kind: match,
      signal,
    })
    readLog.record(reach, 'artifact.grep', { artifacts: 1, lines: matches })
    return { ...showArtifact(artifact, spine.zone), matches, found: [...lines], next }
  },
})
