/**
 * The first `maxChars` UTF-16 units of a text, one fewer where that would cut a character in half.
 *
 * @example clip('ab😀', 3) // 'ab'
 * @throws RangeError when `maxChars` is not a whole number of 0 or more
 */
export function clip(text: string, maxChars: number): string {
  if (!Number.isSafeInteger(maxChars) || maxChars < 0) {
    throw new RangeError(`clip: maxChars must be a whole number >= 0, got ${maxChars}`)
  }
  if (text.length <= maxChars) return text
  return text.substring(0, cutsPair(text, maxChars) ? maxChars - 1 : maxChars)
}

/** True when a cut before unit `index` would part a surrogate pair. */
function cutsPair(text: string, index: number): boolean {
  if (index < 1) return false
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
