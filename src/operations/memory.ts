import { z } from 'zod'
import { forget, planForget } from '../items/forget.js'
import { readItem } from '../items/read-items.js'
import { sourceChain, trace } from '../items/trace.js'
import { TAGS_MAX } from '../user/tag.js'
import { capture, thoughtIdentityIn } from '../user/thoughts.js'
import { forgetTarget } from './forget-target.js'
import { entityName } from './graph-shapes.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { itemId, itemShape, receiptShape, showItem, showReceipt } from './shapes.js'

const id = itemId

export const captureNote = defineOperation({
  name: 'memory.capture',
  title: 'Remember a note',
  description:
    'Keeps a note exactly as given, with its time and origin, and reads out of it, by rules, what it states: facts, ' +
    'people, decisions, how they are related. The same note again is the same item, and gains the tags it lacks. A note ' +
    'that was forgotten is refused unless `again` says otherwise.',
  example: 'recollect capture "Mia moved to Lisbon in March" --tags mia,travel',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    text: z.string().describe('the note, kept verbatim'),
    tags: z
      .array(z.string())
      .max(TAGS_MAX)
      .optional()
      .describe('words to keep it under, like work or #home; only these, hashes in the text stay text'),
    occurredAt: moment.optional().describe('when it happened; now when absent'),
    expiresAt: moment
      .optional()
      .describe('until when what it states is put into prompts; it stays, and is shown, after that'),
    sources: z.array(id).max(100).optional().describe('ids of the items it was derived from'),
    again: z.boolean().optional().describe('remember it even if it was forgotten before'),
  }),
  output: z.object({
    id: z.string().describe('of the note; of the proposal where it is proposed'),
    outcome: z
      .enum(['added', 'repeated', 'proposed'])
      .describe('proposed: not kept yet, and not found until a person of this workspace approves it'),
    facts: z.array(z.string()).describe('ids of the facts that were read out of it'),
  }),
  stream: 'text',
  proposal: {
    keeps: ({ spine, reach }, input) => ({
      input: {
        ...input,
        // As it was meant here and now.
        occurredAt: readMoment(input.occurredAt, spine.zone, 'occurredAt'),
        expiresAt: readMoment(input.expiresAt, spine.zone, 'expiresAt'),
      },
      identity: thoughtIdentityIn(spine, reach.writes, input.text),
      sources: input.sources ?? [],
      again: input.again === true,
    }),
    answers: (_, __, proposed) => ({ id: proposed, outcome: 'proposed' as const, facts: [] }),
    performs: (input, at) => ({ ...input, occurredAt: input.occurredAt ?? at }),
  },
  handler: async ({ spine, reach }, { occurredAt, expiresAt, ...input }) => {
    const at = readMoment(occurredAt, spine.zone, 'occurredAt')
    const captured = await capture(spine, reach, {
      ...input,
      occurredAt: at,
      expiresAt: readMoment(expiresAt, spine.zone, 'expiresAt'),
    })
    return { ...captured, facts: [...captured.facts] }
  },
})

export const getItem = defineOperation({
  name: 'memory.get',
  title: 'Read one item',
  description: 'One item as it was remembered, with origin, trust and times.',
  example: 'recollect show 1',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({ id }),
  output: itemShape,
  handler: async ({ spine, reach, readLog }, input) => {
    const item = await spine.store.read(readItem, spine, reach.reads, input.id)
    readLog.record(reach, 'memory.get', { items: 1 })
    return showItem(item, spine.zone)
  },
})

const tracedShape = itemShape.extend({ role: z.enum(['derived', 'summarises', 'quotes']) })

export const traceItem = defineOperation({
  name: 'memory.trace',
  title: 'Where an item comes from',
  description:
    'The items that an item was derived from, the items that were derived from it, and how often it was used.',
  example: 'recollect trace 1',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    id,
    chain: z
      .boolean()
      .default(false)
      .describe('also the sources of the sources, up to what was said in the beginning'),
  }),
  output: z.object({
    item: itemShape,
    sources: z.array(tracedShape),
    derived: z.array(tracedShape),
    copyOf: z
      .object({ bank: z.string(), id: z.string() })
      .nullable()
      .describe('where it was taken over from, such as a worker; null for what was kept here first'),
    chain: z
      .array(
        tracedShape.extend({
          depth: z.number().describe('1 for its own sources'),
          of: z.string().describe('the id of the item that was made of it'),
        }),
      )
      .optional()
      .describe('with `chain`: all that it rests on, the nearest first, at most 200'),
  }),
  handler: async ({ spine, reach, readLog }, input) => {
    const { item, sources, derived, copyOf } = await trace(spine, reach, input.id)
    const chain = input.chain ? await spine.store.read(sourceChain, spine, reach, input.id) : undefined
    readLog.record(reach, 'memory.trace', { items: 1 + sources.length + derived.length })
    const show = (traced: (typeof sources)[number]) => ({
      ...showItem(traced, spine.zone),
      role: traced.role,
    })
    return {
      item: showItem(item, spine.zone),
      sources: sources.map(show),
      derived: derived.map(show),
      copyOf,
      ...(chain === undefined
        ? {}
        : { chain: chain.map((one) => ({ ...show(one), depth: one.depth, of: one.of })) }),
    }
  },
})

export const forgetItem = defineOperation({
  name: 'memory.forget',
  title: 'Forget for good',
  description:
    'Deletes one item and everything derived from it alone, or every turn of one conversation, or every item that names ' +
    'one entity of the graph, by what was read out of it or by a full name in its text; and proves on disk that it is ' +
    'gone. Cannot be undone. With `preview`, only says what would go.',
  example: 'recollect forget 1',
  capability: 'memory.forget',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'destructive',
  isIdempotent: false,
  input: z.object({
    id: id.optional().describe('the item'),
    session: z.string().min(1).max(1_000).optional().describe('the name of a conversation; instead of an id'),
    entity: entityName
      .optional()
      .describe('an entity of the graph, by its id or a name that is clear; instead of an id'),
    preview: z.boolean().default(false).describe('say what would go, without forgetting it'),
    verify: z.boolean().default(true).describe('look at the bytes on disk before answering'),
  }),
  output: z.discriminatedUnion('preview', [
    z.object({
      preview: z.literal(true),
      items: z.array(itemShape),
      isComplete: z.boolean().describe('false: more than these would go'),
    }),
    receiptShape.extend({ preview: z.literal(false) }),
  ]),
  handler: async ({ spine, reach, readLog }, { preview, verify, ...target }) => {
    const what = await forgetTarget(spine, reach, target)
    if (preview) {
      const { items, isComplete } = await planForget(spine, reach, what)
      return { preview: true as const, items: items.map((going) => showItem(going, spine.zone)), isComplete }
    }
    // What waits to be written would be dropped, whether it speaks of the item or not.
    await readLog.flush()
    const receipt = await forget(spine, reach, what, { verify })
    return { preview: false as const, ...showReceipt(receipt) }
  },
})
