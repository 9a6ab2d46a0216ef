import type { ItemKind } from '../items/item.js'
import type { Tx } from '../store/statement.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { onlyKinds } from './quoting.js'
import { type Place, readTurnRows } from './read-rows.js'

/**
 * Turns that stand around the best hits and are none themselves, ring by ring: those beside every hit before the next but
 * one of any. Of short conversations that is all there is.
 */
export function* turnsAround(
  ranked: readonly Fused[],
  kinds: readonly ItemKind[] | undefined,
): Tx<FoundRow[]> {
  const known = new Set<string>()
  const key = (bank: string, session: number, seq: number) => `${bank} ${session} ${seq}`
  for (const { row } of ranked)
    if (row.turn !== null) known.add(key(row.bank, row.turn.session, row.turn.seq))
  const centres = ranked.filter(({ row }) => row.turn !== null).slice(0, CENTRES)
  const places = new Map<string, Place[]>()
  let turns = 0
  for (let step = 1; step <= REACH; step++) {
    for (const { row } of centres) {
      for (const seq of [row.turn!.seq - step, row.turn!.seq + step]) {
        const place = key(row.bank, row.turn!.session, seq)
        if (seq < 0 || turns === TURNS || known.has(place)) continue
        known.add(place)
        turns++
        const ofBank = places.get(row.bank)
        if (ofBank === undefined) places.set(row.bank, [[row.turn!.session, seq]])
        else ofBank.push([row.turn!.session, seq])
      }
    }
  }
  const rows: FoundRow[] = []
  for (const [bank, wanted] of places) {
    const order = new Map(wanted.map(([session, seq], place) => [key(bank, session, seq), place]))
    const placeOf = ({ turn }: FoundRow) => order.get(key(bank, turn!.session, turn!.seq))!
    const found = yield* readTurnRows(bank, wanted, onlyKinds(kinds))
    // What is worth as much is chosen in this order: it must not depend on how an engine goes about it.
    rows.push(...found.sort((a, b) => placeOf(a) - placeOf(b)))
  }
  return rows
}

/** Turns around this many of the best hits are read … */
const CENTRES = 60
/** … up to so many turns away … */
const REACH = 40
/** … and so many in all, the nearest first: whole conversations, where they are short. */
const TURNS = 300
