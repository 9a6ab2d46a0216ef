const KEY = 'recollect.draft note'
const FILTER_MAX_CHARS = 200

/** What the list is filtered by: a short text on one line. What is longer is a note that is being written, and finds nothing. */
export function filterIn(text: string): string {
  const said = text.trim()
  return said.length > FILTER_MAX_CHARS || said.includes('\n') ? '' : said
}

/** What was being written when the page was left, of a note or of 'new'; it stays in this tab alone. '' for nothing. */
export function keptNote(id: string, whose: string): string {
  return sessionStorage.getItem(keyOf(id, whose)) ?? ''
}

/** '': nothing is left to be kept. */
export function keepNote(id: string, whose: string, text: string): void {
  // Before it is known who writes.
  if (whose === '') return
  if (text.trim() === '') sessionStorage.removeItem(keyOf(id, whose))
  else sessionStorage.setItem(keyOf(id, whose), text)
}

function keyOf(id: string, whose: string): string {
  return `${KEY} ${whose} ${id}`
}
