/** Where a line of a wrapped text begins and ends, in UTF-16 units. */
export type LineSpan = readonly [start: number, end: number]

/**
 * Breaks one line of text into lines of at most `columns` cells: at a space, between two characters of a script
 * that has none, and inside a word only where it is longer than a line. Never inside a character.
 */
export function wrap(text: string, columns: number): LineSpan[] {
  const lines: LineSpan[] = []
  let start = 0
  let cells = 0
  let breakAt = 0
  let at = 0
  let mayBreak = false
  for (const char of text) {
    const width = cellsOf(char)
    const isSpace = char === ' '
    if (!isSpace && !CLOSING.test(char) && (mayBreak || width === 2)) breakAt = at
    // Twice where what is carried over is itself too long, as closing marks that may not begin a line can make it.
    while (cells + width > columns && at > start && !isSpace) {
      const end = breakAt > start ? breakAt : at
      lines.push([start, endOfWords(text, start, end)])
      start = end
      cells = displayWidth(text.substring(end, at)) // slice-ok: both are borders of characters
    }
    at += char.length
    cells += width
    mayBreak = isSpace || width === 2
  }
  if (start < text.length || lines.length === 0) lines.push([start, text.length])
  return lines
}

/** How many cells of a terminal a text takes. */
export function displayWidth(text: string): number {
  let cells = 0
  for (const char of text) cells += cellsOf(char)
  return cells
}

/** 2 for East Asian wide characters and emoji, 0 for marks that join the character before. */
function cellsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (NO_WIDTH.test(char)) return 0
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1
}

const NO_WIDTH = /\p{Mn}|\p{Me}|[\u200b-\u200d]|[\ufe00-\ufe0f]/u
const CLOSING = /[，。、！？；：）」』】》…]/

// Ranges of East Asian Width W and F (Unicode UAX #11), joined where only rare characters lie between.
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
]

function endOfWords(text: string, start: number, end: number): number {
  let last = end
  while (last > start && text[last - 1] === ' ') last -= 1
  return last
}
