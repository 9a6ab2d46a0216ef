/**
 * A text that every store and model accepts: lone surrogates and NUL become U+FFFD, all else stays.
 * SQLite takes a NUL that PostgreSQL refuses, and a model provider rejects a whole request for half an emoji.
 */
export function wellFormed(text: string): string {
  return HARMFUL.test(text) ? text.replace(HARMFUL_ALL, '\ufffd') : text
}

/** True when {@link wellFormed} would change nothing. */
export function isWellFormed(text: string): boolean {
  return !HARMFUL.test(text)
}

// With the u flag a class of surrogates matches only those that have lost their other half.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const HARMFUL = /[\u0000\ud800-\udfff]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const HARMFUL_ALL = /[\u0000\ud800-\udfff]/gu
