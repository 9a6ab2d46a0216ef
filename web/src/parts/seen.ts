/**
 * Format characters, which show nothing and may turn what follows around, but for what joins two pictures to one; and white
 * space but for a single blank.
 */
const HIDDEN =
  /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F)\u200D\p{Extended_Pictographic})[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $| (?= )/gu

/** A name as it is written, with what would not be seen of it: `ann\u202e` is `ann⟨U+202E⟩`. */
export function seen(name: string): string {
  return name.replace(
    HIDDEN,
    (char) => `⟨U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}
