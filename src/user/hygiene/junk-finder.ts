import { clip } from '../../text/clip.js'
import { junkOf } from './junk-of.js'
import { type JunkReason, junkReasons } from './junk-reason.js'
import { createLikenessIndex } from './likeness-index.js'
import { type ProfileStatement, profileStatement } from './profile-statement.js'

export interface SeenMemory {
  /** As its system names it. */
  readonly id: string
  readonly text: string
}

export interface JunkMemory {
  readonly reason: JunkReason
  readonly id: string
  /** The beginning of it. */
  readonly text: string
  /** The earlier one that it repeats. */
  readonly of: string | null
}

export interface JunkCount {
  readonly reason: JunkReason
  readonly count: number
  /** The first few. */
  readonly examples: readonly JunkMemory[]
}

export interface JunkReport {
  readonly memories: number
  readonly junk: number
  /** Of all memories, 0 to 1. */
  readonly rate: number
  /** Most frequent first; reasons that do not occur are left out. */
  readonly reasons: readonly JunkCount[]
}

/** Judges memories one after the other, and keeps no more of them than what later ones are compared with. */
export interface JunkFinder {
  /** Undefined where it may be worth keeping. Claims about the user are judged at the end, when all are known. */
  look(memory: SeenMemory): JunkMemory | undefined
  report(): JunkReport
}

export function createJunkFinder(): JunkFinder {
  const alike = createLikenessIndex<string>()
  const profiles = new Map<ProfileStatement['attribute'], Map<string, SeenMemory[]>>()
  const tally = createTally()
  let memories = 0

  function judge({ id, text }: SeenMemory): Pick<JunkMemory, 'reason' | 'of'> | undefined {
    const reason = junkOf(text)
    // What it is says more than that there are many of it.
    if (reason !== undefined) return { reason, of: null }
    const repeated = alike.repeats(text, id)
    if (repeated !== undefined)
      return { reason: repeated.isExact ? 'duplicate' : 'near_duplicate', of: repeated.of }
    const claim = profileStatement(text)
    if (claim === undefined) return undefined
    const values = profiles.get(claim.attribute) ?? new Map<string, SeenMemory[]>()
    profiles.set(claim.attribute, values)
    const before = values.get(claim.value)
    if (before === undefined) values.set(claim.value, [{ id, text: clip(text, SHOWN_CHARS) }])
    return before === undefined ? undefined : { reason: 'repeated_profile', of: before[0]?.id ?? null }
  }

  return {
    look(memory) {
      memories += 1
      const verdict = judge(memory)
      if (verdict === undefined) return undefined
      const junk = { ...verdict, id: memory.id, text: clip(memory.text, SHOWN_CHARS) }
      tally.add(junk)
      return junk
    },
    report() {
      const all = createTally(tally)
      for (const { id, text } of invented(profiles))
        all.add({ reason: 'invented_profile', id, text, of: null })
      const junk = all.total()
      return { memories, junk, rate: memories === 0 ? 0 : junk / memories, reasons: all.counts() }
    },
  }
}

/** One user has one name, and ages a year a year: claims beyond that are someone's inventions, all of them. */
function invented(
  profiles: ReadonlyMap<ProfileStatement['attribute'], ReadonlyMap<string, readonly SeenMemory[]>>,
): SeenMemory[] {
  const names = profiles.get('name') ?? new Map<string, readonly SeenMemory[]>()
  const givenNames = new Set([...names.keys()].map((name) => name.split(' ')[0]))
  const ages = profiles.get('age') ?? new Map<string, readonly SeenMemory[]>()
  const years = [...ages.keys()].map(Number)
  const isSpread = ages.size > 2 && Math.max(...years) - Math.min(...years) > MOST_YEARS
  return [
    ...(givenNames.size >= TOO_MANY_NAMES ? [...names.values()].flat() : []),
    ...(isSpread ? [...ages.values()].flat() : []),
  ]
}

interface Tally {
  readonly byReason: ReadonlyMap<JunkReason, { count: number; examples: JunkMemory[] }>
  add(junk: JunkMemory): void
  total(): number
  counts(): JunkCount[]
}

function createTally(from?: Tally): Tally {
  const byReason = new Map<JunkReason, { count: number; examples: JunkMemory[] }>(
    [...(from?.byReason ?? [])].map(([reason, { count, examples }]) => [
      reason,
      { count, examples: [...examples] },
    ]),
  )
  return {
    byReason,
    add(junk) {
      const sum = byReason.get(junk.reason) ?? { count: 0, examples: [] }
      byReason.set(junk.reason, sum)
      sum.count += 1
      if (sum.examples.length < EXAMPLES) sum.examples.push(junk)
    },
    total: () => [...byReason.values()].reduce((sum, { count }) => sum + count, 0),
    counts: () =>
      junkReasons
        .flatMap((reason) => {
          const sum = byReason.get(reason)
          return sum === undefined ? [] : [{ reason, ...sum }]
        })
        .sort((a, b) => b.count - a.count),
  }
}

const SHOWN_CHARS = 160
const EXAMPLES = 3
const TOO_MANY_NAMES = 3
const MOST_YEARS = 5
