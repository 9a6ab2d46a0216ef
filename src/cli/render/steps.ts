import { displayWidth, wrap } from '../wrap.js'
import type { View } from './view.js'

/** What can be typed and what it does, side by side; one below the other where the terminal is too narrow. */
export function renderSteps(
  steps: readonly (readonly [typed: string, does: string])[],
  { style, columns }: View,
): string[] {
  const widest = Math.max(...steps.map(([typed]) => displayWidth(typed)))
  const room = columns - widest - INDENT - GAP
  return steps.flatMap(([typed, does]) => {
    const shown = `${' '.repeat(INDENT)}${style.accent(typed)}`
    if (room < ROOM_MIN) return [shown, ...said(does, columns - INDENT * 2, INDENT * 2)]
    const [first = '', ...more] = said(does, room, INDENT + widest + GAP)
    return [`${shown}${' '.repeat(widest - displayWidth(typed))}  ${first.trimStart()}`, ...more]
  })
  function said(text: string, room: number, indent: number): string[] {
    const lines = wrap(text, room).map(([start, end]) => text.substring(start, end)) // slice-ok: borders of lines
    return lines.map((line) => `${' '.repeat(indent)}${style.dim(line)}`)
  }
}

const INDENT = 2
const GAP = 2
const ROOM_MIN = 24
