import { z } from 'zod'
import { reachedBanks } from '../reach.js'
import { clearLog } from '../recalls/clear-log.js'
import { explainRecall, type RecalledStanding } from '../recalls/explain-recall.js'
import { readRecalls } from '../recalls/recall.js'
import { useHits } from '../recalls/use-hits.js'
import { formatMoment } from '../text/zone.js'
import {
  accountShape,
  layerName,
  type ShownStanding,
  showAccount,
  showStanding,
  standingShape,
} from './account-shapes.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { itemId, itemShape, provenShape, showItem, showProven } from './shapes.js'

const recallId = z.string().max(64).toLowerCase()

export const explainSearch = defineOperation({
  name: 'memory.explain',
  title: 'Why an earlier search found what it found',
  description:
    'What a search of the last 30 days was asked and found: ranks, scores, layers, what was missing. With `id`, why that ' +
    'item was not found, or why it ranks where it does. An agent sees its own searches.',
  example: 'recollect explain 3',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    recallId: recallId.optional().describe('of the search, as its answer gives it; the latest when absent'),
    id: itemId.optional().describe('also say where this item stands'),
  }),
  output: z.object({
    recallId: z.string(),
    question: z.string(),
    at: z.string().describe('when it was asked'),
    actor: z.string().describe('who asked'),
    mode: z.enum(['measured', 'rrf']),
    limit: z.number(),
    kinds: z.array(z.string()).readonly().nullable().describe('that were asked for; null for all'),
    ranked: z.number().describe('how many items were ranked, shown or not'),
    missing: z.partialRecord(layerName, z.string()).describe('layers that could not take part, and why'),
    hits: z.array(
      itemShape.extend({
        rank: z.number(),
        score: z.number(),
        alike: z.array(z.string()).describe('ids of items that were shown as this one'),
        used: z.boolean().describe('the caller said that it used this hit'),
        account: accountShape,
      }),
    ),
    standing: standingShape
      .extend({ isAskedAgain: z.boolean().describe('it was no hit: the question was asked again, now') })
      .optional()
      .describe('where the item stands that was asked about'),
  }),
  handler: async ({ spine, reach, readLog }, input) => {
    await readLog.flush()
    const { recall, hits, standing } = await explainRecall(spine, reach, input.recallId, input.id)
    readLog.record(reach, 'memory.explain', { hits: hits.length })
    const { limit, mode, kinds } = recall.options
    return {
      recallId: recall.id,
      question: recall.question,
      at: formatMoment(recall.at, spine.zone),
      actor: recall.actor,
      mode,
      limit,
      kinds: kinds ?? null,
      ranked: recall.ranked,
      missing: recall.missing,
      hits: hits.map(({ item, score, account, alike, isUsed }, index) => ({
        ...showItem(item, spine.zone),
        rank: index + 1,
        score,
        alike: [...alike],
        used: isUsed,
        account: showAccount(account),
      })),
      ...(standing === null ? {} : { standing: recalledStanding(standing, { limit, kinds }, spine.zone) }),
    }
  },
})

function recalledStanding(
  recalled: RecalledStanding,
  asked: { readonly limit: number; readonly kinds: readonly string[] | undefined },
  zone: string,
): ShownStanding & { isAskedAgain: boolean } {
  if (recalled.asked === 'later') {
    return {
      item: showItem(recalled.item, zone),
      state: 'later',
      why: 'It was remembered after this search.',
      rank: null,
      alikeTo: null,
      score: null,
      account: null,
      layers: [],
      isAskedAgain: false,
    }
  }
  const isAskedAgain = recalled.asked === 'again'
  const shown = showStanding(recalled.standing, { ...asked, ranked: recalled.ranked }, zone)
  return { ...shown, why: isAskedAgain ? `Asked again now: ${shown.why}` : shown.why, isAskedAgain }
}

export const useSearchHits = defineOperation({
  name: 'memory.used',
  title: 'Say which hits were used',
  description:
    'Tells which hits of a search went into an answer, so that what is used is known to be useful: raises useCount and ' +
    'lastUsedAt of each, once for each search. Only hits of that search count; other ids are refused and reported.',
  example: 'recollect used 1 3',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  // It changes nothing that is remembered: what was read with profit (docs/why-found.md).
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    recallId: recallId.optional().describe('of the search, as its answer gives it; the latest when absent'),
    ids: z.array(itemId).min(1).max(200).describe('of the hits that were used'),
  }),
  output: z.object({
    recallId: z.string(),
    used: z.array(z.string()),
    refused: z.array(z.string()).describe('no hits of this search'),
  }),
  handler: async ({ spine, reach, readLog }, input) => {
    await readLog.flush()
    const ids = [...new Set(input.ids)]
    const {
      recallId: id,
      used,
      refused,
    } = await spine.store.within(reachedBanks(reach)).tx(useHits, reach, input.recallId, ids, spine.env.now())
    readLog.record(reach, 'memory.used', { used: used.length, refused: refused.length })
    return { recallId: id, used: [...used], refused: [...refused] }
  },
})

export const listRecalls = defineOperation({
  name: 'memory.recalls',
  title: 'What was asked lately',
  description:
    'The searches of the last 30 days, newest first: what was asked, by whom, how many items were found and how many of ' +
    'them used. The log can be cleared, and switched off (RECOLLECT_RECALL_LOG=off).',
  example: 'recollect recalls',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    limit: z.number().int().min(1).max(1000).default(20).describe('how many searches'),
    after: pageAfter,
  }),
  output: z.object({
    recalls: z.array(
      z.object({
        recallId: z.string(),
        at: z.string(),
        actor: z.string(),
        question: z.string(),
        hits: z.number(),
        ranked: z.number().describe('how many items were ranked, shown or not'),
        used: z.number().describe('hits that the caller said it used'),
      }),
    ),
    next: pageNext,
    isKept: z.boolean().describe('false: this engine keeps no log of searches'),
  }),
  handler: async ({ spine, reach, readLog }, { limit, after }) => {
    const [at, rid] = pages.read(after) ?? []
    await readLog.flush()
    const before = at === undefined || rid === undefined ? undefined : { at, rid }
    const found = await spine.store.read(readRecalls, reach, { limit: limit + 1, before })
    const { rows: recalls, next } = pages.cut(found, limit, (one) => [one.at, one.rid])
    readLog.record(reach, 'memory.recalls', { recalls: recalls.length })
    return {
      recalls: recalls.map((recall) => ({
        recallId: recall.id,
        at: formatMoment(recall.at, spine.zone),
        actor: recall.actor,
        question: recall.question,
        hits: recall.hits.length,
        ranked: recall.ranked,
        used: recall.used.length,
      })),
      next,
      isKept: readLog.keepsRecalls,
    }
  },
})

const pages = pagesOf('memory.recalls', z.tuple([z.int(), z.int()]))

export const clearRecallLog = defineOperation({
  name: 'memory.clear_recalls',
  title: 'Forget what was asked',
  description:
    'Deletes the log of searches, and proves on disk that the questions are gone. What is remembered stays, and so do ' +
    'its counters of use.',
  example: 'recollect clear-recalls',
  capability: 'memory.forget',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'destructive',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({ recalls: z.number(), ...provenShape.shape }),
  handler: async ({ spine, reach, readLog }) => {
    await readLog.flush()
    const cleared = await clearLog(spine, reach)
    return { recalls: cleared.counts['recall'] ?? 0, ...showProven(cleared) }
  },
})
