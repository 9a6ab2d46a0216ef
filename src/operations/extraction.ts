import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { recordTypes } from '../items/item.js'
import { type Reach, requireCapability } from '../reach.js'
import { sessionMessages } from '../task/session-messages.js'
import { redact } from '../text/redact.js'
import { formatMoment } from '../text/zone.js'
import { roleNamed } from '../transfer/chat-style.js'
import { cueKinds } from '../user/memory-extraction/cue.js'
import { type ExtractionResult, extractRecords } from '../user/memory-extraction/extract-records.js'
import { readExtractions, stepOutcomes } from '../user/memory-extraction/extraction-log.js'
import type { Message } from '../user/memory-extraction/message.js'
import { WINDOW_PAIRS } from '../user/memory-extraction/window.js'
import { type Call, defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'

const message = z.object({
  role: z.string().max(64).describe('user (or human), assistant (or ai); others are left out'),
  content: z.string().max(1_000_000),
  toolCalls: z
    .array(z.string().max(256))
    .max(1_000)
    .optional()
    .describe('names of the tools that the assistant called'),
})

const stepShape = z.object({
  outcome: z
    .enum(stepOutcomes)
    .describe(
      'created, updated; no_op: the record says so already; manual_protected: a person wrote the record it would change; less_trusted: the record has the word of someone who is believed more; stale: what was said later is known; else why nothing was written',
    ),
  type: z.enum(recordTypes).nullable(),
  salience: z.number().nullable().describe('from 1 to 5; below 3 nothing is kept'),
  likeness: z.number().nullable().describe('with the record it met, from 0 to 1'),
  id: z.string().nullable().describe('of the record that was made, changed or met'),
})

const cues = z
  .partialRecord(z.enum(cueKinds), z.number())
  .describe('what in the user’s words was worth a look')

export const extractMemory = defineOperation({
  name: 'memory.extract',
  title: 'Keep what a conversation told',
  description:
    `Call it when a task ends: reads the last ${WINDOW_PAIRS} exchanges and keeps, as records, what the user said of themselves, of how ` +
    'they want things done, of lasting projects. Recalled text and the assistant’s words are left out; most conversations ' +
    'hold nothing. It never fails the task: what went wrong stands in the answer and in the log.',
  example: 'recollect extract chat.jsonl',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    messages: z
      .array(message)
      .max(10_000)
      .optional()
      .describe('the conversation, oldest first; its last exchanges are enough'),
    session: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('instead: the name of a stored conversation; then records are forgotten with its turns'),
    wait: z
      .boolean()
      .default(true)
      .describe('false: answer at once, and read in the background; closing waits for it'),
  }),
  output: z.object({
    extractionId: z.string().describe('under which the log has it'),
    outcome: z
      .enum(['done', 'skipped', 'failed', 'started'])
      .describe('started: it goes on in the background'),
    reason: z.string().nullable().describe('a code: why it was skipped or failed'),
    detail: z.string().nullable().describe('the same for a person'),
    extractor: z.string().nullable().describe('rules, or the model that read it'),
    pairs: z.number().describe('exchanges that were looked at'),
    cues,
    records: z
      .array(stepShape.extend({ name: z.string().nullable() }))
      .describe('what came of each candidate'),
    isLogged: z.boolean().describe('whether it stands in the log, where it has ended'),
  }),
  handler: async (call, { messages, session, wait }) => {
    const { spine, reach, records, models, readLog } = call
    const id = spine.env.newId()
    // Behind a task that has ended, its signal means nothing any more.
    const signal = wait ? call.signal : undefined
    const reading = (async () => {
      const read = await conversationOf(call, messages, session)
      readLog.record(reach, 'memory.extract', { messages: read.length })
      await readLog.flush()
      return read
    })()
    const work = reading.then((read) => extractRecords({ spine, reach, records, models, signal, id }, read))
    if (!wait) {
      call.background(work.catch(() => undefined))
      // What cannot be read at all is told at once.
      await reading
      return { ...nothingYet, extractionId: id }
    }
    const { id: extractionId, steps, at: _at, ...result } = await work
    const named = steps.map(async (step) => ({ ...withoutItem(step), name: await nameOf(call, step) }))
    return { ...result, extractionId, records: await Promise.all(named) }
  },
})

const nothingYet = {
  outcome: 'started' as const,
  reason: null,
  detail: null,
  extractor: null,
  pairs: 0,
  cues: {},
  records: [],
  isLogged: false,
}

/** More turns than three exchanges have, also where tools speak between. */
export const TURNS_READ = 100

async function conversationOf(
  { spine, reach }: { readonly spine: Call['spine']; readonly reach: Reach },
  messages: readonly Message[] | undefined,
  session: string | undefined,
): Promise<readonly Message[]> {
  if (messages !== undefined) {
    if (session !== undefined)
      throw needsOne('messages and session were both given, and only one can be read')
    // Nobody looks at what comes of it: private spans and secrets are not even read.
    return messages.map((one) => ({
      ...one,
      role: roleNamed(one.role) ?? one.role,
      content: redact(one.content).text,
    }))
  }
  if (session === undefined) throw needsOne('messages or session: one of them is needed')
  requireCapability(reach, 'memory.read', 'memory.extract')
  return sessionMessages(spine, reach, session, TURNS_READ)
}

function needsOne(message: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    message,
    'give the messages of the conversation, or the name of a stored one',
  )
}

function withoutItem<T extends { readonly item: string | null }>({ item, ...step }: T) {
  return { ...step, id: item }
}

/** What stands against a candidate is named too, unless it was forgotten meanwhile. */
async function nameOf(
  { records, reach }: Call,
  { item, name }: ExtractionResult['steps'][number],
): Promise<string | null> {
  if (name !== null || item === null) return name
  try {
    return (await records.read(reach, item)).record.name
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'not_found') return null
    throw error
  }
}

export const extractionLog = defineOperation({
  name: 'memory.extraction_log',
  title: 'What extraction did lately',
  description:
    'The extractions of the last 30 days, newest first: what was found, what came of each candidate, and why nothing was ' +
    'kept. The log holds codes, numbers and ids, and no word of the conversation.',
  example: 'recollect extraction-log',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    limit: z.int().min(1).max(1000).default(20).describe('how many extractions'),
    after: pageAfter,
  }),
  output: z.object({
    extractions: z.array(
      z.object({
        extractionId: z.string(),
        at: z.string(),
        actor: z.string(),
        extractor: z.string(),
        outcome: z.enum(['done', 'skipped', 'failed']),
        reason: z.string().nullable(),
        pairs: z.number(),
        cues,
        steps: z.array(stepShape.extend({ isForgotten: z.boolean().describe('the record is gone by now') })),
      }),
    ),
    next: pageNext,
  }),
  handler: async ({ spine, reach, readLog }, { limit, after }) => {
    const [at, rid] = extractionPages.read(after) ?? []
    const before = at === undefined || rid === undefined ? undefined : { at, rid }
    const found = await spine.store.read(readExtractions, reach, limit + 1, spine.env.now(), before)
    const { rows: extractions, next } = extractionPages.cut(found, limit, (one) => [one.at, one.rid])
    readLog.record(reach, 'memory.extraction_log', { extractions: extractions.length })
    return {
      extractions: extractions.map(({ rid: _, id, at, steps, ...entry }) => ({
        ...entry,
        extractionId: id,
        at: formatMoment(at, spine.zone),
        steps: steps.map(withoutItem),
      })),
      next,
    }
  },
})

const extractionPages = pagesOf('memory.extraction_log', z.tuple([z.int(), z.int()]))
