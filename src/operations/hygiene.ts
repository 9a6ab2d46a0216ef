import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { formatMoment } from '../text/zone.js'
import { limitBytes } from '../transfer/limit-bytes.js'
import { readMemories } from '../transfer/memories/read-memories.js'
import { findingKinds, type ProposedCall, proposedActions } from '../user/hygiene/finding.js'
import { examineMemory } from '../user/hygiene/hygiene.js'
import { createJunkFinder, type JunkReport } from '../user/hygiene/junk-finder.js'
import { junkReasons, meaningOfJunk } from '../user/hygiene/junk-reason.js'
import { reflect } from '../user/hygiene/reflect.js'
import { byteSource } from './byte-source.js'
import { defineOperation } from './operation.js'

const MAX_BYTES = 1_000_000_000
const PROBLEMS_SHOWN = 20
/** Looked at before others go on. */
const PER_TURN = 200

export const junkShape = z.object({
  memories: z.number(),
  junk: z.number(),
  rate: z.number().describe('junk of all memories, 0 to 1'),
  reasons: z.array(
    z.object({
      reason: z.enum(junkReasons),
      meaning: z.string(),
      count: z.number(),
      examples: z
        .array(
          z.object({
            id: z.string(),
            text: z.string().describe('its beginning'),
            of: z.string().nullable().describe('the earlier one that it repeats'),
          }),
        )
        .describe('the first few'),
    }),
  ),
})

export const findJunk = defineOperation({
  name: 'memory.junk',
  title: 'How much of a memory file is junk',
  description:
    'Reads the memories that another system kept or exported (mem0, the MCP memory server, JSON lines, a Markdown note) ' +
    'and says how many of them are worth nothing, and why. By rules, the same each time; nothing is kept.',
  example: 'recollect hygiene mem0.json',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'http'],
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.object({
    content: byteSource,
    name: z.string().min(1).max(512).optional().describe('the name of the file; it names a note'),
    maxBytes: z
      .int()
      .min(1)
      .default(MAX_BYTES)
      .describe('longer content is refused where it goes on past this'),
  }),
  output: junkShape.extend({
    form: z.enum(['mem0', 'server-memory', 'memories', 'note']),
    relations: z.number().describe('connections of a graph, which have no text'),
    unread: z.number().describe('entries that could not be read'),
    problems: z
      .array(z.object({ line: z.number().nullable(), entry: z.number().nullable(), reason: z.string() }))
      .describe('the first places where something could not be read, and why'),
  }),
  stream: 'content',
  handler: async ({ reach, readLog, progress, signal }, { content, name, maxBytes }) => {
    const { form, entries } = await readMemories(limitBytes(content, maxBytes), name)
    const finder = createJunkFinder()
    const problems: { line: number | null; entry: number | null; reason: string }[] = []
    let [memories, relations, unread] = [0, 0, 0]
    for await (const entry of entries) {
      if (entry.kind === 'relation') relations += 1
      else if (entry.kind === 'memory') {
        finder.look(entry)
        memories += 1
        if (memories % PER_TURN === 0) {
          signal?.throwIfAborted()
          progress?.({ done: memories, unit: 'memories' })
          await nextTurn()
        }
      } else {
        unread += 1
        const { place, problem } = entry
        if (problems.length < PROBLEMS_SHOWN)
          problems.push({
            line: place.line ?? null,
            entry: place.entry ?? null,
            reason: problem.detail === undefined ? problem.reason : `${problem.reason}: ${problem.detail}`,
          })
      }
    }
    readLog.record(reach, 'memory.junk', { memories })
    return { form: form.name, relations, unread, problems, ...showJunk(finder.report()) }
  },
})

function showJunk({ reasons, ...counts }: JunkReport): z.input<typeof junkShape> {
  return {
    ...counts,
    reasons: reasons.map(({ reason, count, examples }) => ({
      reason,
      meaning: meaningOfJunk[reason],
      count,
      examples: examples.map(({ id, text, of }) => ({ id, text, of })),
    })),
  }
}

const callShape = z
  .object({ operation: z.string(), input: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
  .nullable()

const countsShape = z
  .partialRecord(z.enum(findingKinds), z.number())
  .describe('how many there are of each kind, also of those that are not shown')

export const lookAfter = defineOperation({
  name: 'memory.hygiene',
  looksAtMuch: true,
  title: 'What should be looked after',
  description:
    'Looks the memory over: people who may be one, likings that contradict each other, abandoned projects, texts ' +
    'without vectors, notes that repeat or are junk. Each finding names the operation that would settle it and the one ' +
    'that takes that back. Changes nothing by itself.',
  example: 'recollect hygiene',
  capability: 'memory.read',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.object({
    limit: z.number().int().min(1).max(200).default(20).describe('how many findings of each kind at most'),
  }),
  output: z.object({
    findings: z.array(
      z.object({
        id: z.string().describe('the same as long as the same is found'),
        kind: z.enum(findingKinds),
        what: z.string(),
        items: z.array(z.string()).describe('ids of items, the one to keep first'),
        entities: z.array(z.string()).describe('ids of entities, the one to keep first'),
        proposal: z.object({
          action: z.enum(proposedActions),
          call: callShape.describe(
            'the operation that does it; null where there is nothing to do but to look',
          ),
          undo: callShape.describe(
            'the operation that takes it back; null where nothing can, or nothing needs to',
          ),
        }),
      }),
    ),
    counts: countsShape,
    junk: junkShape.describe('of the notes'),
  }),
  handler: async ({ spine, reach, readLog, signal }, { limit }) => {
    const { findings, counts, junk } = await examineMemory(spine, reach, { limit, signal })
    readLog.record(reach, 'memory.hygiene', { findings: findings.length })
    return {
      findings: findings.map((found) => ({
        ...found,
        items: [...found.items],
        entities: [...found.entities],
        proposal: {
          ...found.proposal,
          call: showCall(found.proposal.call),
          undo: showCall(found.proposal.undo),
        },
      })),
      counts,
      junk: showJunk(junk),
    }
  },
})

function showCall(call: ProposedCall | null): z.input<typeof callShape> {
  if (call === null) return null
  const input = Object.entries(call.input).map(([field, value]) => [
    field,
    typeof value === 'string' ? value : [...value],
  ])
  return { operation: call.operation, input: Object.fromEntries(input) }
}

export const reflectOnMemory = defineOperation({
  name: 'memory.reflect',
  looksAtMuch: true,
  title: 'Keep a report of the memory about itself',
  description:
    'Looks the memory over and keeps what it found as a note under the tag reflection: contradictions that wait for ' +
    'review, important facts that nothing confirmed for 90 days, the state of index and vectors, counts of what ' +
    'memory.hygiene would show. Numbers and ids only. Proposes, and changes nothing else; made to run on a schedule.',
  example: 'recollect reflect',
  capability: 'memory.write',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: false,
  input: z.object({}),
  output: z.object({
    id: z.string().describe('of the note'),
    text: z.string().describe('the report, as it is kept'),
    at: z.string(),
    conflicts: z
      .array(z.object({ id: z.string(), at: z.string() }))
      .describe('contradictions that wait for review, at most 50; memory.conflicts shows them'),
    unconfirmed: z
      .array(z.object({ id: z.string(), importance: z.number(), confirmedAt: z.string() }))
      .describe('facts of importance 8 and more that nothing confirmed for 90 days, at most 10'),
    index: z.object({ indexed: z.number(), stale: z.number().describe('memory.reindex does them') }),
    vectors: z.object({
      indexed: z.number(),
      pending: z.number().describe('memory.embed does them'),
      state: z.string(),
    }),
    findings: countsShape,
    junkRate: z.number().describe('of the notes, 0 to 1'),
  }),
  handler: async ({ spine, reach, signal }) => {
    const { at, conflicts, unconfirmed, ...rest } = await reflect(spine, reach, signal)
    const moment = (time: number) => formatMoment(time, spine.zone)
    return {
      ...rest,
      at: moment(at),
      conflicts: conflicts.map((conflict) => ({ ...conflict, at: moment(conflict.at) })),
      unconfirmed: unconfirmed.map((fact) => ({ ...fact, confirmedAt: moment(fact.confirmedAt) })),
    }
  },
})
