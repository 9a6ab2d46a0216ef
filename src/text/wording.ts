import { classAt, isAlphanumeric, MARK } from './scripts.js'
import { searchFormWithOffsets } from './search-form.js'

/**
 * Where a wording stands by itself in a text, not inside a longer word (`art` is not in `party`); between CJK
 * characters no border is asked. Both in `searchForm`; -1 when nowhere.
 */
export function findWording(form: string, wording: string, from = 0): number {
  if (wording === '') return -1
  for (let at = form.indexOf(wording, from); at >= 0; at = form.indexOf(wording, at + 1)) {
    if (isBorder(form, at) && isBorder(form, at + wording.length)) return at
  }
  return -1
}

/** Where wordings, in `searchForm`, stand in a text: [start, end) UTF-16 offsets into the text as given. */
export function wordingSpans(
  text: string,
  wordings: readonly string[],
): readonly (readonly [number, number])[] {
  const { form, source } = searchFormWithOffsets(text)
  const spans: (readonly [number, number])[] = []
  for (const wording of wordings) {
    for (let found = findWording(form, wording); found >= 0; ) {
      const end = found + wording.length
      spans.push(source(found, end))
      found = findWording(form, wording, end)
    }
  }
  return spans
}

/** True unless a word goes on across `index`. */
function isBorder(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true
  const after = classAt(text, index)
  if (after === MARK) return false
  const unit = text.charCodeAt(index - 1)
  const before = classAt(text, unit >= 0xdc00 && unit <= 0xdfff ? index - 2 : index - 1)
  return !((isAlphanumeric(before) || before === MARK) && isAlphanumeric(after))
}
