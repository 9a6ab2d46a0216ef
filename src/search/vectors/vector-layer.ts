import type { Tx } from '../../store/statement.js'
import type { Candidate, FoundRow } from '../candidate.js'
import type { Judgement, Layer, LayerAnswer, LayerHit, Look } from '../layer.js'
import { readPassages } from '../read-rows.js'
import { WEIGHTS } from '../weights.js'
import type { NearPassage } from './meaning.js'
import { addNearNeighbours } from './near-neighbours.js'
import { nearnessOf } from './nearness.js'

/** Items whose text means much the same as the question: what is near was found before, here it is read and judged. */
export const vectorLayer: Layer = {
  name: 'vectors',
  *find(look: Look): Tx<LayerAnswer> {
    const { meaning, bank, only } = look
    const wanted = look.depth.near
    if (meaning.outcome === 'missing') return meaning
    // Rows that are not wanted (kind, phrase, exclusion) are replaced.
    const { near } = meaning
    const similarities = new Map(near.map(({ rid, similarity }) => [rid, similarity]))
    const candidates: Candidate[] = []
    const hits: LayerHit[] = []
    for (let at = 0; at < near.length && hits.length < wanted; at += wanted) {
      const page = near
        .slice(at, at + wanted)
        .filter(({ similarity }) => isMeant(similarity, hits[0]))
        .map(({ rid }) => rid)
      // Nearest first: nor is any that comes behind.
      if (page.length === 0) break
      const rows = new Map(yield* readPassages(bank, page, only))
      for (const rid of page) {
        const row = rows.get(rid)
        const similarity = similarities.get(rid)!
        if (row === undefined || !look.accepts(row) || !isMeant(similarity, hits[0])) continue
        candidates.push(row)
        hits.push({ row, ...judgementOf(similarity) })
      }
    }
    const floor = floorOf(near, hits)
    return { outcome: 'found', hits, candidates, floor, full: floor + WEIGHTS.nearness }
  },
  *weigh({ bank, meaning, depth }: Look, rows: readonly FoundRow[]): Tx<ReadonlyMap<string, Judgement>> {
    const judgements = new Map<string, Judgement>()
    if (meaning.outcome === 'missing') return judgements
    const compared = rows.slice(0, depth.weighed).map(({ rid }) => rid)
    const nearness = yield* nearnessOf(bank, meaning, compared)
    for (const { id, rid } of rows) {
      const similarity = nearness.get(rid)
      if (similarity !== undefined) judgements.set(id, judgementOf(similarity))
    }
    return judgements
  },
  settle: (hits, { floor }) => addNearNeighbours(hits, floor, WEIGHTS),
}

/** Farther ones than this share of the nearest are not shown for their meaning alone: they are hardly meant. */
export const LEAST_SHARE = 0.5

function isMeant(similarity: number, nearest: LayerHit | undefined): boolean {
  return similarity > 0 && similarity >= (nearest?.score ?? 0) * LEAST_SHARE
}

/**
 * Where nearness is chance, in this bank and with this model: as the hundredth is; at the least that is shown, where
 * there are fewer, or what is wanted is farther than that.
 */
function floorOf(near: readonly NearPassage[], hits: readonly LayerHit[]): number {
  const chance = near[CHANCE - 1]?.similarity
  const farthest = hits.at(-1)?.score ?? 0
  return chance !== undefined && chance < farthest ? chance : (hits[0]?.score ?? 0) * LEAST_SHARE
}

const CHANCE = 100

function judgementOf(similarity: number): Judgement {
  return { score: similarity, reasons: [{ kind: 'meaning', similarity }] }
}
