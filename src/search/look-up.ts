import { sideBySide, type Tx } from '../store/statement.js'
import type { FoundRow } from './candidate.js'
import { entityLayer } from './entities/entity-layer.js'
import { fullTextLayer } from './full-text-layer.js'
import type { RankedLayer } from './fuse.js'
import type { FoundAnswer, Layer, LayerHit, LayerName, Look } from './layer.js'
import { timeLayer } from './time-layer.js'
import { vectorLayer } from './vectors/vector-layer.js'

export interface Answers {
  readonly looks: readonly Look[]
  /** Of every layer, best first; empty for one that could not take part. */
  readonly ranked: readonly RankedLayer[]
  /** Layers that could not take part, and why. */
  readonly missing: Readonly<Partial<Record<LayerName, string>>>
  /** What was asked of layers that they could not answer, in words, of each bank. */
  readonly notes: readonly string[]
}

/** Words, and the conversation around, are looked at in what is near in meaning too; names in what words found. */
const layers: readonly Layer[] = [vectorLayer, fullTextLayer, entityLayer, timeLayer]

/**
 * Lets every layer look into every bank. `together`: each also judges what the others found, and its hits beside each
 * other; else each finds for itself alone.
 */
export function* lookUp(looks: readonly Look[], { together }: { readonly together: boolean }): Tx<Answers> {
  const gathered = new Map(layers.map(({ name }) => [name, { hits: [] as LayerHit[], floor: 0, full: 0 }]))
  const missing: Partial<Record<LayerName, string>> = {}
  const notes: string[] = []
  for (const found of yield* sideBySide(looks.map((look) => judgedInBank(look, together, missing)))) {
    for (const { layer, answer, judged } of found) {
      if (answer.note !== undefined) notes.push(answer.note)
      const { hits, floor, full } = gathered.get(layer.name)!
      hits.push(...judged)
      gathered.set(layer.name, {
        hits,
        floor: Math.max(floor, answer.floor),
        full: Math.max(full, answer.full),
      })
    }
  }
  for (const { hits } of gathered.values()) hits.sort((a, b) => b.score - a.score || b.row.rid - a.row.rid)
  return { looks, ranked: [...gathered].map(([name, answer]) => ({ name, ...answer })), missing, notes }
}

interface Judged {
  readonly layer: Layer
  readonly answer: FoundAnswer
  readonly judged: readonly LayerHit[]
}

function* judgedInBank(
  look: Look,
  together: boolean,
  missing: Partial<Record<LayerName, string>>,
): Tx<Judged[]> {
  const found = yield* findInBank(look, together, missing)
  const answers = [...found]
  const judged = together
    ? yield* sideBySide(answers.map(([layer, answer]) => judgeTogether(layer, look, answer, found)))
    : answers.map(([, answer]) => answer.hits)
  return answers.map(([layer, answer], index) => ({ layer, answer, judged: judged[index] ?? [] }))
}

type Found = ReadonlyMap<Layer, FoundAnswer>

function* findInBank(look: Look, together: boolean, missing: Partial<Record<LayerName, string>>): Tx<Found> {
  const found = new Map<Layer, FoundAnswer>()
  for (const layer of layers) {
    const near = together ? [...found.values()].reverse().flatMap(({ candidates = [] }) => candidates) : []
    const answer = yield* layer.find(look, near)
    if (answer.outcome === 'found') found.set(layer, answer)
    else missing[layer.name] = answer.reason
  }
  return found
}

/** A layer's own hits, and what it thinks of the other layers' hits. */
function* judgeTogether(
  layer: Layer,
  look: Look,
  answer: FoundAnswer,
  found: Found,
): Tx<readonly LayerHit[]> {
  const hits = [...answer.hits]
  if (layer.weigh !== undefined) {
    const own = new Set(hits.map(({ row }) => row.id))
    const others = rowsOf(found).filter(({ id }) => !own.has(id))
    const judgements = yield* layer.weigh(look, others)
    for (const row of others) {
      const judgement = judgements.get(row.id)
      if (judgement !== undefined) hits.push({ row, ...judgement })
    }
  }
  return layer.settle === undefined ? hits : layer.settle(hits, answer)
}

/** Each item once. */
function rowsOf(found: Found): FoundRow[] {
  const rows = new Map<string, FoundRow>()
  for (const { hits } of found.values()) for (const { row } of hits) rows.set(row.id, row)
  return [...rows.values()]
}
