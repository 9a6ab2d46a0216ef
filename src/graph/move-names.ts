import { inInt, inText, sql } from '../store/sql.js'
import { column, run, type Tx } from '../store/statement.js'
import { isSymmetric, relationTypes } from './relation-type.js'

/**
 * Gives names of one entity to another, with the mentions by them, the ends of edges that are called so, and the facts
 * that speak of their subject so. The names decide: what one move has joined, the move back parts again. Answers the
 * items whose parties have changed.
 */
export function* moveNames(
  bank: string,
  names: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Tx<number[]> {
  const moved = inInt(names)
  const starts = yield* column<number>(
    sql`select item_rid from edge where bank = ${bank} and from_rid = ${from} and from_name ${moved}`,
  )
  const ends = yield* column<number>(
    sql`select item_rid from edge where bank = ${bank} and to_rid = ${from} and to_name ${moved}`,
  )
  const facts = yield* factsOf(bank, from, names)
  yield* run(sql`update entity_alias set entity_rid = ${to} where bank = ${bank} and name_rid ${moved}`)
  // One by one: for a list SQLite would look at every mention of the bank.
  for (const name of names)
    yield* run(sql`update mention set entity_rid = ${to} where bank = ${bank} and name_rid = ${name}`)
  yield* run(
    sql`update edge set from_rid = ${to} where bank = ${bank} and from_rid = ${from} and from_name ${moved}`,
  )
  yield* run(
    sql`update edge set to_rid = ${to} where bank = ${bank} and to_rid = ${from} and to_name ${moved}`,
  )
  const turned = inInt([...starts, ...ends])
  // What holds both ways is kept from the lower row number to the higher.
  yield* run(sql`
    update edge set from_rid = to_rid, to_rid = from_rid, from_name = to_name, to_name = from_name
    where bank = ${bank} and item_rid ${turned} and from_rid > to_rid and type ${inText(SYMMETRIC)}`)
  yield* run(sql`update fact set subject_rid = ${to} where bank = ${bank} and item_rid ${inInt(facts)}`)
  // Whoever was merged before points to where their own names are.
  yield* run(sql`
    update entity set merged_rid = ${to}
    where bank = ${bank} and merged_rid = ${from} and rid <> ${to} and rid in (
      select own_rid from entity_alias where bank = ${bank} and name_rid ${moved})`)
  return [...new Set([...starts, ...ends, ...facts])]
}

const SYMMETRIC: readonly string[] = relationTypes.filter(isSymmetric)

/** Facts whose first source calls their subject so; one that stands on its own mentions it. */
function* factsOf(bank: string, entity: number, names: readonly number[]): Tx<number[]> {
  return yield* column<number>(sql`
    select f.item_rid from fact f
    where f.bank = ${bank} and f.subject_rid = ${entity} and coalesce(
      (select s.from_name from fact_source s where s.bank = f.bank and s.item_rid = f.item_rid
        order by s.rid limit 1),
      (select m.name_rid from mention m
        where m.bank = f.bank and m.item_rid = f.item_rid and m.entity_rid = f.subject_rid
        order by m.name_rid limit 1)) ${inInt(names)}`)
}
