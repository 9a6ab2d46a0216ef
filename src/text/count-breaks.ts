/** How many lines a text ends: with LF, CRLF or CR. */
export function countBreaks(text: string): number {
  return text.match(BREAKS)?.length ?? 0
}

const BREAKS = /\r\n|\r|\n/g
