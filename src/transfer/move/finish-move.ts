import type { Env } from '../../clock.js'
import { GENERATION_LEAP } from '../../items/bank.js'
import { sql } from '../../store/sql.js'
import { column, run, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { rebuildWords } from '../../words/rebuild-words.js'
import type { Table } from './catalogue.js'
import { removeMarks } from './move-mark.js'
import { numberingOf } from './number-rows.js'
import type { Shifts } from './row-shift.js'

export interface Finishing {
  readonly env: Env
  readonly source: Store
  readonly target: Store
  readonly tables: readonly Table[]
  readonly shifts: Shifts
}

/** Makes the target a store to be used: its index of words, where row numbers go on; then the mark goes. */
export async function finishMove({ env, source, target, tables, shifts }: Finishing): Promise<void> {
  // bank-ok: of all banks
  for (const bank of await target.query(column<string>(sql`select bank from bank order by bank`)))
    await rebuildWords(target.within({ writes: [bank] }), env, bank)
  // A server that knows nothing of what is there now would walk whole tables until it looks by itself.
  if (target.engine === 'postgres') await target.tx(look)
  const number = await numberingOf(source, target, tables, shifts)
  await target.tx(function* (): Tx<void> {
    yield* number()
    // Whoever remembers vectors or news of the other place reads anew.
    yield* run(sql`update bank set generation = generation + ${GENERATION_LEAP} where bank is not null`)
    yield* removeMarks()
  })
}

function* look(): Tx<void> {
  yield* run(sql`analyze`)
}
