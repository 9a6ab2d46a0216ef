import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Finding } from './finding.js'
import { examineMemory } from './hygiene.js'

/** What was found when the memory was last looked over. */
export interface KnownHygiene {
  /** At most {@link FINDINGS_MAX} of each kind; none about vectors, which are no person's concern. */
  readonly findings: readonly Finding[]
  /** False where something was written since. */
  readonly isFresh: boolean
}

/**
 * What should be looked after, without looking all of it over each time: what was found is known until something is
 * written, and of a large memory a bit longer, while it is looked over in the background. Waits where nothing is known yet.
 */
export async function knownHygiene(
  spine: Spine,
  reach: Reach,
  { background, waits }: { readonly background: (work: Promise<unknown>) => void; readonly waits: boolean },
): Promise<KnownHygiene> {
  const { seq, items } = await spine.store.read(stateOf, reach.writes)
  const known = knownOf(spine.store, reach.writes)
  if (known.found?.seq === seq) return { findings: known.found.findings, isFresh: true }
  const at = spine.env.now()
  const look = () => lookedOver(spine, reach, known, seq)
  if (items <= SMALL_ITEMS || (known.found === undefined && waits))
    return { findings: await look(), isFresh: true }
  if (known.looking === undefined && at - known.lookedAt >= PAUSE_MS) {
    known.lookedAt = at
    known.looking = look().finally(() => {
      known.looking = undefined
    })
    background(known.looking)
  }
  return { findings: known.found?.findings ?? [], isFresh: false }
}

/** Looked over in less time than anyone notices. */
const SMALL_ITEMS = 2_000
/** A large memory that is written to all the time is not looked over all the time. */
const PAUSE_MS = 5 * 60_000

const FINDINGS_MAX = 200

interface Known {
  found: { readonly seq: number; readonly findings: readonly Finding[] } | undefined
  looking: Promise<unknown> | undefined
  lookedAt: number
}

const byStore = new WeakMap<Store, Map<string, Known>>()

function knownOf(store: Store, bank: string): Known {
  const banks = byStore.get(store.whole) ?? new Map<string, Known>()
  byStore.set(store.whole, banks)
  const known = banks.get(bank) ?? { found: undefined, looking: undefined, lookedAt: Number.MIN_SAFE_INTEGER }
  banks.set(bank, known)
  return known
}

async function lookedOver(
  spine: Spine,
  reach: Reach,
  known: Known,
  seq: number,
): Promise<readonly Finding[]> {
  const { findings } = await examineMemory(spine, reach, { limit: FINDINGS_MAX })
  const concerning = findings.filter(({ kind }) => kind !== 'missing_embeddings')
  known.found = { seq, findings: concerning }
  return concerning
}

/** Each write has a row in the log. */
function* stateOf(bank: string) {
  const last = yield* get<{ seq: number }>(
    sql`select seq from audit where bank = ${bank} order by seq desc limit 1`,
  )
  const size = yield* get<{ items: number }>(sql`select items from bank where bank = ${bank}`)
  return { seq: last?.seq ?? 0, items: size?.items ?? 0 }
}
