import type { FactStatus, ItemId, ItemKind } from '../items/item.js'
import { inInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'

/** Kinds of items that state something that may cease to hold (docs/facts.md). */
export const factKinds: ReadonlySet<ItemKind> = new Set<ItemKind>(['fact', 'relation', 'decision'])

/** A fact as ranking looks at it. Times are milliseconds UTC. */
export interface StatedFact {
  readonly rid: number
  readonly id: ItemId
  readonly kind: ItemKind
  readonly status: FactStatus
  readonly validFrom: number
  readonly validUntil: number | null
  readonly expiresAt: number | null
}

/** By the row number of the item that states it: its source, or itself where it stands on its own. */
export type StatedFacts = ReadonlyMap<number, readonly StatedFact[]>

/** What these items state, each oldest first. */
export function* factsStatedBy(bank: string, rids: readonly number[]): Tx<StatedFacts> {
  const [quoting, standing] = yield* batch([
    all<Row>(sql`
      select s.source_rid as by_rid, f.item_rid, i.id, i.kind, f.status, f.valid_from, f.valid_until, f.expires_at
      from fact_source s
      join fact f on f.bank = s.bank and f.item_rid = s.item_rid
      join item i on i.bank = s.bank and i.rid = s.item_rid
      where s.bank = ${bank} and s.source_rid ${inInt(rids)}`),
    all<Row>(sql`
      select f.item_rid as by_rid, f.item_rid, i.id, i.kind, f.status, f.valid_from, f.valid_until, f.expires_at
      from fact f
      join item i on i.bank = f.bank and i.rid = f.item_rid
      where f.bank = ${bank} and f.item_rid ${inInt(rids)}`),
  ])
  const facts = new Map<number, StatedFact[]>()
  for (const row of [...quoting, ...standing].sort((a, b) => a.item_rid - b.item_rid)) {
    const stated = facts.get(row.by_rid)
    if (stated === undefined) facts.set(row.by_rid, [toFact(row)])
    else stated.push(toFact(row))
  }
  return facts
}

interface Row {
  readonly by_rid: number
  readonly item_rid: number
  readonly id: ItemId
  readonly kind: ItemKind
  readonly status: StatedFact['status']
  readonly valid_from: number
  readonly valid_until: number | null
  readonly expires_at: number | null
}

function toFact(row: Row): StatedFact {
  return {
    rid: row.item_rid,
    id: row.id,
    kind: row.kind,
    status: row.status,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    expiresAt: row.expires_at,
  }
}

/** When a question wants its facts to hold, milliseconds UTC. */
export interface Moment {
  readonly now: number
  /** What was true then; what is held true by now when absent. */
  readonly asOf: number | undefined
}

/** Whether it is true. What waits to be confirmed is, as far as anyone knows. */
export function holds({ status, validFrom, validUntil }: StatedFact, { asOf }: Moment): boolean {
  if (status === 'retracted') return false
  if (asOf === undefined) return status !== 'superseded'
  return validFrom <= asOf && (validUntil === null || validUntil > asOf)
}

/** Whether it is to be shown as what is known: it holds, and has not run out. */
export function isCurrent(fact: StatedFact, moment: Moment): boolean {
  const { asOf, now } = moment
  return holds(fact, moment) && (asOf !== undefined || fact.expiresAt === null || fact.expiresAt > now)
}
