import { z } from 'zod'
import type { Item } from '../items/item.js'
import { readItem } from '../items/read-items.js'
import { currentIdentityKey } from '../items/spine.js'
import { promptsWith } from '../prompting/prompts-with.js'
import { recallsFinding } from '../recalls/recalls-finding.js'
import { reasonCodes } from '../task/prompt/reason.js'
import { formatMoment } from '../text/zone.js'
import { CORE_BUDGET_TOKENS, coreMemory } from '../user/core-memory.js'
import { factHistory } from '../user/facts/fact-history.js'
import { resolutions } from '../user/facts/ledger.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { showMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { blockName } from './prompt-shapes.js'
import { itemId, itemShape, showItem } from './shapes.js'

const pages = pagesOf('memory.uses', z.tuple([z.string().max(64)]))

export const showUses = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.uses',
  title: 'Where an item was used',
  description:
    'In which searches of the last 30 days an item was found, at which rank, and whether it was of use; for which prompts ' +
    'it was thought of, whether it stood in them, and why or why not; and whether it is in core memory. Prompts come in ' +
    'pages; a page looks through a thousand.',
  example: 'recollect uses 1',
  input: z.object({
    id: itemId,
    limit: z.int().min(1).max(100).default(20).describe('how many searches, and how many prompts, at most'),
    after: pageAfter,
  }),
  output: z.object({
    id: z.string(),
    useCount: z.number(),
    lastUsedAt: z.string().nullable(),
    isInCore: z.boolean().describe('it stands in every prompt'),
    coreReason: z.string().nullable().describe('why it does not, where it was weighed'),
    recalls: z.array(
      z.object({
        recallId: z.string(),
        at: z.string(),
        actor: z.string(),
        question: z.string(),
        rank: z.number(),
        score: z.number(),
        isAlike: z.boolean().describe('it was shown as another hit, which says nearly the same'),
        used: z.boolean().describe('the caller said that it was of use'),
      }),
    ),
    prompts: z.array(
      z.object({
        assemblyId: z.string().describe('for prompt.show'),
        session: z.string(),
        seq: z.number(),
        at: z.string(),
        block: blockName,
        reason: z.enum(reasonCodes).describe('placed: it stood in it'),
        tokens: z.number(),
        by: z.string().nullable().describe('the item in whose place it is not'),
      }),
    ),
    next: pageNext.describe('of prompts: give it as `after` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, { id, limit, after }) => {
    await readLog.flush()
    const [place] = pages.read(after) ?? []
    const keyed = { identityKey: await currentIdentityKey(spine) }
    const found = await spine.store.read(function* look() {
      const item = yield* readItem(spine, reach.reads, id)
      return {
        item,
        recalls: yield* recallsFinding(reach, id, limit),
        prompts: yield* promptsWith(item.bank, id, { limit, after: place }),
        core: yield* coreMemory(
          keyed,
          reach,
          { budgetTokens: CORE_BUDGET_TOKENS, selection: 'scored' },
          spine.env.now(),
          spine.zone,
        ),
      }
    })
    const { item, recalls, prompts, core } = found
    readLog.record(reach, 'memory.uses', { recalls: recalls.length, prompts: prompts.uses.length })
    return {
      id,
      useCount: item.useCount,
      lastUsedAt: showMoment(item.lastUsedAt, spine.zone),
      isInCore: core.placed.some((one) => one.id === id),
      coreReason: core.leftOut.find(({ ids }) => ids.some((one) => one === id))?.reason ?? asideOf(item),
      recalls: recalls.map((recall) => {
        const index = recall.hits.findIndex((hit) => hit.id === id || hit.alike.some((one) => one === id))
        return {
          recallId: recall.id,
          at: formatMoment(recall.at, spine.zone),
          actor: recall.actor,
          question: recall.question,
          rank: index + 1,
          score: recall.hits[index]?.score ?? 0,
          isAlike: recall.hits[index]?.id !== id,
          used: recall.used.some((one) => one === id),
        }
      }),
      prompts: prompts.uses.map((use) => ({ ...use, at: formatMoment(use.at, spine.zone) })),
      next: pages.next(prompts.end === undefined ? undefined : [prompts.end]),
    }
  },
})

/** What does not hold is not weighed. */
function asideOf({ fact }: Item): string | null {
  return fact === null || fact.status === 'active' ? null : fact.status
}

export const showHistory = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.history',
  title: 'What held before, and since when',
  description:
    'All that ever held in the place of a fact, what was true first leads: each value with what it rests on, from when to ' +
    'when it was true, when it was believed, and how it came to hold. Of a fact without a key, what it corrected and what ' +
    'corrected it. At most 200 values.',
  example: 'recollect history 1',
  input: z.object({ id: itemId.describe('of a fact, a relation or a decision') }),
  output: z.object({
    key: z.string().nullable(),
    active: z.string().nullable().describe('the id of the value that holds; null where none does'),
    values: z.array(
      z.object({
        item: itemShape,
        sources: z.array(itemShape),
        from: z.string(),
        until: z.string().nullable().describe('null while it is true, or waits'),
        believed: z.array(z.object({ since: z.string(), until: z.string().nullable() })),
        change: z
          .object({
            id: z.string(),
            at: z.string(),
            resolution: z.enum(resolutions),
            reviewedAt: z.string().nullable().describe('null while it waits for review'),
          })
          .nullable()
          .describe('what it stood against, and how that came out; null where nothing was in its way'),
      }),
    ),
  }),
  handler: async ({ spine, reach, readLog }, { id }) => {
    const values = await spine.store.read(factHistory, spine, reach, id)
    const { zone } = spine
    readLog.record(reach, 'memory.history', { values: values.length })
    return {
      key: values.find(({ item }) => item.id === id)?.item.fact?.key ?? null,
      active: values.find(({ item }) => item.fact?.status === 'active')?.item.id ?? null,
      values: values.map(({ item, sources, believed, change }) => ({
        item: showItem(item, zone),
        sources: sources.map((source) => showItem(source, zone)),
        from: formatMoment(item.fact?.validFrom ?? item.recordedAt, zone),
        until: showMoment(item.fact?.validUntil ?? null, zone),
        believed: believed.map(({ since, until }) => ({
          since: formatMoment(since, zone),
          until: showMoment(until, zone),
        })),
        change: change && {
          ...change,
          at: formatMoment(change.at, zone),
          reviewedAt: showMoment(change.reviewedAt, zone),
        },
      })),
    }
  },
})
