import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import { type BankId, inBank, kindOfBank, type Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { column, type Tx } from '../../store/statement.js'
import type { RecordHome } from './record-home.js'
import { type RecordPlace, type StoredPlace, storedPlace, storePlace } from './record-place.js'

export interface Moved {
  readonly from: RecordPlace
  readonly to: RecordPlace
  /** How many records were taken along. */
  readonly records: number
}

/**
 * Moves the records of all users to another place. What changed in files is taken in before; files that are as they were
 * written or read are removed, others are left to whom they belong. Broken off, the same call again completes it: until
 * then the store alone says what records say. Throws `conflict` where a folder cannot be told, and what the store throws.
 * `reach` is the whole store's.
 */
export async function moveRecords(
  spine: Spine,
  reach: Reach,
  home: RecordHome,
  to: RecordPlace,
): Promise<Moved> {
  const { place: from = 'database', left } = await spine.store.read(storedPlace)
  if (left !== undefined) await leave(left, from)
  const banks = await spine.store.read(banksWithRecords)
  if (home.isSame(from, to)) return { from, to, records: 0 }

  const old = home.at(spine, from).beside
  const fresh = home.at(spine, to).beside
  for (const bank of banks) await fresh?.requireFree(inBank(reach, bank))
  let records = 0
  for (const bank of banks) {
    // Takes in what is in its files, or says what is wrong with them.
    const { total, problems } = await home.at(spine, from).records.list(inBank(reach, bank), { limit: 1 })
    const [problem] = problems
    if (problem !== undefined) throw unread(problem)
    records += total
  }
  if (old !== undefined) {
    await settle({ place: 'database', left: from }, records)
    await leave(from, 'database')
  }
  await settle({ place: to, left: undefined }, records)
  for (const bank of banks) await fresh?.list(inBank(reach, bank), { limit: 1 })
  return { from, to, records }

  async function leave(place: RecordPlace, now: RecordPlace): Promise<void> {
    const { beside } = home.at(spine, place)
    try {
      for (const bank of await spine.store.read(banksWithRecords)) await beside?.leave(inBank(reach, bank))
    } finally {
      home.forget(place)
    }
    await settle({ place: now, left: undefined }, 0)
  }

  function settle(place: StoredPlace, count: number): Promise<void> {
    return write(spine, reach, 'record.move', 'admin', function* note() {
      yield* storePlace(place)
      return { result: undefined, effect: { ids: [], counts: { record: count } } }
    })
  }
}

/** Of all users and workers; those of workspaces have no files, which would be a way around the gate. */
function* banksWithRecords(): Tx<BankId[]> {
  // bank-ok: every bank that has any
  const banks = yield* column<BankId>(sql`
    select bank from record where bank is not null union select bank from record_doomed where bank is not null
    order by bank`)
  return banks.filter((bank) => kindOfBank(bank) !== 'workspace')
}

function unread({
  file,
  field,
  reason,
}: {
  file: string
  field: string | null
  reason: string
}): MemoryError {
  return new MemoryError(
    'conflict',
    `${file} is no record as it is: ${field ?? 'it'} ${reason}`,
    'put it right, or take it away, and move the records then',
  )
}
