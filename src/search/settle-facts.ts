import type { ItemKind } from '../items/item.js'
import type { Tx } from '../store/statement.js'
import type { BankHolds } from './bank-holds.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { holdingFirst, withoutPast } from './holding-first.js'
import type { Question } from './question.js'
import { answerWithQuoting } from './quoting.js'
import { factKinds, factsStatedBy, type Moment, type StatedFacts } from './stated-facts.js'

export interface FactsWanted extends Moment {
  readonly banks: readonly string[]
  readonly holds: ReadonlyMap<string, BankHolds>
  readonly kinds: readonly ItemKind[] | undefined
  /** Also what does not hold, where it stands on its own. */
  readonly includeSuperseded: boolean
  readonly question: Question
  /** What a hit must be but for its kind. */
  readonly accepts: (row: FoundRow) => boolean
  readonly limit: number
}

export interface Settled {
  readonly ranked: readonly Fused[]
  /** What the first of them state. */
  readonly facts: ReadonlyMap<string, StatedFacts>
}

/** The ranking with what is known of the facts that it states. Without any facts it stays as it is. */
export function* settleFacts(fused: readonly Fused[], wanted: FactsWanted): Tx<Settled> {
  const { kinds, asOf, question, accepts, includeSuperseded } = wanted
  const wantsQuoting = kinds?.some((kind) => factKinds.has(kind)) ?? false
  const facts = yield* factsOf(fused, wantsQuoting ? Infinity : Math.max(LOOKED_AT, 2 * wanted.limit), wanted)
  if (facts.size === 0) return { ranked: wantsQuoting ? ofKinds(fused, kinds) : fused, facts }
  const moves = asOf !== undefined || question.newestWanted !== 'no'
  const holding = { ...wanted, facts, moves, accepts }
  const current = includeSuperseded ? fused : withoutPast(fused, holding)
  const ranked = yield* holdingFirst(current, holding)
  if (kinds === undefined || !wantsQuoting) return { ranked, facts }
  return { ranked: yield* answerWithQuoting(ranked, { ...wanted, kinds, facts }), facts }
}

/** So many hits at least are looked at for what they state. */
const LOOKED_AT = 40

function* factsOf(
  fused: readonly Fused[],
  first: number,
  { banks, holds }: FactsWanted,
): Tx<ReadonlyMap<string, StatedFacts>> {
  const facts = new Map<string, StatedFacts>()
  for (const bank of banks) {
    if (holds.get(bank)?.facts !== true) continue
    const rids = fused
      .filter(({ row }, index) => row.bank === bank && (index < first || factKinds.has(row.kind)))
      .map(({ row }) => row.rid)
    facts.set(bank, yield* factsStatedBy(bank, rids))
  }
  return facts
}

function ofKinds(fused: readonly Fused[], kinds: readonly ItemKind[] = []): Fused[] {
  return fused.filter(({ row }) => kinds.includes(row.kind))
}
