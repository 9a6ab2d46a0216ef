/** Where each line of a text begins. It ends with LF, CR LF or CR, as in Markdown; an empty text has none. */
export function lineStarts(text: string): readonly number[] {
  if (text === '') return []
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== LF && unit !== CR) continue
    if (unit === CR && text.charCodeAt(at + 1) === LF) at++
    if (at + 1 < text.length) starts.push(at + 1)
  }
  return starts
}

/** Tells of [start, end) its first line, from 1, and how many lines it has a share in. Asked in the order of the text. */
export function createLineCount(
  starts: readonly number[],
): (start: number, end: number) => { readonly line: number; readonly lines: number } {
  let line = 0
  const goTo = (at: number) => {
    while ((starts[line] ?? Number.POSITIVE_INFINITY) <= at) line++
    return line
  }
  return (start, end) => {
    const first = goTo(start)
    return { line: first, lines: goTo(end - 1) - first + 1 }
  }
}

const LF = 0x0a
const CR = 0x0d
