import type { QuestionKind } from './dataset.js'

/** What is measured of a system in a round; what it cannot do is absent. */
export type Measures = Partial<Record<Measure, number>>

export type Measure =
  | 'bulkRate' // items a second
  | 'persistMs' // writing all out, where that is what makes it durable
  | 'diskBytes' // an item
  | 'openMs' // in a fresh process, packages loaded, until the first answer is there
  | 'captureMs' // p50, one caller
  | 'captureSyncs' // the same in fdatasyncs of the same minute
  | 'groupRate' // captures a second of 16 callers
  | 'groupTimes' // the same in rates of one caller
  | 'groupKept' // share of their captures that are there afterwards, of a sample
  | 'peakMb' // most memory held, less what a process that keeps nothing holds
  | 'restMb' // held after a collection with the store open, less the same
  | `${QuestionKind}${QuestionMeasure}`

/**
 * Times in milliseconds; `Asked` counts questions, the others are shares of them: the source text in the first ten,
 * the source text first, and of the exact first ten those that are there.
 */
export type QuestionMeasure = 'P50' | 'P95' | 'Found' | 'First' | 'Overlap' | 'Asked'
