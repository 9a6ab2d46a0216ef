import type { LayerName } from './layer.js'

export const layerStates = [
  /** It has a rank there. */
  'found',
  /** The layer could not take part. */
  'missing',
  /** Its text has no word of the question. */
  'no_word',
  /** Its words of the question are worth too little beside what the best text has. */
  'too_little',
  /** It is beyond the number of items that are looked at. */
  'too_far_down',
  /** The question names no time. */
  'no_time',
  /** It is not known when it happened. */
  'undated',
  /** It happened at another time than the question names. */
  'other_time',
  /** The question names nobody and nothing that is known. */
  'no_name',
  /** It is not about what the question names, nor about what that is related to. */
  'unrelated',
  /** It has not been embedded yet. */
  'pending',
  /** It cannot be embedded: its language, or its embedder's refusal. */
  'no_vector',
  /** Its meaning is less near than the least that is taken. */
  'too_distant',
] as const

export type LayerState = (typeof layerStates)[number]

/** What one layer says of an item that it ranks, or does not. */
export interface LayerStanding {
  readonly layer: LayerName
  readonly state: LayerState
  /** For a person: one short sentence. */
  readonly why: string
  /** What it has, and the least that was taken, in the layer's own measure, where that decides. */
  readonly value?: number
  readonly least?: number
  /** Words of the question, and those that the text has of them, as the question spells them. */
  readonly asked?: readonly string[]
  readonly held?: readonly string[]
}
