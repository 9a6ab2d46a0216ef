import type { Tx } from '../store/statement.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { readRows } from './read-rows.js'
import { factKinds, holds, isCurrent, type Moment, type StatedFacts } from './stated-facts.js'
import { type Successor, successorsOf } from './successors.js'

export interface Holding extends Moment {
  /** Of each bank. */
  readonly facts: ReadonlyMap<string, StatedFacts>
  /** False where the question asks for what was: then it is said what holds no more, and nothing is moved. */
  readonly moves: boolean
  readonly accepts: (row: FoundRow) => boolean
}

/**
 * Ranks what states nothing that holds behind what took its place, which is brought in where no layer found it: "We
 * moved to Porto" has no word of "Where do I live?". Either says so.
 */
export function* holdingFirst(fused: readonly Fused[], holding: Holding): Tx<Fused[]> {
  const past = fused.filter(({ row }) => isPast(row, holding))
  if (past.length === 0) return [...fused]
  const successors = new Map<string, ReadonlyMap<number, Successor>>()
  for (const bank of new Set(past.map(({ row }) => row.bank))) {
    const rids = past.filter(({ row }) => row.bank === bank).flatMap(({ row }) => statedBy(row, holding))
    successors.set(
      bank,
      yield* successorsOf(
        bank,
        rids.map(({ rid }) => rid),
        holding,
      ),
    )
  }
  const ranked = [...fused]
  for (const entry of past) {
    const { row } = entry
    const next = statedBy(row, holding).flatMap(({ rid }) => successors.get(row.bank)?.get(rid) ?? [])
    const said: Fused = {
      ...entry,
      reasons: [...entry.reasons, { kind: 'superseded', by: next[0]?.id ?? null }],
    }
    const at = ranked.indexOf(entry)
    ranked[at] = said
    if (holding.moves && next.length > 0) yield* moveBehind(ranked, at, next, holding)
  }
  return ranked
}

/** Without what states as such that something holds which does not, or has run out. */
export function withoutPast(fused: readonly Fused[], holding: Holding): Fused[] {
  return fused.filter(({ row }) => {
    if (!factKinds.has(row.kind)) return true
    const itself = statedBy(row, holding).find(({ id }) => id === row.id)
    return itself === undefined || isCurrent(itself, holding)
  })
}

function isPast(row: FoundRow, holding: Holding): boolean {
  const stated = statedBy(row, holding)
  return stated.length > 0 && stated.every((fact) => !holds(fact, holding))
}

function statedBy({ bank, rid }: FoundRow, { facts }: Holding) {
  return facts.get(bank)?.get(rid) ?? []
}

function* moveBehind(
  ranked: Fused[],
  at: number,
  next: readonly Successor[],
  { accepts }: Holding,
): Tx<void> {
  const entry = ranked[at]!
  const { bank } = entry.row
  const stating = new Set(next.flatMap(({ statedBy }) => statedBy))
  const found = ranked.findIndex(({ row }) => row.bank === bank && stating.has(row.rid))
  if (found > at) {
    ranked.splice(at, 1)
    ranked.splice(found, 0, { ...entry, score: ranked[found - 1]!.score })
    return
  }
  if (found !== -1) return
  const [row] = (yield* readRows(
    bank,
    next.flatMap(({ statedBy }) => statedBy.slice(0, 1)),
  )).filter(accepts) // slice-ok: row numbers
  if (row === undefined) return
  ranked.splice(at, 0, {
    row,
    score: entry.score,
    layers: [],
    reasons: [{ kind: 'newer', than: entry.row.id }],
  })
}
