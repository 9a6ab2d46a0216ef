import { z } from 'zod'
import type { FoundItem } from '../items/read-items.js'
import { formatMoment } from '../text/zone.js'
import { factCategories } from '../user/fact-category.js'
import { readConflicts, resolveConflict } from '../user/facts/conflicts.js'
import { correctFact } from '../user/facts/correct-fact.js'
import { listFacts } from '../user/facts/list-facts.js'
import { pinFact } from '../user/facts/pin-fact.js'
import { restoreFact } from '../user/facts/restore-fact.js'
import { retractFact } from '../user/facts/retract-fact.js'
import { byTheUser } from './by-the-user.js'
import { factPages } from './fact-pages.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { itemId, itemShape, showItem } from './shapes.js'

const factId = itemId.describe('of the fact')

export const listKnownFacts = defineOperation({
  name: 'memory.facts',
  title: 'List facts',
  description:
    'What is known for a fact, each with the items that state it: what holds now; with `key`, all that ever held it, what ' +
    'holds first; with `asOf`, what was true then; with `knownAt`, what was believed then.',
  example: 'recollect facts --category preference',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    category: z.enum(factCategories).optional().describe('only facts of this category'),
    key: z
      .string()
      .max(1_000)
      .optional()
      .describe('the history of a key, like user.location or person.mia.employer'),
    asOf: moment.optional().describe('what was true then, by what is known now, or was at knownAt'),
    knownAt: moment.optional().describe('what was believed then'),
    includeSuperseded: z
      .boolean()
      .default(false)
      .describe('also what was superseded or taken back, and what waits to be decided'),
    limit: z.number().int().min(1).max(200).default(10).describe('how many facts at most'),
    after: pageAfter,
  }),
  output: z.object({
    facts: z.array(
      itemShape.extend({ sources: z.array(z.string()).describe('ids of the items that state it') }),
    ),
    isComplete: z.boolean().describe('false: there are more than limit'),
    next: pageNext,
  }),
  handler: async ({ spine, reach, readLog }, { asOf, knownAt, includeSuperseded, after, ...query }) => {
    const { facts, next } = await listFacts(spine, reach, {
      ...query,
      includesPast: includeSuperseded,
      asOf: readMoment(asOf, spine.zone, 'asOf'),
      knownAt: readMoment(knownAt, spine.zone, 'knownAt'),
      after: factPages.read(after),
    })
    readLog.record(reach, 'memory.facts', { facts: facts.length })
    return {
      facts: facts.map((fact) => ({ ...showItem(fact, spine.zone), sources: [...fact.sources] })),
      isComplete: next === undefined,
      next: factPages.next(next),
    }
  },
})

export const correctOneFact = defineOperation({
  name: 'memory.correct',
  title: 'Correct a fact',
  description:
    'Puts what is true in the place of a fact that is wrong, for certain and with its key and pin; the wrong one stays ' +
    'in the history. What an agent corrects waits until the user decides (outcome proposed).',
  example: 'recollect correct 1 --text "I live in Porto"',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: false,
  input: z.object({
    id: factId,
    text: z.string().describe('what is true instead, as a sentence'),
    value: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('what its key holds from now on; without it, the text must say it of the same subject'),
  }),
  output: z.object({
    id: z.string().describe('of the correction'),
    outcome: z.enum(['corrected', 'proposed']),
    corrects: z.string(),
  }),
  handler: ({ spine, reach }, input) => correctFact(spine, reach, input),
})

export const restoreOneFact = defineOperation({
  ...byTheUser,
  name: 'memory.restore',
  title: 'Let a fact hold again',
  description:
    'Makes a fact hold again that another had replaced or that was taken back. What holds its key by now, or corrects ' +
    'it, is taken back.',
  example: 'recollect restore-fact 2',
  isIdempotent: false,
  input: z.object({ id: factId }),
  output: z.object({ id: z.string(), retracted: z.array(z.string()).describe('what had taken its place') }),
  handler: async ({ spine, reach }, { id }) => {
    const restored = await restoreFact(spine, reach, id)
    return { id: restored.id, retracted: [...restored.retracted] }
  },
})

export const retractOneFact = defineOperation({
  ...byTheUser,
  name: 'memory.retract',
  title: 'Take a fact back',
  description:
    'Takes back a fact that is not true, without putting anything in its place. It stays in the history, and ' +
    'memory.restore undoes this; memory.forget deletes for good.',
  example: 'recollect retract 2',
  isIdempotent: false,
  input: z.object({ id: factId }),
  output: z.object({ id: z.string() }),
  handler: ({ spine, reach }, { id }) => retractFact(spine, reach, id),
})

const pinned = z.object({ id: z.string(), isPinned: z.boolean() })

export const pinOneFact = defineOperation({
  ...byTheUser,
  name: 'memory.pin',
  title: 'Keep a fact in every prompt',
  description:
    'Pins a fact, so that core memory always holds it. Only what the user said in person, and no instruction: those have a ' +
    'priority.',
  example: 'recollect pin 1',
  isIdempotent: true,
  input: z.object({ id: factId }),
  output: pinned,
  handler: ({ spine, reach }, { id }) => pinFact(spine, reach, id, true),
})

export const unpinOneFact = defineOperation({
  ...byTheUser,
  name: 'memory.unpin',
  title: 'Pin a fact no longer',
  description: 'Takes the pin off a fact; it then is in core memory as far as its weight allows.',
  example: 'recollect unpin 1',
  isIdempotent: true,
  input: z.object({ id: factId }),
  output: pinned,
  handler: ({ spine, reach }, { id }) => pinFact(spine, reach, id, false),
})

export const listConflicts = defineOperation({
  name: 'memory.conflicts',
  title: 'What waits for the user to decide',
  description:
    'Contradictions that need review, the newest first, with both sides: needs_review, where something less certain has ' +
    'replaced a fact; proposed, where what a tool, an agent or an import says waits.',
  example: 'recollect conflicts',
  capability: 'memory.read',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    limit: z.number().int().min(1).max(200).default(50).describe('how many at most'),
    after: pageAfter,
  }),
  output: z.object({
    conflicts: z.array(
      z.object({
        id: z.string(),
        at: z.string().describe('when it arose'),
        resolution: z.enum(['needs_review', 'proposed']),
        old: itemShape.nullable().describe('what it was, or would be, put in the place of'),
        new: itemShape,
      }),
    ),
    next: pageNext,
  }),
  handler: async ({ spine, reach, readLog }, { limit, after }) => {
    const [before] = conflictPages.read(after) ?? []
    const found = await spine.store.read(readConflicts, spine, reach.writes, limit + 1, before)
    const { rows: conflicts, next } = conflictPages.cut(found, limit, ({ rid }) => [rid])
    readLog.record(reach, 'memory.conflicts', { conflicts: conflicts.length })
    const show = (item: FoundItem) => showItem(item, spine.zone)
    return {
      conflicts: conflicts.map((conflict) => ({
        id: conflict.id,
        at: formatMoment(conflict.at, spine.zone),
        resolution: conflict.resolution === 'proposed' ? ('proposed' as const) : ('needs_review' as const),
        old: conflict.old === null ? null : show(conflict.old),
        new: show(conflict.new),
      })),
      next,
    }
  },
})

const conflictPages = pagesOf('memory.conflicts', z.tuple([z.int()]))

export const resolveOneConflict = defineOperation({
  ...byTheUser,
  name: 'memory.resolve_conflict',
  title: 'Decide which side holds',
  description:
    'Says which side of a contradiction holds: the old one, and the new one is taken back; or the new one. A proposal of ' +
    'which nothing is kept is taken back with old.',
  example: 'recollect resolve-conflict 1 --keep new',
  isIdempotent: false,
  input: z.object({
    id: itemId.describe('of the conflict, or of its new side'),
    keep: z.enum(['old', 'new']).describe('which side holds'),
  }),
  output: z.object({
    id: z.string(),
    holds: z.string().nullable().describe('the id of what holds now, if anything does'),
    retracted: z.array(z.string()),
  }),
  handler: async ({ spine, reach }, { id, keep }) => {
    const resolved = await resolveConflict(spine, reach, id, keep)
    return { ...resolved, retracted: [...resolved.retracted] }
  },
})
