import { clip } from '../../text/clip.js'

/** Longer sections are kept in parts. In UTF-16 units. */
export const PART_MAX_CHARS = 32_000

/** Cuts [from, to) into parts; to be asked in the order of the text. */
export type PartCutter = (from: number, to: number) => readonly (readonly [start: number, end: number])[]

/**
 * Into parts of at most {@link PART_MAX_CHARS}: where a block begins, else where a line does, else between
 * characters; the first two only where a part is left at least half full. `borders`: where blocks begin, rising.
 */
export function createPartCutter(text: string, borders: readonly number[]): PartCutter {
  let next = 0
  const lastBorder = (limit: number): number => {
    while ((borders[next] ?? Number.POSITIVE_INFINITY) <= limit) next++
    return borders[next - 1] ?? 0
  }
  return (from, to) => {
    const parts: [number, number][] = []
    let start = from
    while (to - start > PART_MAX_CHARS) {
      const limit = start + PART_MAX_CHARS
      const least = start + PART_MAX_CHARS / 2
      const block = lastBorder(limit)
      const end = block >= least ? block : lineOrCharacter(text, least, limit)
      parts.push([start, end])
      start = end
    }
    parts.push([start, to])
    return parts
  }
}

function lineOrCharacter(text: string, least: number, limit: number): number {
  for (let at = limit; at >= least; at--) if (isLineStart(text, at)) return at
  const start = limit - 2
  const end = start + clip(text.substring(start, limit + 1), 2).length // slice-ok: clip cuts it
  // CR LF is one break.
  return text.charAt(end - 1) === '\r' && text.charAt(end) === '\n' ? end - 1 : end
}

function isLineStart(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  return before === '\n' || (before === '\r' && text.charAt(at) !== '\n')
}
