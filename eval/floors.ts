import type { Figures, OrderFigures } from './metrics.js'
import type { SetResult } from './run-set.js'

/** A figure that must not fall below its floor, whatever changes in the ranking. */
export interface Floor {
  readonly label: string
  readonly floor: number
  readonly value: number
}

type FloorOf = FloorOfRanking | FloorOfOrder

interface FloorOfRanking extends FloorBase {
  readonly level: 'overall' | 'sessions'
  readonly figure: Exclude<keyof Figures, 'questions'>
}

interface FloorOfOrder extends FloorBase {
  readonly level: 'order'
  readonly figure: Exclude<keyof OrderFigures, 'questions'>
}

interface FloorBase {
  readonly set: string
  /** By words alone. */
  readonly floor: number
  /** With the packaged embedder. */
  readonly withMeaning: number
}

/** Plain BM25 reaches .514, .595, .843; .420; .754; .923; .941; .973 on these (per set, in this order), and .356 in order. */
const floors: readonly FloorOf[] = [
  { set: 'locomo', level: 'overall', figure: 'recallAt5', floor: 0.65, withMeaning: 0.67 },
  { set: 'locomo', level: 'overall', figure: 'recallAt10', floor: 0.73, withMeaning: 0.75 },
  { set: 'locomo', level: 'sessions', figure: 'recallAt5', floor: 0.85, withMeaning: 0.85 },
  { set: 'beam100k', level: 'overall', figure: 'recallAt10', floor: 0.56, withMeaning: 0.571 },
  { set: 'longmemeval_pool', level: 'overall', figure: 'recallAt5', floor: 0.795, withMeaning: 0.82 },
  { set: 'xquad_zh', level: 'overall', figure: 'recallAt1', floor: 0.92, withMeaning: 0.92 },
  { set: 'xquad_en', level: 'overall', figure: 'recallAt1', floor: 0.94, withMeaning: 0.94 },
  { set: 'cmrc2018_zh', level: 'overall', figure: 'recallAt1', floor: 0.97, withMeaning: 0.97 },
  { set: 'supersession', level: 'overall', figure: 'recallAt5', floor: 0.9, withMeaning: 0.9 },
  { set: 'supersession', level: 'order', figure: 'newestAbove', floor: 0.75, withMeaning: 0.73 },
  { set: 'supersession', level: 'order', figure: 'askedAbove', floor: 0.84, withMeaning: 0.78 },
  { set: 'supersession_pool', level: 'overall', figure: 'recallAt5', floor: 0.9, withMeaning: 0.9 },
  { set: 'supersession_pool', level: 'order', figure: 'newestAbove', floor: 0.77, withMeaning: 0.77 },
  { set: 'supersession_pool', level: 'order', figure: 'askedAbove', floor: 0.86, withMeaning: 0.82 },
]

/** The floors of the result's set, with the values reached. */
export function floorsOf(result: SetResult, hasMeaning: boolean): Floor[] {
  return floors
    .filter(({ set }) => set === result.set)
    .map((floor) => ({
      label: floor.level === 'sessions' ? `${floor.figure} of sessions` : floor.figure,
      floor: hasMeaning ? floor.withMeaning : floor.floor,
      value: reached(result, floor),
    }))
}

function reached(result: SetResult, floor: FloorOf): number {
  return (floor.level === 'order' ? result.order?.[floor.figure] : result[floor.level]?.[floor.figure]) ?? 0
}
