import { displayWidth } from '../wording/wrap.js'

/** Columns that line up, two spaces between them. Styled cells are measured without their colours. */
export function table(rows: readonly (readonly string[])[], alignRight: readonly number[] = []): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, shownWidth(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - shownWidth(cell))
        if (alignRight.includes(column)) return gap + cell
        return column === row.length - 1 ? cell : cell + gap
      })
      .join('  ')
      .trimEnd(),
  )
}

/** How many cells of a terminal a styled text takes. */
export function shownWidth(text: string): number {
  return displayWidth(text.replace(SGR, ''))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with ESC
const SGR = /\u001b\[\d+m/g
