import type { ItemId, ItemKind } from '../items/item.js'
import { sourcesOf } from '../items/lineage.js'
import { type FoundItem, readItem } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import { inInt, sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'
import { matchesPhrase } from '../text/phrase.js'
import { type Account, accountOf } from './account.js'
import type { Candidate } from './candidate.js'
import type { Collapsed } from './collapse.js'
import { entityStanding } from './entities/entity-standing.js'
import type { Fused, RankedLayer } from './fuse.js'
import type { LayerName, Look } from './layer.js'
import type { LayerStanding } from './layer-standing.js'
import { readCandidates } from './read-rows.js'
import { textStanding } from './text-standing.js'
import { timeStanding } from './time-standing.js'
import { vectorStanding } from './vectors/vector-standing.js'

/** Where one item stands in an answer: at which rank, or why at none. */
export interface Standing {
  readonly item: FoundItem
  readonly state: StandingState
  /** Among all that were ranked, shown or not, from 1; null for what was not. */
  readonly rank: number | null
  readonly score: number | null
  readonly account: Account | null
  /** The phrase or the excluded word that keeps it out; null for other states. */
  readonly wording: string | null
  /** The hit that it is shown as, or the source that it quotes; null where neither is so. */
  readonly alikeTo: ItemId | null
  /** What each layer says of it; empty for what no layer may find. */
  readonly layers: readonly LayerStanding[]
}

export const standingStates = [
  'found',
  'alike',
  'below_limit',
  'kind',
  'excluded',
  'phrase',
  /** A layer found it, but it states what does not hold any more. */
  'past',
  /** It is part of what its source says, which is what is looked for. */
  'quoted',
  'not_found',
] as const

export type StandingState = (typeof standingStates)[number]

/** An answer, and what it was made of. */
export interface Looked {
  readonly looks: readonly Look[]
  readonly ranked: readonly RankedLayer[]
  readonly missing: Readonly<Partial<Record<LayerName, string>>>
  /** All that were ranked, best first. */
  readonly fused: readonly Fused[]
  /** Those that the answer shows. */
  readonly shown: readonly Collapsed[]
  readonly kinds: readonly ItemKind[] | undefined
}

/**
 * Asks every layer about one item, in the snapshot of the search. Throws `not_found` for an item that the reach does
 * not show, whether it is absent or another's.
 */
export function* standingOf(
  spine: Pick<Spine, 'kinds'>,
  looked: Looked,
  banks: readonly string[],
  id: string,
): Tx<Standing> {
  const item = yield* readItem(spine, banks, id)
  const index = looked.fused.findIndex(({ row }) => row.id === item.id)
  const entry = looked.fused[index]
  const [look] = looked.looks.filter(({ bank }) => bank === item.bank)
  const nothing = { item, rank: null, score: null, account: null, wording: null, alikeTo: null, layers: [] }
  if (look === undefined) return { ...nothing, state: 'not_found' }
  if (entry === undefined) {
    const barred = barOf(looked, look, item)
    if (barred !== undefined) return { ...nothing, ...barred }
  }
  const [row] = yield* readCandidates(
    item.bank,
    yield* column<number>(
      sql`select text_rid from item where bank = ${item.bank} and rid ${inInt([item.rid])}`,
    ),
  )
  const layers: LayerStanding[] = []
  if (row !== undefined)
    for (const layer of looked.ranked) layers.push(yield* layerStanding(looked, look, layer, row))
  if (entry === undefined) {
    const wasFound = looked.ranked.some(({ hits }) => hits.some((hit) => hit.row.id === item.id))
    if (wasFound) return { ...nothing, state: 'past', layers }
    const source = row === undefined ? yield* foundSource(looked, item) : undefined
    if (source !== undefined) return { ...nothing, state: 'quoted', alikeTo: source }
    return { ...nothing, state: 'not_found', layers }
  }
  const isShown = looked.shown.some((hit) => hit.entry === entry)
  const like = looked.shown.find(({ alike }) => alike.includes(item.id))
  return {
    ...nothing,
    state: isShown ? 'found' : like !== undefined ? 'alike' : 'below_limit',
    rank: index + 1,
    alikeTo: like?.entry.row.id ?? null,
    score: entry.score,
    account: accountOf(entry),
    layers,
  }
}

/** What the item quotes: of several sources the one that ranks best. */
function* foundSource({ fused }: Looked, { bank, id }: FoundItem): Tx<ItemId | undefined> {
  const links = (yield* sourcesOf(bank, [id])).filter(({ role }) => role === 'quotes')
  const sources = new Set(links.map(({ source }) => source))
  return fused.find(({ row }) => sources.has(row.id))?.row.id ?? links[0]?.source
}

/** What keeps an item out whatever it says: as the search itself judges. */
function barOf(
  { kinds }: Looked,
  { question: { query } }: Look,
  { kind, text }: FoundItem,
): Pick<Standing, 'state' | 'wording'> | undefined {
  if (kinds !== undefined && !kinds.includes(kind)) return { state: 'kind', wording: null }
  const excluded = query.excluded.find((phrase) => matchesPhrase(text, phrase))
  if (excluded !== undefined) return { state: 'excluded', wording: excluded.text }
  const lacking = query.phrases.find((phrase) => !matchesPhrase(text, phrase))
  return lacking === undefined ? undefined : { state: 'phrase', wording: lacking.text }
}

function* layerStanding(
  { missing }: Looked,
  look: Look,
  layer: RankedLayer,
  row: Candidate,
): Tx<LayerStanding> {
  const { name, hits } = layer
  const at = hits.findIndex((hit) => hit.row.id === row.id)
  if (at !== -1) {
    return { layer: name, state: 'found', why: `rank ${at + 1} of ${hits.length}`, value: hits[at]!.score }
  }
  const reason = missing[name]
  if (reason !== undefined) return { layer: name, state: 'missing', why: reason }
  if (name === 'text') return yield* textStanding(look, row)
  if (name === 'entities') return yield* entityStanding(look, row)
  if (name === 'time') return timeStanding(look, row)
  return yield* vectorStanding(look, row)
}
