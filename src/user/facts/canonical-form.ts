import { searchForm } from '../../text/search-form.js'

/** In which statements are compared: case-folded, spaces collapsed, without punctuation and dashes at the end. */
export function canonicalForm(text: string): string {
  const form = searchForm(text).trim()
  let end = form.length
  while (end > 0 && TRAILING.has(form.charAt(end - 1))) end -= 1
  // Nothing but punctuation says what it says.
  return end === 0 ? form : form.substring(0, end) // slice-ok: what goes is punctuation
}

// What ends sentences. Signs that belong to names stay: C# is not C.
const TRAILING: ReadonlySet<string> = new Set(' .,;:!?。、·~-–—―\'"”“‘»)]」』】')
