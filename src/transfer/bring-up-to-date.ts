import { GENERATION_LEAP } from '../items/bank.js'
import { type ErasedGathering, gatherErased } from '../items/gather-erased.js'
import { proveErased } from '../items/prove-erased.js'
import type { Spine } from '../items/spine.js'
import { uniteTombstones } from '../items/unite-tombstones.js'
import { write } from '../items/write.js'
import { keepKeys } from '../keys/keep-keys.js'
import { type BankId, inBank, reachOf, STORE_BANK, wholeStore } from '../reach.js'
import { clearRecalls } from '../recalls/forget-recalls.js'
import { sql } from '../store/sql.js'
import { all, run } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { auditTable } from './archive/audit-table.js'
import { banksOf } from './archive/write-archive.js'
import { tombstonesSince } from './restore-plan.js'

/**
 * Takes out of a copy of a backup what the present store has forgotten since, and every question: of those no tombstone
 * tells which were forgotten. Proves on disk that it is gone, and lets the copy carry on where the store is: its own
 * log and keys, and the generation of each bank.
 */
export async function bringUpToDate(copy: Spine, present: Store, gathered: ErasedGathering): Promise<void> {
  const reach = wholeStore(reachOf({ administrator: true }), OPERATION)
  const fresh = gatherErased()
  await keepLog(copy, present)
  const names = await keepKeys(copy.store, present)
  if (names !== undefined) {
    fresh.add([names])
    gathered.add([names])
  }
  let forgotten = 0
  for await (const bank of banksOf(present)) {
    const own = inBank(reach, bank as BankId)
    for await (const tombstones of tombstonesSince(present, copy.store, bank)) {
      const done = await write(copy, own, OPERATION, 'admin', function* reapply() {
        const result = yield* uniteTombstones(copy, own, tombstones)
        const { added, ids } = result
        return { result, effect: { ids, counts: { tombstone: added, forgotten: ids.length } } }
      })
      fresh.add(done.erased)
      gathered.add(done.erased)
      forgotten += done.forgotten
    }
  }
  let recalls = 0
  for await (const bank of banksOf(copy.store)) {
    const { counts, erased } = await copy.store.within({ writes: [bank] }).tx(clearRecalls, bank)
    recalls += counts['recall'] ?? 0
    fresh.add(erased)
    gathered.add(erased)
  }
  // By more than others can write until the copy is in place; the store is asked again when it is locked.
  const generations = await present.query(generationsOf())
  await write(copy, reach, OPERATION, 'admin', function* overtake() {
    for (const { bank, generation } of generations) {
      yield* run(sql`
        update bank set generation = case when generation > ${generation} then generation else ${generation} end + ${GENERATION_LEAP}
        where bank = ${bank}`)
    }
    return { result: undefined, effect: { ids: [], counts: { forgotten, recall: recalls } } }
  })
  const gone = fresh.joined()
  if (gone !== undefined) await proveErased(copy, [], gone)
}

const OPERATION = 'memory.restore'

/** What was done to the store as a whole is not undone by restoring it. */
async function keepLog(copy: Spine, present: Store): Promise<void> {
  const reach = wholeStore(reachOf({ administrator: true }), OPERATION)
  const { env, identityKey } = copy
  const aliases = new Map<string, string>()
  const into = { env, identityKey, reach, at: env.now(), lastRidBefore: 0, aliases }
  let after: Parameters<typeof auditTable.page>[1]
  for (;;) {
    const page = await present.read(auditTable.page, STORE_BANK, after, PAGE_ROWS)
    after = page.at(-1)
    if (after === undefined) return
    await copy.store.within({ writes: [into.reach.writes] }).tx(auditTable.add(into, page))
  }
}

const PAGE_ROWS = 500

function generationsOf() {
  // bank-ok: the generation of every bank
  return all<{ bank: string; generation: number }>(sql`select bank, generation from bank`)
}
