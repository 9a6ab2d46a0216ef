import { z } from 'zod'
import { setDismissed } from '../items/dismissals.js'
import { isItemId } from '../items/item.js'
import { reopenConflict } from '../user/facts/reopen-conflict.js'
import { byTheUser } from './by-the-user.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { reviewCountsShape, reviewEntryShape } from './review/review-shapes.js'
import { showEntries } from './review/show-entries.js'
import { waitingElsewhere } from './review/waiting-elsewhere.js'
import { countedByKind, type ReviewKind, reviewKinds, waitingEntries } from './review/waiting-entries.js'
import { itemId } from './shapes.js'

const isHygieneFresh = z
  .boolean()
  .describe('false: a large memory is still being looked over; what is to be tidied up may be out of date')

export const countWaiting = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.waiting',
  looksAtMuch: true,
  title: 'How much waits for a person',
  description:
    'Counts what waits to be decided, by kind: contradictions, proposed facts, documents to publish, what should be tidied ' +
    'up, the latest report; in a workspace its proposals and contradictions. For the administrator also in which ' +
    'workspaces something waits. memory.review shows it.',
  example: 'recollect waiting',
  input: z.object({}),
  output: z.object({
    total: z.number(),
    counts: reviewCountsShape,
    isHygieneFresh,
    workspaces: z
      .array(z.object({ workspace: z.string(), waiting: z.number() }))
      .describe('for the administrator: other workspaces in which something waits, at most 100'),
  }),
  handler: async (call) => {
    const { spine, reach } = call
    const waiting = await waitingEntries(call, { waits: false })
    const workspaces = await spine.store.read(waitingElsewhere, reach)
    call.readLog.record(reach, 'memory.waiting', { waiting: waiting.entries.length })
    return {
      total: waiting.entries.length,
      counts: countedByKind(waiting.entries),
      isHygieneFresh: waiting.isHygieneFresh,
      workspaces,
    }
  },
})

const pages = pagesOf('memory.review', z.tuple([z.enum(reviewKinds), z.string().max(64)]))

export const reviewWaiting = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.review',
  looksAtMuch: true,
  title: 'Everything that waits for a person',
  description:
    'One queue of all that waits to be decided, with what it takes to decide: both sides of contradictions and what they ' +
    'rest on, facts that others proposed, documents with what is new in them, what should be tidied up, the latest ' +
    'report; in a workspace its proposals and contradictions. Each says which operation accepts it, which rejects it, ' +
    'and what takes that back.',
  example: 'recollect review',
  input: z.object({
    kinds: z.array(z.enum(reviewKinds)).max(reviewKinds.length).optional().describe('only these'),
    limit: z.int().min(1).max(100).default(20).describe('how many at most'),
    after: pageAfter,
  }),
  output: z.object({
    entries: z.array(reviewEntryShape),
    total: z.number().describe('of all kinds'),
    counts: reviewCountsShape,
    isHygieneFresh,
    next: pageNext,
  }),
  handler: async (call, { kinds = reviewKinds, limit, after }) => {
    const { spine, reach } = call
    const place = pages.read(after)
    const waiting = await waitingEntries(call, { waits: true })
    const wanted = waiting.entries.filter(({ kind }) => kinds.includes(kind))
    const behind = wanted.slice(place === undefined ? 0 : firstBehind(wanted, place))
    const page = behind.slice(0, limit)
    const entries = await spine.store.read(showEntries, spine, reach.writes, page)
    const last = page.at(-1)
    call.readLog.record(reach, 'memory.review', { entries: entries.length })
    return {
      entries,
      total: waiting.entries.length,
      counts: countedByKind(waiting.entries),
      isHygieneFresh: waiting.isHygieneFresh,
      next: pages.next(behind.length > page.length && last !== undefined ? [last.kind, last.id] : undefined),
    }
  },
})

/** Behind the one at which the page before ended, or where that was while it waited: decided entries are gone. */
function firstBehind(
  entries: readonly { readonly kind: ReviewKind; readonly id: string }[],
  [kind, id]: readonly [ReviewKind, string],
): number {
  const found = entries.findIndex((one) => one.kind === kind && one.id === id)
  if (found >= 0) return found + 1
  const order = reviewKinds.indexOf(kind)
  const isBehind = (one: { readonly kind: ReviewKind; readonly id: string }) =>
    reviewKinds.indexOf(one.kind) > order ||
    (one.kind === kind && (kind === 'hygiene' ? one.id > id : one.id < id))
  const next = entries.findIndex(isBehind)
  return next < 0 ? entries.length : next
}

const put = z
  .string()
  .toLowerCase()
  .refine((id) => /^[0-9a-f]{12}$/.test(id) || isItemId(id), {
    error: 'give the id of a finding, as memory.hygiene shows it, or of a report',
  })
  .describe('of a finding, or of a report')

export const dismissOne = defineOperation({
  ...byTheUser,
  name: 'memory.dismiss',
  title: 'Put a finding aside',
  description:
    'Says that a finding is to stay as it is, or that a report was seen: it waits no more. Nothing else changes; ' +
    'memory.undismiss takes it back.',
  example: 'recollect dismiss 0a1b2c3d4e5f',
  isIdempotent: true,
  input: z.object({ id: put }),
  output: z.object({ id: z.string(), isDismissed: z.literal(true) }),
  handler: async ({ spine, reach }, { id }) => {
    await setDismissed(spine, reach, id, true)
    return { id, isDismissed: true as const }
  },
})

export const undismissOne = defineOperation({
  ...byTheUser,
  name: 'memory.undismiss',
  title: 'Let a finding wait again',
  description:
    'Takes back that a finding was put aside, or a report seen: where it is still found, it waits again.',
  example: 'recollect undismiss 0a1b2c3d4e5f',
  isIdempotent: true,
  input: z.object({ id: put }),
  output: z.object({ id: z.string(), isDismissed: z.literal(false) }),
  handler: async ({ spine, reach }, { id }) => {
    await setDismissed(spine, reach, id, false)
    return { id, isDismissed: false as const }
  },
})

export const reopenOneConflict = defineOperation({
  ...byTheUser,
  name: 'memory.reopen_conflict',
  title: 'Take a decision on a contradiction back',
  description:
    'A contradiction that was decided waits again, and both sides stand as they did before. Refused where something else ' +
    'has changed one of them since.',
  example: 'recollect reopen-conflict 1',
  isIdempotent: false,
  input: z.object({ id: itemId.describe('of the conflict, or of its new side') }),
  output: z.object({ id: z.string(), resolution: z.enum(['needs_review', 'proposed']) }),
  handler: ({ spine, reach }, { id }) => reopenConflict(spine, reach, id),
})
