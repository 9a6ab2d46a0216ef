import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inInt, inText, listInt, sql } from '../../store/sql.js'
import { all, column, type Tx } from '../../store/statement.js'
import { readFact } from './fact.js'
import type { Resolution } from './ledger.js'

/** One value in the history of what can have one value only. Times are milliseconds UTC. */
export interface PastValue {
  readonly item: FoundItem
  readonly sources: readonly FoundItem[]
  /** When it was believed; open where it still is. */
  readonly believed: readonly { readonly since: number; readonly until: number | null }[]
  /** How it came to hold, or to wait; null where nothing stood against it. */
  readonly change: {
    readonly id: string
    readonly at: number
    readonly resolution: Resolution
    readonly reviewedAt: number | null
  } | null
}

/**
 * All that ever held in the place of a fact, what was true first leads: the values of its key; of a fact without one, what
 * it corrected and what corrected it. At most {@link VALUES_MAX}. Throws `not_found`, `invalid_input` for what is no fact.
 */
export function* factHistory(spine: Spine, reach: Reach, id: string): Tx<PastValue[]> {
  const { bank, rid, keyHash } = yield* factIn(reach, id)
  const ofKey =
    keyHash === null
      ? []
      : yield* column<number>(sql`
          select item_rid from fact where bank = ${bank} and key_hash = ${keyHash}
          order by valid_from desc, item_rid desc limit ${VALUES_MAX}`)
  const rids = yield* withCorrections(bank, [...new Set([rid, ...ofKey])])
  // By a list of row numbers SQLite would look at every item of the bank.
  const ids = yield* column<string>(sql`
    select i.id from ${listInt(rids)} as l cross join item i where i.bank = ${bank} and i.rid = l.value`)
  const items = yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)
  const links = yield* sourcesOf(
    bank,
    items.map((item) => item.id),
  )
  const sources = new Map<ItemId, FoundItem>()
  for (const item of yield* readItems(spine, bank, sql`i.id ${inText(links.map(({ source }) => source))}`))
    sources.set(item.id, item)
  const beliefs = yield* all<{ item_rid: number; since: number; until: number | null }>(sql`
    select item_rid, since, until from fact_belief where bank = ${bank} and item_rid ${inInt(rids)}`)
  const changes = yield* all<ChangeRow>(sql`
    select rid, new_rid, id, at, resolution, reviewed_at from fact_conflict
    where bank = ${bank} and new_rid ${inInt(rids)}`)
  // The last one counts.
  const changeOf = new Map(changes.sort((a, b) => a.rid - b.rid).map((row) => [row.new_rid, row]))
  return items
    .map((item) => ({
      item,
      sources: links
        .filter((link) => link.item === item.id)
        .flatMap(({ source }) => sources.get(source) ?? []),
      believed: beliefs
        .filter(({ item_rid }) => item_rid === item.rid)
        .sort((a, b) => a.since - b.since)
        .map(({ since, until }) => ({ since, until })),
      change: showChange(changeOf.get(item.rid)),
    }))
    .sort((a, b) => fromOf(a) - fromOf(b) || a.item.rid - b.item.rid)
}

const VALUES_MAX = 200

const fromOf = ({ item }: PastValue) => item.fact?.validFrom ?? 0

function* factIn(
  { reads }: Reach,
  id: string,
): Tx<{ readonly bank: BankId; readonly rid: number; readonly keyHash: Uint8Array | null }> {
  for (const bank of reads) {
    const known = yield* column<number>(sql`select 1 as one from item where bank = ${bank} and id = ${id}`)
    if (known.length === 0 && bank !== reads.at(-1)) continue
    const { rid, keyHash } = yield* readFact(bank, id)
    return { bank, rid, keyHash }
  }
  throw new TypeError('a reach reads at least one bank')
}

/** A correction without a key is known by the ledger alone. */
function* withCorrections(bank: BankId, first: readonly number[]): Tx<number[]> {
  const known = new Set(first)
  let open = first
  for (let step = 0; step < STEPS_MAX && open.length > 0 && known.size < VALUES_MAX; step++) {
    // Told that the other side is there, SQLite would walk through all rows that have one.
    const newer = yield* all<{ rid: number | null }>(sql`
      select new_rid as rid from fact_conflict where bank = ${bank} and old_rid ${inInt(open)}`)
    const older = yield* all<{ rid: number | null }>(sql`
      select old_rid as rid from fact_conflict where bank = ${bank} and new_rid ${inInt(open)}`)
    const found = [...newer, ...older].flatMap(({ rid }) => (rid === null ? [] : [rid]))
    open = [...new Set(found)].filter((rid) => !known.has(rid))
    for (const rid of open) known.add(rid)
  }
  return [...known].slice(0, VALUES_MAX)
}

const STEPS_MAX = 10

interface ChangeRow {
  readonly rid: number
  readonly new_rid: number
  readonly id: string
  readonly at: number
  readonly resolution: Resolution
  readonly reviewed_at: number | null
}

function showChange(row: ChangeRow | undefined): PastValue['change'] {
  if (row === undefined) return null
  const { id, at, resolution, reviewed_at: reviewedAt } = row
  return { id, at, resolution, reviewedAt }
}
