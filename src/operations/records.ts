import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { provenances, recordTypes, trustOf } from '../items/item.js'
import type { Reach } from '../reach.js'
import { formatMoment } from '../text/zone.js'
import {
  BODY_MAX_BYTES,
  DESCRIPTION_MAX_CHARS,
  type MemoryRecord,
  NAME_MAX_CHARS,
} from '../user/records/record.js'
import { recordIdentityIn } from '../user/records/record-keys.js'
import type { Authorship, ListedRecord } from '../user/records/record-store.js'
import { checkedRecord } from '../user/records/record-text.js'
import { fileOfName } from '../user/records/slug.js'
import { defineOperation } from './operation.js'
import { itemShape, receiptShape, recordShape, showReceipt, showRecordHead } from './shapes.js'

/** A record as it leaves, without its body. */
const headShape = recordShape.extend({
  id: z.string(),
  ...itemShape.pick({ origin: true, trust: true }).shape,
})

export const wholeRecordShape = headShape.extend({ body: z.string().describe('Markdown') })

export function showRecord(
  { id, origin, trust, record }: MemoryRecord,
  zone: string,
): z.input<typeof wholeRecordShape> {
  return { id, origin, trust, ...showRecordHead(record, zone), body: record.body }
}

function showListed(listed: ListedRecord, zone: string): z.input<typeof headShape> {
  const { id, origin, trust } = listed
  return { id, origin, trust, ...showRecordHead(listed, zone) }
}

const which = z.string().min(1).max(512).describe('its id, its file or its name')
const description = z
  .string()
  .max(4 * DESCRIPTION_MAX_CHARS)
  // The record says better what is too long; a client is told where that begins.
  .meta({
    maxLength: DESCRIPTION_MAX_CHARS,
    description: `what it is about, on one line of at most ${DESCRIPTION_MAX_CHARS} characters: recall chooses by it`,
  })
const type = z
  .enum(recordTypes)
  .describe(
    'user: who they are; feedback: how you are to behave; project: what files do not tell; reference: where something is',
  )
const body = z.string().max(BODY_MAX_BYTES).describe('all there is to know, in Markdown; up to 64 KB')
const revision = z
  .int()
  .min(1)
  .optional()
  .describe('refuse with `changed` where the record has another revision by now')

const everyone = ['agent', 'subagent', 'user', 'administrator'] as const
const everywhere = ['sdk', 'cli', 'mcp', 'http'] as const

export const saveRecord = defineOperation({
  name: 'record.save',
  looksAtFiles: true,
  title: 'Keep a memory record',
  description:
    'Creates a Markdown record of something that stays true: who the user is, how they want things done, a lasting project, ' +
    'where something is found. One subject a record. A name that is taken is refused: change that record with ' +
    'record.update. For a passing remark, use memory.capture.',
  example: 'recollect record-save "Weekly report" --type feedback --description Short',
  capability: 'memory.write',
  audience: everyone,
  surfaces: everywhere,
  effect: 'write',
  isIdempotent: false,
  input: z.strictObject({
    name: z
      .string()
      .max(4 * NAME_MAX_CHARS)
      .meta({
        maxLength: NAME_MAX_CHARS,
        description: 'a few words, like Weekly report; its file is named after it',
      }),
    description,
    type,
    body: body.default(''),
    again: z.boolean().optional().describe('keep it even if it was forgotten before'),
  }),
  output: wholeRecordShape.extend({
    outcome: z
      .literal('proposed')
      .optional()
      .describe(
        'proposed: not kept yet, and not found until a person of this workspace approves it; `id` is the proposal’s, the ' +
          'rest as it would be',
      ),
  }),
  stream: 'body',
  proposal: {
    keeps: ({ spine, reach }, input) => ({
      input,
      identity: recordIdentityIn(spine, reach.writes, checkedRecord(input)),
      sources: [],
      again: input.again === true,
    }),
    answers: ({ spine, reach }, input, id) => {
      const { name, description, type, body } = checkedRecord(input)
      const { provenance, origin, trust } = authorOf(reach, 'record.save')
      const now = formatMoment(spine.env.now(), spine.zone)
      return {
        id,
        outcome: 'proposed' as const,
        origin,
        trust,
        name,
        description,
        type,
        body,
        provenance,
        file: fileOfName(name),
        createdAt: now,
        updatedAt: now,
        recallCount: 0,
        lastRecalledAt: null,
        revision: 1,
      }
    },
    performs: (input) => input,
  },
  handler: async ({ spine, reach, records }, { again, ...record }) => {
    requireDescription(record.description)
    const by = authorOf(reach, 'record.save')
    return showRecord(await records.write(reach, { kind: 'create', record, by, again }), spine.zone)
  },
})

export const updateRecord = defineOperation({
  name: 'record.update',
  looksAtFiles: true,
  title: 'Change a memory record',
  description:
    'Changes what a record says: description, type or body, each as a whole; or gives it another name. Its id, file, ' +
    'provenance and counters stay. Read it before, and pass its revision, so that nobody else’s change is lost.',
  example: 'recollect record-update weekly-report --body "At most one page, numbers first."',
  capability: 'memory.write',
  audience: everyone,
  surfaces: everywhere,
  effect: 'write',
  isIdempotent: true,
  input: z.strictObject({
    which,
    name: z
      .string()
      .max(4 * NAME_MAX_CHARS)
      .optional()
      .meta({ maxLength: NAME_MAX_CHARS, description: 'another name; its file keeps its own' }),
    description: description.optional(),
    type: type.optional(),
    body: body.optional(),
    revision,
  }),
  output: wholeRecordShape,
  handler: async ({ spine, reach, records }, { which: named, revision: seen, name, ...change }) => {
    if ([name, ...Object.values(change)].every((value) => value === undefined)) {
      throw new MemoryError(
        'invalid_input',
        'nothing to change: give name, description, type or body',
        'to read the record as it is: record.read',
      )
    }
    if (change.description !== undefined) requireDescription(change.description)
    const by = authorOf(reach, 'record.update')
    const record = await records.write(reach, {
      kind: 'update',
      which: named,
      change,
      by,
      name,
      revision: seen,
    })
    return showRecord(record, spine.zone)
  },
})

export const readRecord = defineOperation({
  name: 'record.read',
  looksAtFiles: true,
  title: 'Read a memory record',
  description: 'One record, with its body. It does not count as a recall.',
  example: 'recollect record weekly-report',
  capability: 'memory.read',
  audience: everyone,
  surfaces: everywhere,
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({ which }),
  output: wholeRecordShape,
  handler: async ({ spine, reach, records, readLog }, { which: named }) => {
    const record = await records.read(reach, named)
    readLog.record(reach, 'record.read', { records: 1 })
    return showRecord(record, spine.zone)
  },
})

export const listRecords = defineOperation({
  name: 'record.list',
  looksAtFiles: true,
  title: 'List memory records',
  description:
    'The records without their bodies, the last used or changed first; and files of the records folder that cannot be ' +
    'read, with the reason. For what concerns a task, use record.recall.',
  example: 'recollect records',
  capability: 'memory.read',
  audience: everyone,
  surfaces: everywhere,
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    type: z.enum(recordTypes).optional().describe('only records of this type'),
    provenance: z.enum(provenances).optional().describe('only those that were made so'),
    limit: z.int().min(1).max(200).default(50).describe('how many at most'),
    after: z.string().max(64).optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    records: z.array(headShape.extend({ activeAt: z.string().describe('its last change or recall') })),
    total: z.number().describe('how many there are in all, of those that are asked for'),
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
    problems: z
      .array(
        z.object({
          file: z.string(),
          line: z.number().nullable(),
          field: z.string().nullable(),
          reason: z.string(),
        }),
      )
      .describe('files that are no records as they are; they are left as they are'),
  }),
  handler: async ({ spine, reach, records, readLog }, query) => {
    const { records: page, total, next, problems } = await records.list(reach, query)
    readLog.record(reach, 'record.list', { records: page.length })
    const { zone } = spine
    return {
      records: page.map((one) => ({ ...showListed(one, zone), activeAt: formatMoment(one.activeAt, zone) })),
      total,
      next,
      problems: [...problems],
    }
  },
})

export const deleteRecord = defineOperation({
  name: 'record.delete',
  looksAtFiles: true,
  title: 'Delete a memory record for good',
  description: 'Forgets one record with its file, and proves on disk that it is gone. Cannot be undone.',
  example: 'recollect record-delete weekly-report',
  capability: 'memory.forget',
  audience: ['agent', 'user', 'administrator'],
  surfaces: everywhere,
  effect: 'destructive',
  isIdempotent: false,
  input: z.strictObject({
    which,
    revision,
    verify: z.boolean().default(true).describe('look at the bytes on disk before answering'),
  }),
  output: receiptShape,
  handler: async ({ reach, records, readLog }, { which: named, ...options }) => {
    // What waits to be written would be dropped, whether it speaks of the record or not.
    await readLog.flush()
    return showReceipt(await records.delete(reach, named, options))
  },
})

/** A file that a person wrote may do without; its first sentence stands for it. */
function requireDescription(description: string): void {
  if (description.trim() !== '') return
  throw new MemoryError(
    'invalid_input',
    'description is empty',
    'say on one line what it is about: recall chooses by it',
  )
}

/** Who calls, as a writer of records: an agent's words need not be its user's. */
function authorOf({ actor }: Reach, operation: string): Authorship {
  const origin = actor.audience === 'agent' || actor.audience === 'subagent' ? 'tool' : 'user'
  return { provenance: 'manual', origin, trust: trustOf(origin, []), operation }
}
