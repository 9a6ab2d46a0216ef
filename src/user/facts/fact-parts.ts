import { sql } from '../../store/sql.js'
import { all, run, type Tx, unwaited } from '../../store/statement.js'

export const partRoles = ['title', 'choice', 'alternative', 'reason', 'trade_off'] as const

/** A part of a decision, as a place in its text: [start, end) in UTF-16 units. */
export interface FactPart {
  readonly role: (typeof partRoles)[number]
  readonly start: number
  readonly end: number
}

export function* addParts(bank: string, itemRid: number, parts: readonly FactPart[]): Tx<void> {
  for (const { role, start, end } of parts) {
    yield* unwaited(
      run(sql`
      insert into fact_part (bank, item_rid, role, part_start, part_end)
      values (${bank}, ${itemRid}, ${role}, ${start}, ${end})`),
    )
  }
}

/** In the order in which they were written. */
export function* readParts(bank: string, itemRid: number): Tx<FactPart[]> {
  const rows = yield* all<{ rid: number; role: FactPart['role']; part_start: number; part_end: number }>(sql`
    select rid, role, part_start, part_end from fact_part where bank = ${bank} and item_rid = ${itemRid}`)
  return rows
    .sort((a, b) => a.rid - b.rid)
    .map(({ role, part_start, part_end }) => ({ role, start: part_start, end: part_end }))
}
