/**
 * A text that every store and model accepts: lone surrogates and NUL become U+FFFD, all else stays.
 * SQLite takes a NUL that PostgreSQL refuses, and a model provider rejects a whole request for half an emoji.
 */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(HARMFUL, '\ufffd')
}

/** True when {@link wellFormed} would change nothing. */
export function isWellFormed(text: string): boolean {
  // Several times as fast as the pattern, and every text that is kept comes by.
  return text.isWellFormed() && !text.includes('\0')
}

// With the u flag a class of surrogates matches only those that have lost their other half.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const HARMFUL = /[\u0000\ud800-\udfff]/gu
