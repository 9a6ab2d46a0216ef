import {
  measureCapture,
  measureExact,
  measureHybrid,
  measureMachine,
  measureMeaning,
  measureRelations,
  measureWords,
} from './ask-parts.js'
import { fillBanks, measureBankHybrid, measureBankWords } from './banks-parts.js'
import { fillMillion } from './fill-million.js'
import type { PartPlace, PartResult } from './part.js'
import { askPeer, fillPeer } from './peer-part.js'
import { measureBeside, measureProduct } from './product-part.js'

/** What is measured, each in a process of its own. */
export type PartName =
  | (typeof ownParts)[number]
  | (typeof bankParts)[number]
  | 'fill'
  | 'peer-fill'
  | 'peer-ask'

/** Of one filled store, in this order: what writes to it comes last. */
export const ownParts = [
  'machine',
  'words',
  'exact',
  'hybrid',
  'meaning',
  'graph',
  'capture',
  'beside',
  'product',
] as const

/** Of a store of many banks. */
export const bankParts = ['bank-fill', 'bank-words', 'bank-hybrid'] as const

export function measurePart(part: PartName, place: PartPlace): Promise<PartResult> {
  return measures[part](place)
}

const measures: Readonly<Record<PartName, (place: PartPlace) => Promise<PartResult>>> = {
  fill: fillMillion,
  machine: measureMachine,
  words: measureWords,
  exact: measureExact,
  hybrid: measureHybrid,
  meaning: measureMeaning,
  graph: measureRelations,
  capture: measureCapture,
  beside: measureBeside,
  product: measureProduct,
  'bank-fill': fillBanks,
  'bank-words': measureBankWords,
  'bank-hybrid': measureBankHybrid,
  'peer-fill': fillPeer,
  'peer-ask': askPeer,
}
