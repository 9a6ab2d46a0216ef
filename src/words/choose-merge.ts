import { SEGMENT_TEXTS } from './posting-row.js'

/** What the choice depends on. */
export interface MergeableSegment {
  readonly segment: number
  readonly texts: number
  /** Texts of it that are not there any more. */
  readonly gone: number
}

/** So many of about one size become one of the next: each text is written again once a size. */
const FAN = 8
const LEAST_SIZE = 1_024

/**
 * Which segments should become one, if any: eight of about the same size, smallest first; such of the largest size as make a
 * full one; or one by itself, half of whose texts are gone.
 */
export function chooseMerge(segments: readonly MergeableSegment[]): readonly MergeableSegment[] {
  const hollow = segments.find(({ texts, gone }) => gone > texts / 2)
  if (hollow !== undefined) return [hollow]
  for (let size = LEAST_SIZE; size <= SEGMENT_TEXTS; size *= FAN) {
    const alike = segments.filter(
      (one) => livingIn(one) <= size && livingIn(one) > (size === LEAST_SIZE ? 0 : size / FAN),
    )
    const chosen = smallestFirst(alike)
    const together = chosen.reduce((sum, one) => sum + livingIn(one), 0)
    const isFull = size === SEGMENT_TEXTS && chosen.length > 1 && together > FULL * SEGMENT_TEXTS
    if (chosen.length >= FAN || isFull) return chosen
  }
  return []
}

/** A segment with so much in it stays as it is. */
const FULL = 0.75

function smallestFirst(segments: readonly MergeableSegment[]): MergeableSegment[] {
  const chosen: MergeableSegment[] = []
  let together = 0
  for (const one of [...segments].sort((a, b) => livingIn(a) - livingIn(b))) {
    together += livingIn(one)
    if (together > SEGMENT_TEXTS || chosen.length === FAN) break
    chosen.push(one)
  }
  return chosen
}

function livingIn({ texts, gone }: MergeableSegment): number {
  return texts - gone
}
