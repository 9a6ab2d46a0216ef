import type { BankId } from '../../reach.js'
import { type Reach, workspaceOf } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'

/** In which workspaces something waits, beside the one that is looked at; only the administrator is told of all there are. */
export function* waitingElsewhere({ actor, writes }: Reach): Tx<{ workspace: string; waiting: number }[]> {
  if (actor.audience !== 'administrator') return []
  const banks = yield* all<{ bank: BankId }>(sql`
    select bank from bank where bank >= 'w/' and bank < 'w0' order by bank limit ${LOOKED_AT}`)
  const found: { workspace: string; waiting: number }[] = []
  for (const { bank } of banks) {
    if (bank === writes || found.length === SHOWN) continue
    const waiting = yield* countIn(bank)
    if (waiting > 0) found.push({ workspace: workspaceOf(bank) ?? '', waiting })
  }
  return found
}

const LOOKED_AT = 1_000
const SHOWN = 100

function* countIn(bank: BankId): Tx<number> {
  const conflicts = yield* get<{ n: number }>(
    sql`select count(*) as n from workspace_conflict where bank = ${bank} and keep is null`,
  )
  const proposals = yield* get<{ n: number }>(
    sql`select count(*) as n from proposal where bank = ${bank} and state = 'proposed'`,
  )
  return (conflicts?.n ?? 0) + (proposals?.n ?? 0)
}
