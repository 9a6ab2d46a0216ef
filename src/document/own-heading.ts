/** Between the names of a section's context: title › headings above › own heading. */
export const CONTEXT_SEPARATOR = ' › '

/** What a section is about, of its item's text: its own heading, or the title where it stands before the first heading. */
export function ownHeading(text: string): string {
  const end = text.indexOf('\n')
  const context = text.substring(0, end === -1 ? 0 : end) // slice-ok: up to a line break
  const names = context.split(CONTEXT_SEPARATOR)
  return names.at(-1) ?? ''
}

/** The section as it stands in the document, of its item's text: behind the line of its context. */
export function ownText(text: string): string {
  return text.substring(text.indexOf('\n') + 1) // slice-ok: behind a line break
}
