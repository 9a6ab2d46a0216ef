import type { FoundRow } from './candidate.js'
import type { LayerHit, LayerName } from './layer.js'
import type { Reason } from './reason.js'
import type { Weights } from './weights.js'

/** `measured`: what eval shows to be best; `rrf`: reciprocal rank fusion with a decay by age, as descended. */
export type FusionMode = 'measured' | 'rrf'

/** One layer's hits, best first. */
export interface RankedLayer {
  readonly name: LayerName
  readonly hits: readonly LayerHit[]
  /** Score of an item that has nothing of what was asked for … */
  readonly floor: number
  /** … and of one that has all. */
  readonly full: number
}

/** A result: one item, however many layers found it. */
export interface Fused {
  readonly row: FoundRow
  readonly score: number
  readonly layers: readonly LayerRank[]
  readonly reasons: readonly Reason[]
}

export interface LayerRank {
  readonly layer: LayerName
  /** From 1. */
  readonly rank: number
  /** In the layer's own measure. */
  readonly score: number
  /** What the layer counts beside the others. */
  readonly weight: number
  /** What it added to the item's score, before its age counts. */
  readonly part: number
}

/** Makes one list of the layers' lists, best first. Equal scores: the newer item first. */
export function fuse(
  layers: readonly RankedLayer[],
  mode: FusionMode,
  now: number,
  weights: Weights,
): Fused[] {
  const fused = mode === 'rrf' ? reciprocalRanks(layers, now) : convexSum(layers, weights)
  return fused.sort((a, b) => b.score - a.score || b.row.rid - a.row.rid)
}

/** The descended constants (docs/search.md). */
const RRF_K = 60
const HALF_LIFE_MS = 90 * 86_400_000
const LEAST_DECAY = 0.1

/** `Σ 1/(60 + rank)`, times `max(0.1, 0.5^(age / 90 d))`; a missing time leaves the score alone. */
function reciprocalRanks(layers: readonly RankedLayer[], now: number): Fused[] {
  const worth = (_layer: RankedLayer, _hit: LayerHit, rank: number) => 1 / (RRF_K + rank)
  return merge(layers, () => 1, worth).map((entry) => {
    const { occurredAt } = entry.row
    if (occurredAt === null) return entry
    const factor = Math.min(1, Math.max(LEAST_DECAY, 0.5 ** ((now - occurredAt) / HALF_LIFE_MS)))
    return {
      ...entry,
      score: entry.score * factor,
      reasons: [...entry.reasons, { kind: 'age', factor } as const],
    }
  })
}

/**
 * `Σ weight · (score − floor) / (top − floor)`, the weights of the layers that found anything making one. A layer's top
 * is its best score, or that of a full answer where nothing comes near one: chance matches are not to outweigh another
 * layer.
 */
function convexSum(layers: readonly RankedLayer[], weights: Weights): Fused[] {
  const taking = layers.filter(({ hits }) => hits.length > 0)
  const weightOf: Readonly<Record<LayerName, number>> = {
    text: weights.textLayer,
    vectors: weights.vectorLayer,
    entities: weights.entityLayer,
    time: weights.timeLayer,
  }
  const total = taking.reduce((sum, { name }) => sum + weightOf[name], 0)
  const weigh = ({ name }: RankedLayer) => weightOf[name] / total
  return merge(taking, weigh, (layer, hit) => {
    const range = Math.max(layer.full, layer.hits[0]!.score) - layer.floor
    return range > 0 ? weigh(layer) * (Math.max(0, hit.score - layer.floor) / range) : 0
  })
}

function merge(
  layers: readonly RankedLayer[],
  weigh: (layer: RankedLayer) => number,
  worth: (layer: RankedLayer, hit: LayerHit, rank: number) => number,
): Fused[] {
  const fused = new Map<string, Fused>()
  for (const layer of layers) {
    const weight = weigh(layer)
    for (const [index, hit] of layer.hits.entries()) {
      const rank = index + 1
      const part = worth(layer, hit, rank)
      const known = fused.get(hit.row.id)
      fused.set(hit.row.id, {
        row: hit.row,
        score: (known?.score ?? 0) + part,
        layers: [...(known?.layers ?? []), { layer: layer.name, rank, score: hit.score, weight, part }],
        reasons: [...(known?.reasons ?? []), ...hit.reasons],
      })
    }
  }
  return [...fused.values()]
}
