/**
 * Where a text may be parted: `index`, or one unit on where that would cut a character in half.
 *
 * @example borderAt('a😀b', 2) // 3
 */
export function borderAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index
}
