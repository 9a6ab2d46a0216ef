/**
 * Where a quote stands in what is shown of its section: [start, end), or null where it does not. A quote is word for word
 * from the Markdown, what is shown is without its marks and with other white space: letters and digits alone are compared.
 */
export function quotePlace(shown: string, quote: string): readonly [number, number] | null {
  const text = lettersOf(shown)
  const wanted = lettersOf(quote)
  if (wanted.letters === '') return null
  const at = text.letters.indexOf(wanted.letters)
  const start = text.places[at]
  const last = text.places[at + wanted.letters.length - 1]
  if (at === -1 || start === undefined || last === undefined) return null
  return [start, withClosing(shown, last + 1)]
}

function lettersOf(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const kept: string[] = []
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    if (/[\p{L}\p{N}]/u.test(sign)) {
      for (let unit = 0; unit < sign.length; unit += 1) places.push(at + unit)
      kept.push(sign)
    }
    at += sign.length
  }
  return { letters: kept.join(''), places }
}

/** With what ends the sentence. */
function withClosing(text: string, from: number): number {
  let end = from
  while (end < text.length && /[.!?。！？”’"')）」』;；]/u.test(text[end] ?? '')) end += 1
  return end
}
