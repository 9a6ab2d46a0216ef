/** A note without what it says about itself between two `---` lines at its beginning. */
export function withoutFrontMatter(text: string): string {
  const block = /^---[ \t]*\r?\n/.exec(text)
  if (block === null) return text
  const end = /\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.substring(block[0].length - 1)) // slice-ok: at a line break
  return end === null ? text : text.substring(block[0].length - 1 + end.index + end[0].length) // slice-ok: at a line break
}
