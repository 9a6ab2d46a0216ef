import { MemoryError } from '../errors.js'
import type { ItemId, ItemKind } from '../items/item.js'
import { actorLabel, type Reach } from '../reach.js'
import type { Account } from '../search/account.js'
import type { FusionMode } from '../search/fuse.js'
import type { LayerName } from '../search/layer.js'
import type { MeaningWanted } from '../search/vectors/find-meaning.js'
import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

/** One search, as it is remembered for a while: what was asked, how, and what came of it. */
export interface Recall {
  readonly id: string
  /** When it was asked, ms UTC. */
  readonly at: number
  readonly actor: string
  readonly question: string
  readonly options: RecallOptions
  /** How many items were ranked, shown or not. */
  readonly ranked: number
  /** Layers that could not take part, and why. */
  readonly missing: Readonly<Partial<Record<LayerName, string>>>
  /** Best first. */
  readonly hits: readonly RecallHit[]
}

export interface RecallOptions {
  readonly limit: number
  readonly mode: FusionMode
  readonly kinds?: readonly ItemKind[]
  /** When the question was asked as, ms UTC. */
  readonly now: number
  readonly zone: string
  /** What was true then, ms UTC; what is held true now when absent. */
  readonly asOf?: number
  readonly includeSuperseded?: boolean
  /** Whether it waited for meaning, or asked for none; at once when absent. */
  readonly meaning?: MeaningWanted
}

export interface RecallHit {
  readonly id: ItemId
  /** Items that were shown as this one. */
  readonly alike: readonly ItemId[]
  readonly score: number
  readonly account: Account
}

/** A recall as it is kept. */
export interface KeptRecall extends Recall {
  readonly rid: number
  /** The hits that the caller said it used. */
  readonly used: readonly ItemId[]
}

export interface RecallQuery {
  /** The recall of this id; the latest ones when absent. */
  readonly id?: string | undefined
  readonly limit: number
  /** Only what comes behind this one. */
  readonly before?: { readonly at: number; readonly rid: number } | undefined
}

/** Recalls of the caller's own bank, newest first. An agent sees its own alone, a user those of agents too. */
export function* readRecalls(reach: Reach, { id, limit, before }: RecallQuery): Tx<KeptRecall[]> {
  const bank = reach.writes
  const { agent } = reach.actor
  const rows = yield* all<Row>(sql`
    select rid, id, at, actor, question, options, ranked, missing, items, hits from recall
    where bank = ${bank}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
      ${agent === null ? sql`` : sql`and actor = ${actorLabel(reach.actor)}`}
      ${before === undefined ? sql`` : sql`and at <= ${before.at} and (at < ${before.at} or rid < ${before.rid})`}
    order by at desc, rid desc
    limit ${limit}`)
  const uses = yield* all<{ recall_rid: number; item_id: ItemId }>(sql`
    select recall_rid, item_id from recall_use
    where bank = ${bank} and recall_rid ${inInt(rows.map(({ rid }) => rid))}`)
  return rows.map((row) => ({
    rid: row.rid,
    id: row.id,
    at: row.at,
    actor: row.actor,
    question: row.question,
    options: JSON.parse(row.options),
    ranked: row.ranked,
    missing: JSON.parse(row.missing),
    hits: unpackHits(row.items, row.hits),
    used: uses.filter(({ recall_rid }) => recall_rid === row.rid).map(({ item_id }) => item_id),
  }))
}

/** One recall, the latest when no id is given. Throws `not_found`, whether it is absent or another's. */
export function* readRecall(reach: Reach, id: string | undefined): Tx<KeptRecall> {
  const [recall] = yield* readRecalls(reach, { id, limit: 1 })
  if (recall === undefined) throw noSuchRecall(id)
  return recall
}

function noSuchRecall(id: string | undefined): MemoryError {
  return new MemoryError(
    'not_found',
    id === undefined ? 'no search is remembered' : `no search is remembered under ${id}`,
    'searches are kept for 30 days, or until something they found is forgotten: recollect recalls lists them',
  )
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly at: number
  readonly actor: string
  readonly question: string
  readonly options: string
  readonly ranked: number
  readonly missing: string
  readonly items: string
  readonly hits: string
}

/** Without the names of the fields, which would be most of it: twenty hits take about 2 kB. */
type PackedHit = readonly [
  score: number,
  layers: readonly (readonly [layer: LayerName, rank: number, score: number, weight: number, part: number])[],
  age: number | null,
  neighbours: number,
  session: number,
  similarity: number | null,
  alike: number,
]

/** Each hit, and behind it those that were shown as it: apart from their numbers, so that they are looked through fast. */
export function packItems(hits: readonly RecallHit[]): string {
  return hits.flatMap(({ id, alike }) => [id, ...alike]).join(' ')
}

export function packHits(hits: readonly RecallHit[]): string {
  return JSON.stringify(
    hits.map(
      ({ score, alike, account: { layers, age, neighbours, session, similarity } }): PackedHit => [
        short(score),
        layers.map(({ layer, rank, score: own, weight, part }) => [
          layer,
          rank,
          short(own),
          short(weight),
          short(part),
        ]),
        shortOr(age),
        short(neighbours),
        short(session),
        shortOr(similarity),
        alike.length,
      ],
    ),
  )
}

function unpackHits(items: string, packed: string): RecallHit[] {
  const ids = items.split(' ') as ItemId[]
  let at = 0
  return (JSON.parse(packed) as PackedHit[]).map(
    ([score, layers, age, neighbours, session, similarity, others]) => {
      const [id, ...alike] = ids.slice(at, at + 1 + others) as [ItemId, ...ItemId[]]
      at += 1 + others
      const account = {
        layers: layers.map(([layer, rank, own, weight, part]) => ({ layer, rank, score: own, weight, part })),
        age,
        neighbours,
        session,
        similarity,
      }
      return { id, score, alike, account }
    },
  )
}

/** A millionth tells any two hits of a list apart that differ. */
function short(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function shortOr(value: number | null): number | null {
  return value === null ? null : short(value)
}
