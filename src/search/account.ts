import type { LayerRank } from './fuse.js'
import type { Reason } from './reason.js'

/** Where the score of one hit comes from, in numbers. */
export interface Account {
  /** The layers that found it, with what each gave. */
  readonly layers: readonly LayerRank[]
  /** What its age multiplied the sum of the layers with; null where age plays no part. */
  readonly age: number | null
  /** Share of the text layer's score that came from the turns around it; 0 where it is not worth saying. */
  readonly neighbours: number
  /** … and from the rest of its conversation. */
  readonly session: number
  /** How near its own text is to the question; its score in the vector layer may owe more to the turns around it. */
  readonly similarity: number | null
}

/** The numbers behind a hit's reasons. */
export function accountOf(hit: {
  readonly layers: readonly LayerRank[]
  readonly reasons: readonly Reason[]
}): Account {
  let age: number | null = null
  let neighbours = 0
  let session = 0
  let similarity: number | null = null
  for (const reason of hit.reasons) {
    if (reason.kind === 'age') age = reason.factor
    else if (reason.kind === 'neighbours') neighbours = reason.share
    else if (reason.kind === 'session') session = reason.share
    else if (reason.kind === 'meaning') similarity = reason.similarity
  }
  return { layers: hit.layers, age, neighbours, session, similarity }
}
