import { type FoundItem, readItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { search } from '../search/search.js'
import type { Standing } from '../search/standing.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { type KeptRecall, type RecallHit, readRecall } from './recall.js'

export interface ExplainedRecall {
  readonly recall: KeptRecall
  readonly hits: readonly ExplainedHit[]
  readonly standing: RecalledStanding | null
}

export interface ExplainedHit extends RecallHit {
  readonly item: FoundItem
  readonly isUsed: boolean
}

/** Where an item stood in a recall; by asking again where it was no hit of it. */
export type RecalledStanding =
  | { readonly asked: 'then'; readonly standing: Standing; readonly ranked: number }
  | { readonly asked: 'again'; readonly standing: Standing; readonly ranked: number }
  | { readonly asked: 'later'; readonly item: FoundItem }

/**
 * What came of an earlier search, and where an item stood in it. What it ranked below its hits is not kept: of such an
 * item the same question is asked again, as of then, in the memory as it is now. Throws `not_found` for a recall or an
 * item that is absent or another's.
 */
export async function explainRecall(
  spine: Spine,
  reach: Reach,
  recallId: string | undefined,
  itemId: string | undefined,
): Promise<ExplainedRecall> {
  const { recall, hits, item } = await spine.store.read(function* look(): Tx<Look> {
    const kept = yield* readRecall(reach, recallId)
    return {
      recall: kept,
      hits: yield* withItems(spine, reach, kept),
      item: itemId === undefined ? undefined : yield* readItem(spine, reach.reads, itemId),
    }
  })
  return {
    recall,
    hits,
    standing: item === undefined ? null : await standingIn(spine, reach, { recall, item }),
  }
}

interface Look {
  readonly recall: KeptRecall
  readonly hits: readonly ExplainedHit[]
  readonly item: FoundItem | undefined
}

/** Each hit with its item as it is now; without those that are gone. */
function* withItems(spine: Spine, reach: Reach, { hits, used }: KeptRecall): Tx<ExplainedHit[]> {
  const ids = hits.map(({ id }) => id)
  const items = new Map(
    (yield* readItems(spine, reach.writes, sql`i.id ${inText(ids)}`)).map((item) => [item.id, item] as const),
  )
  return hits.flatMap((hit) => {
    const item = items.get(hit.id)
    return item === undefined ? [] : [{ ...hit, item, isUsed: used.includes(hit.id) }]
  })
}

async function standingIn(
  spine: Spine,
  reach: Reach,
  { recall, item }: { readonly recall: KeptRecall; readonly item: FoundItem },
): Promise<RecalledStanding> {
  const then = { item, wording: null, alikeTo: null, layers: [] } as const
  const at = recall.hits.findIndex(({ id }) => id === item.id)
  const hit = recall.hits[at]
  if (hit !== undefined) {
    const { score, account } = hit
    const standing = { ...then, state: 'found', rank: rankOf(recall, at), score, account } as const
    return { asked: 'then', standing, ranked: recall.ranked }
  }
  const like = recall.hits.find(({ alike }) => alike.includes(item.id))
  if (like !== undefined) {
    const standing = {
      ...then,
      state: 'alike',
      rank: null,
      score: null,
      account: null,
      alikeTo: like.id,
    } as const
    return { asked: 'then', standing, ranked: recall.ranked }
  }
  if (item.recordedAt > recall.at) return { asked: 'later', item }
  const { limit, mode, kinds, now, zone, meaning, asOf, includeSuperseded } = recall.options
  const { standing, ranked } = await search(spine, reach, recall.question, {
    limit,
    mode,
    now,
    zone,
    about: item.id,
    ...(kinds === undefined ? {} : { kinds }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(includeSuperseded === undefined ? {} : { includeSuperseded }),
  })
  if (standing === null)
    throw new TypeError('a search did not say where the item stands that it was asked about')
  return { asked: 'again', standing, ranked }
}

/** Among all that were ranked. Null where some that were shown as a hit above may have ranked above it too. */
function rankOf({ hits }: KeptRecall, at: number): number | null {
  const isKnown = hits.every(({ alike }, index) => index >= at || alike.length === 0)
  return isKnown ? at + 1 : null
}
