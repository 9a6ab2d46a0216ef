import type { ErasedContent } from '../store/store.js'

/** What one work has removed, for one proof at its end. */
export interface ErasedGathering {
  add(erased: readonly ErasedContent[]): void
  /** Undefined where nothing was removed. */
  joined(): ErasedContent | undefined
}

/** Keeps all of little and a sample of much. */
export function gatherErased(): ErasedGathering {
  const sample: ErasedContent[] = []
  let total = 0
  let size = 0
  return {
    add: (erased) => {
      total += erased.length
      for (const one of erased) {
        if (sample.length === SAMPLE_REMOVALS || size >= SAMPLE_SIZE) return
        sample.push(one)
        for (const { length } of [...one.texts, ...(one.bytes ?? [])]) size += length
      }
    },
    joined: () =>
      total === 0
        ? undefined
        : {
            texts: sample.flatMap(({ texts }) => texts),
            bytes: sample.flatMap(({ bytes = [] }) => bytes),
            isSample: total > sample.length || sample.some((one) => one.isSample === true),
          },
  }
}

// Enough to see on disk whether the file was really rewritten; all of a large bank would take hours to look for.
const SAMPLE_REMOVALS = 256
// What is looked for lies in memory, here and in the process that looks.
const SAMPLE_SIZE = 4_000_000
