import { displayWidth, wrap } from '../wording/wrap.js'

export interface DescribedOptions {
  readonly columns: number
  readonly indent?: number
  readonly name?: (text: string) => string
  readonly about?: (text: string) => string
  /** As wide as the widest name; wider to line up with another list. */
  readonly nameColumns?: number
}

/**
 * Names on the left and what they mean on the right, wrapped under itself; one below the other where there is too
 * little room for that.
 */
export function described(
  rows: readonly (readonly [name: string, about: string])[],
  { columns, indent = 2, name = same, about = same, nameColumns = widestOf(rows) }: DescribedOptions,
): string[] {
  const room = columns - nameColumns - indent - GAP
  return rows.flatMap(([typed, means]) => {
    const shown = ' '.repeat(indent) + name(typed)
    if (means === '') return [shown]
    // An id or a path that is cut in two cannot be copied.
    if (room < ROOM_MIN || longestWord(means) > room) {
      const pad = ' '.repeat(indent * 2 + GAP)
      return [shown, ...wrapped(means, columns - pad.length).map((line) => pad + about(line))]
    }
    const lines = wrapped(means, room).map(about)
    const pad = ' '.repeat(indent + nameColumns + GAP)
    const gap = ' '.repeat(nameColumns - displayWidth(typed) + GAP)
    return [`${shown}${gap}${lines[0] ?? ''}`, ...lines.slice(1).map((line) => pad + line)]
  })
}

/** How wide the widest name of a list is. */
export function widestOf(rows: readonly (readonly [name: string, about: string])[]): number {
  return Math.max(0, ...rows.map(([name]) => displayWidth(name)))
}

/** A text as lines of at most so many columns. */
export function wrapped(text: string, columns: number): string[] {
  return wrap(text, Math.max(1, columns)).map(([start, end]) => text.substring(start, end)) // slice-ok: borders of lines
}

const GAP = 2
const ROOM_MIN = 24

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => (SPACED.test(word) ? displayWidth(word) : 0)))
}

/** Scripts that put no spaces between words can be parted anywhere. */
const SPACED = /^[\u0021-\u02ff]+$/

function same(text: string): string {
  return text
}
