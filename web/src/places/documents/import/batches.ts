export interface ReadFile {
  readonly path: string
  readonly text: string
}

/** What one call takes: far below what a server accepts, so that progress is seen and a stop loses little. */
const BATCH_CHARS = 1_500_000
const BATCH_FILES = 100

/** Parts files into what goes into one call each, in their order. */
export function batchesOf(files: readonly ReadFile[]): readonly (readonly ReadFile[])[] {
  const batches: ReadFile[][] = []
  let chars = 0
  for (const file of files) {
    const batch = batches.at(-1)
    if (batch === undefined || batch.length === BATCH_FILES || chars + file.text.length > BATCH_CHARS) {
      batches.push([file])
      chars = file.text.length
    } else {
      batch.push(file)
      chars += file.text.length
    }
  }
  return batches
}

/** Longer ones go as a stream of their own. */
export const ALONE_BYTES = 1_000_000
