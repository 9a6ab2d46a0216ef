import { findEntities } from '../../graph/find-entities.js'
import { readEntities } from '../../graph/read-entities.js'
import type { Edge } from '../../graph/steps.js'
import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import type { Spine } from '../../items/spine.js'
import { inInt, inText, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { Span } from '../../text/span.js'
import type { FactStatus } from '../facts/fact.js'
import { type DecisionFlag, type DecisionParts, flagDecision } from './flag-decision.js'

export interface DecisionQuery {
  readonly status: readonly FactStatus[]
  /** Only decisions that apply to whatever is called so. */
  readonly appliesTo: string | undefined
  readonly limit: number
  /** Only what comes behind this one. */
  readonly before?: { readonly at: number; readonly rid: number } | undefined
}

export interface Decision extends DecisionParts {
  readonly rid: number
  readonly id: ItemId
  /** All of it, in which the parts are places. */
  readonly text: string
  readonly tradeOffs: readonly Span[]
  readonly status: FactStatus
  /** From 0 to 1. */
  readonly confidence: number
  /** When it was taken. Milliseconds UTC. */
  readonly at: number
  readonly flags: readonly DecisionFlag[]
  readonly appliesTo: readonly { readonly id: string; readonly name: string }[]
  /** Ids of the items that state it. */
  readonly sources: readonly string[]
}

/** Decisions, the latest first, with what does not go together in them. */
export function* listDecisions(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  query: DecisionQuery,
): Tx<Decision[]> {
  const applied =
    query.appliesTo === undefined ? undefined : yield* findEntities(spine, bank, query.appliesTo)
  const about =
    applied === undefined
      ? sql``
      : sql`and f.item_rid in (
          select item_rid from edge where bank = ${bank} and type = 'applies_to' and to_rid ${inInt(applied)})`
  const { before } = query
  const older =
    before === undefined
      ? sql``
      : sql`and f.valid_from <= ${before.at} and (f.valid_from < ${before.at} or f.item_rid < ${before.rid})`
  const rows = yield* all<Row>(sql`
    select f.item_rid as rid, i.id, x.body as text, f.status, f.confidence, f.valid_from as at
    from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where f.bank = ${bank} and f.category = 'decision' and f.status ${inText(query.status)}
      and i.kind = 'decision' ${about} ${older}
    order by f.valid_from desc, f.item_rid desc limit ${query.limit}`)
  const rids = rows.map(({ rid }) => rid)
  const parts = yield* all<PartRow>(sql`
    select rid, item_rid, role, part_start, part_end from fact_part
    where bank = ${bank} and item_rid ${inInt(rids)}`)
  const edges = yield* all<Pick<Edge, 'itemRid' | 'to'>>(sql`
    select item_rid as "itemRid", to_rid as "to" from edge
    where bank = ${bank} and item_rid ${inInt(rids)} and type = 'applies_to' order by item_rid, to_rid`)
  const ends = new Map(
    (yield* readEntities(bank, [...new Set(edges.map(({ to }) => to))])).map((one) => [one.rid, one]),
  )
  const links = yield* sourcesOf(
    bank,
    rows.map(({ id }) => id),
  )
  const decisions: Decision[] = []
  for (const row of rows) {
    const sources = links.filter(({ item }) => item === row.id).map(({ source }) => source)
    const places = placesOf(row, parts)
    decisions.push({
      ...row,
      ...places,
      confidence: row.confidence / 100,
      flags: flagDecision(row.text, places),
      appliesTo: edges
        .filter(({ itemRid }) => itemRid === row.rid)
        .flatMap(({ to }) => {
          const end = ends.get(to)
          return end === undefined ? [] : { id: end.id, name: end.name }
        }),
      sources: sources.length === 0 ? [row.id] : sources,
    })
  }
  return decisions
}

interface Row {
  readonly rid: number
  readonly id: ItemId
  readonly text: string
  readonly status: FactStatus
  readonly confidence: number
  readonly at: number
}

interface PartRow {
  readonly rid: number
  readonly item_rid: number
  readonly role: 'title' | 'choice' | 'alternative' | 'reason' | 'trade_off'
  readonly part_start: number
  readonly part_end: number
}

/** In the order of the text. Without a title, all of it is one. */
function placesOf({ rid, text }: Row, parts: readonly PartRow[]) {
  const own = parts.filter(({ item_rid }) => item_rid === rid).sort((a, b) => a.rid - b.rid)
  const of = (role: PartRow['role']): Span[] =>
    own.filter((part) => part.role === role).map(({ part_start, part_end }) => [part_start, part_end])
  return {
    title: of('title')[0] ?? ([0, text.length] as const),
    choice: of('choice')[0] ?? null,
    alternatives: of('alternative'),
    reasons: of('reason'),
    tradeOffs: of('trade_off'),
  }
}
