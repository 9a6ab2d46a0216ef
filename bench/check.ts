import type { Measure } from './measures.js'
import type { Results, SizeResult } from './results.js'
import { growthExponent } from './statistics.js'

/** A figure that means the same on a fast and on a slow machine. */
export interface Ratio {
  readonly name: string
  readonly value: number
  /** What is a fall: times and growth should not rise, shares and gains should not sink. */
  readonly better: 'less' | 'more'
  /** How far it may be off the reference: as a factor, or by so much. */
  readonly tolerance: { readonly factor: number } | { readonly by: number }
}

export interface Verdict extends Ratio {
  readonly reference: number
  /** The worst value that still passes. */
  readonly limit: number
  readonly holds: boolean
}

/**
 * Ours to the machine's floors, ours to each peer's, what we find, and how we grow: at the largest size of a run. Of facts
 * and the graph what only we have.
 */
export function ratiosOf({ sizes, own = {} }: Results): Ratio[] {
  const large = sizes.at(-1)
  const small = sizes[0]
  if (large === undefined || small === undefined) return []
  const ours = (measure: Measure) => medianOf(large, 'recollect', measure)
  const best = (measure: Measure) => bestOf(large, 'recollect', measure)
  const ratios: Ratio[] = [
    cost('capture / fdatasync', ours('captureSyncs')),
    gain('16 callers / one caller', ours('groupTimes')),
    cost(
      'bulk import of an item / its segmentation',
      1e6 / bestOf(large, 'recollect', 'bulkRate') / large.floors.segmentMicros.min,
    ),
    cost('8-word question / row out of SQLite', (best('words8P50') / 1000) * large.floors.pointLookUps.max),
  ]
  for (const { name } of large.systems.filter((system) => system.name !== 'recollect' && system.rounds > 0)) {
    for (const measure of compared) {
      ratios.push(cost(`${measure}, recollect / ${name}`, best(measure) / bestOf(large, name, measure)))
    }
  }
  ratios.push(
    cost('memory at rest, recollect / minisearch', ours('restMb') / medianOf(large, 'minisearch', 'restMb')),
  )
  for (const kind of ['words3', 'words8', 'chinese', 'small8'] as const) {
    ratios.push(share(`${kind}: source found`, ours(`${kind}Found`)))
    ratios.push(share(`${kind}: overlap with BM25`, ours(`${kind}Overlap`)))
  }
  for (const [name, value] of Object.entries(own)) ratios.push(cost(name, value))
  if (small !== large) {
    for (const measure of growing) {
      const point = (size: SizeResult) => ({
        items: size.items,
        cost: bestOf(size, 'recollect', measure),
      })
      ratios.push(growth(`${measure} grows as items^`, growthExponent(point(small), point(large))))
    }
  }
  return ratios.filter(({ value }) => Number.isFinite(value))
}

/** Each ratio beside the same of the reference; one that either lacks is not judged. */
export function verdictsOf(now: readonly Ratio[], reference: readonly Ratio[]): Verdict[] {
  const before = new Map(reference.map(({ name, value }) => [name, value]))
  return now.flatMap((ratio) => {
    const was = before.get(ratio.name)
    if (was === undefined) return []
    const limit = limitOf(ratio, was)
    const holds = ratio.better === 'less' ? ratio.value <= limit : ratio.value >= limit
    return [{ ...ratio, reference: was, limit, holds }]
  })
}

// On a shared machine the same round differs by a third from one hour to the next, and the best of three by less: what
// others do makes a time longer, never shorter. A change that matters is a factor.
const TIME_FACTOR = 2
const SHARE_BY = 0.03
const GROWTH_BY = 0.4

const compared = ['words8P50', 'words3P50', 'diskBytes'] as const
const growing = ['words8P50', 'small8P50', 'captureMs', 'diskBytes'] as const

function limitOf({ better, tolerance }: Ratio, was: number): number {
  if ('by' in tolerance) return better === 'less' ? was + tolerance.by : was - tolerance.by
  return better === 'less' ? was * tolerance.factor : was / tolerance.factor
}

function cost(name: string, value: number): Ratio {
  return { name, value, better: 'less', tolerance: { factor: TIME_FACTOR } }
}

function gain(name: string, value: number): Ratio {
  return { name, value, better: 'more', tolerance: { factor: TIME_FACTOR } }
}

function share(name: string, value: number): Ratio {
  return { name, value, better: 'more', tolerance: { by: SHARE_BY } }
}

function growth(name: string, value: number): Ratio {
  return { name, value, better: 'less', tolerance: { by: GROWTH_BY } }
}

/** The best of the rounds. */
function bestOf(size: SizeResult, name: string, measure: Measure): number {
  const spread = size.systems.find((system) => system.name === name)?.measures[measure]
  return (measure === 'bulkRate' ? spread?.max : spread?.min) ?? Number.NaN
}

function medianOf(size: SizeResult, name: string, measure: Measure): number {
  return size.systems.find((system) => system.name === name)?.measures[measure]?.median ?? Number.NaN
}
