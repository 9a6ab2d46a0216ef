import { displayWidth, wrap } from '../wrap.js'

export interface DescribedOptions {
  readonly columns: number
  readonly indent?: number
  readonly name?: (text: string) => string
  readonly about?: (text: string) => string
  /** As wide as the widest name; wider to line up with another list. */
  readonly nameColumns?: number
}

/**
 * Names on the left and what they mean on the right, wrapped under itself; one below the other where the terminal
 * is too narrow for that.
 */
export function described(
  rows: readonly (readonly [name: string, about: string])[],
  { columns, indent = 2, name = same, about = same, nameColumns = widestOf(rows) }: DescribedOptions,
): string[] {
  const room = columns - nameColumns - indent - GAP
  const isNarrow = room < ROOM_MIN
  const pad = ' '.repeat(isNarrow ? indent * 2 + 2 : indent + nameColumns + GAP)
  return rows.flatMap(([typed, means]) => {
    const shown = ' '.repeat(indent) + name(typed)
    const lines = wrapped(means, isNarrow ? columns - pad.length : room).map(about)
    const below = (line: string) => pad + line
    if (means === '') return [shown]
    if (isNarrow) return [shown, ...lines.map(below)]
    const gap = ' '.repeat(nameColumns - displayWidth(typed) + GAP)
    return [`${shown}${gap}${lines[0] ?? ''}`, ...lines.slice(1).map(below)]
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

function same(text: string): string {
  return text
}
