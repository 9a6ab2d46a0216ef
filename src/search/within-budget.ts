import type { ItemId, ItemKind } from '../items/item.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { estimateTokens } from '../text/tokens.js'
import { formatMoment } from '../text/zone.js'
import { BUDGET_WEIGHTS } from './budget-weights.js'
import { type Offered, worthOf } from './budget-worth.js'
import type { FoundRow } from './candidate.js'
import { DEEP } from './depth.js'
import { type Cost, fillBudget, type LeftReason } from './fill-budget.js'
import type { Fused } from './fuse.js'
import type { LayerName } from './layer.js'
import { readQuestion } from './question.js'
import { rankQuestion } from './rank-question.js'
import { type RecallGroup, recallLine, recallLines } from './recall-lines.js'
import type { SearchOptions } from './search.js'
import { lostNotes } from './standing-notes.js'
import { turnsAround } from './turns-around.js'
import { findMeaning } from './vectors/find-meaning.js'
import type { Meaning } from './vectors/meaning.js'
import { nearnessOf } from './vectors/nearness.js'
import { WEIGHTS } from './weights.js'

export interface BudgetOptions extends Omit<SearchOptions, 'limit' | 'mode' | 'about'> {
  /** Tokens, estimated, for the lines of `recallLines`; what stands around them is not counted. */
  readonly budget: number
  /** Ids of items that are in the prompt already: neither placed nor counted. */
  readonly without?: ReadonlySet<string>
}

export interface WithinBudget {
  /** Names this look in what is shown and logged about it. */
  readonly recallId: string
  /** In the order in which they were chosen. */
  readonly placed: readonly PlacedItem[]
  /** The same items as they are to stand: by conversation, day, origin and trust, the group of the best item first. */
  readonly groups: readonly RecallGroup[]
  /** What the lines cost, labels and all: at most the budget. */
  readonly tokens: number
  /** What was found and has no place. */
  readonly left: readonly LeftItem[]
  /** Layers that could not take part, and why. */
  readonly missing: Readonly<Partial<Record<LayerName, string>>>
}

export interface PlacedItem {
  readonly item: FoundItem
  /** Why it is there, in one line. */
  readonly why: string
  /** Of its own line, without the label. */
  readonly tokens: number
}

export interface LeftItem {
  readonly id: ItemId
  readonly kind: ItemKind
  readonly tokens: number
  readonly reason: LeftReason
}

/**
 * The remembered items that answer a question, as many as have room in a budget: a deep search, the conversations around
 * what it found, and of both what is worth most for its length. Reads on one snapshot, writes nothing, asks no model but
 * the embedder.
 */
export async function searchWithinBudget(
  spine: Spine,
  reach: Reach,
  input: string,
  options: BudgetOptions,
): Promise<WithinBudget> {
  const { budget, without, kinds, now = spine.env.now(), zone = spine.zone, asOf, signal } = options
  const question = readQuestion(input, { now, zone })
  const meanings = await findMeaning(spine, reach.reads, {
    text: question.query.plain,
    isNarrowed: kinds !== undefined || question.query.phrases.length + question.query.excluded.length > 0,
    wanted: options.meaning ?? 'at once',
    signal,
  })
  return spine.store.read(function* look(): Tx<WithinBudget> {
    const { asked, answers, ranked, accepts } = yield* rankQuestion(spine, question, {
      banks: reach.reads,
      meanings,
      mode: 'measured',
      kinds,
      now,
      asOf,
      includeSuperseded: options.includeSuperseded ?? false,
      limit: FACTS_OF,
      depth: DEEP,
      weights: { ...WEIGHTS, vectorLayer: BUDGET_WEIGHTS.vectorLayer },
    })
    const around = (yield* turnsAround(ranked, kinds)).filter(accepts)
    const nearness = yield* nearnessIn(meanings, [...ranked.map(({ row }) => row), ...around])
    const offered = worthOf(ranked, around, nearness, asked, BUDGET_WEIGHTS)
    const lost = yield* lostNotes(ranked.map(({ row }) => row))
    const past = new Set([
      ...(asked.newestWanted === 'no' ? [] : supersededIn(ranked)),
      // What a person decided against is no answer, whatever is asked.
      ...lost.keys(),
    ])
    const wanted = without === undefined ? offered : offered.filter(({ row }) => !without.has(row.id))
    const free = wanted.filter(({ row }) => !past.has(row.id))
    const costs = costsIn(zone)
    const { placed, left } = fillBudget(free, budget, costs, BUDGET_WEIGHTS)
    const items = yield* readPlaced(spine, placed)
    const kept = fitting(items, budget, zone)
    return {
      recallId: spine.env.newId(),
      placed: kept.items.map(({ item, offered: one }) => ({ item, why: one.why, tokens: costs(one).tokens })),
      groups: kept.groups,
      tokens: kept.tokens,
      left: [
        ...left,
        ...wanted.flatMap((one) => (past.has(one.row.id) ? { offered: one, reason: HOLDS_NO_MORE } : [])),
        ...items.slice(kept.items.length).map(({ offered: one }) => ({ offered: one, reason: NO_ROOM })),
      ].map(({ offered: one, reason }) => ({
        id: one.row.id,
        kind: one.row.kind,
        tokens: costs(one).tokens,
        reason,
      })),
      missing: answers.missing,
    }
  })
}

/** So many of the first hits are looked at for facts that do not hold any more. */
const FACTS_OF = 60

const NO_ROOM = 'token_budget_exceeded' as const
const HOLDS_NO_MORE = 'conflict_loser' as const

/** Ids of what states nothing that holds: in a prompt, where nothing marks it, it would say that it does. */
function supersededIn(ranked: readonly Fused[]): Set<string> {
  const past = ranked.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'superseded'))
  return new Set(past.map(({ row }) => row.id))
}

/** Cosines by id, of those that have vectors. */
function* nearnessIn(
  meanings: ReadonlyMap<string, Meaning>,
  rows: readonly FoundRow[],
): Tx<ReadonlyMap<string, number>> {
  const nearness = new Map<string, number>()
  for (const [bank, meaning] of meanings) {
    if (meaning.outcome === 'missing') continue
    const ofBank = new Map(rows.filter((row) => row.bank === bank).map(({ rid, id }) => [rid, id]))
    for (const [rid, cosine] of yield* nearnessOf(bank, meaning, [...ofBank.keys()])) {
      nearness.set(ofBank.get(rid)!, cosine)
    }
  }
  return nearness
}

/** About what a label costs: its very words are not known before the item is read. */
const LABEL_TOKENS = estimateTokens('\n[memory 2026-05-01 assistant untrusted] ')

/** What an item costs, measured once each. */
function costsIn(zone: string): (offered: Offered) => Cost {
  const known = new Map<string, Cost>()
  const day = daysIn(zone)
  return ({ row, conversation }) => {
    const before = known.get(row.id)
    if (before !== undefined) return before
    const cost = {
      tokens: estimateTokens(`\n${recallLine(row)}`),
      label: [conversation, day(row.occurredAt), row.turn?.role, row.trust].join('\n'),
      labelTokens: LABEL_TOKENS,
    }
    known.set(row.id, cost)
    return cost
  }
}

interface Read {
  readonly item: FoundItem
  readonly offered: Offered
}

/** The items as they are kept, in the order in which they were chosen. */
function* readPlaced(spine: Spine, placed: readonly Offered[]): Tx<Read[]> {
  const idsOf = new Map<string, string[]>()
  for (const { row } of placed) {
    const known = idsOf.get(row.bank)
    if (known === undefined) idsOf.set(row.bank, [row.id])
    else known.push(row.id)
  }
  const items = new Map<string, FoundItem>()
  for (const [bank, ids] of idsOf) {
    for (const item of yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)) items.set(item.id, item)
  }
  return placed.flatMap((offered) => {
    const item = items.get(offered.row.id)
    return item === undefined ? [] : [{ item, offered }]
  })
}

/** The first of the items whose lines, as they will stand, are within the budget: all but for a rare label too many. */
function fitting(items: readonly Read[], budget: number, zone: string) {
  let kept = items
  for (;;) {
    const groups = grouped(
      kept.map(({ item }) => item),
      zone,
    )
    const tokens = estimateTokens(recallLines(groups).join('\n'))
    if (tokens <= budget || kept.length === 0) return { items: kept, groups, tokens }
    kept = kept.slice(0, -1)
  }
}

function grouped(items: readonly FoundItem[], zone: string): RecallGroup[] {
  const groups = new Map<string, { label: Omit<RecallGroup, 'items'>; items: FoundItem[] }>()
  const dayOf = daysIn(zone)
  for (const item of items) {
    const { origin, trust, turn } = item
    const day = dayOf(item.occurredAt)
    const of = turn === null ? item.id : JSON.stringify([item.bank, turn.channel, turn.session])
    const key = [of, day, origin, trust].join('\n')
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { label: { origin, trust, day }, items: [item] })
    else known.items.push(item)
  }
  return [...groups.values()].map(({ label, items: of }) => ({
    ...label,
    items: of.sort((a, b) => (a.turn?.seq ?? 0) - (b.turn?.seq ?? 0)),
  }))
}

/** Days on the asker's clock: the turns of a conversation share few times. */
function daysIn(zone: string): (at: number | null) => string | null {
  const known = new Map<number, string>()
  return (at) => {
    if (at === null) return null
    const day = known.get(at) ?? formatMoment(at, zone).substring(0, 10) // slice-ok: ASCII
    known.set(at, day)
    return day
  }
}
