/** A text without what a faithful quote of it may differ in, and where each unit of the form stands in the text. */
export interface QuoteForm {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/**
 * Words stay as they are, with their case. Runs of white space count as one space between two words, and as nothing beside
 * signs or scripts that have none between words; quotation marks, dashes and dots in a row are those of a keyboard; what
 * cannot be seen is left out. One pass.
 */
export function quoteForm(text: string): QuoteForm {
  const starts: number[] = []
  const ends: number[] = []
  const units: string[] = []
  let isBehindWord = false
  let spaceAt: number | undefined
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    if (WHITE.test(cluster)) {
      spaceAt ??= index
      continue
    }
    const sign = KEYBOARD.get(cluster) ?? cluster.normalize('NFC')
    if (UNSEEN.test(sign)) continue
    if (spaceAt !== undefined) {
      if (isBehindWord && WORD.test(sign)) put(' ', spaceAt, index)
      spaceAt = undefined
    }
    put(sign, index, index + cluster.length)
    isBehindWord = WORD.test(sign)
  }
  return { text: units.join(''), starts, ends }

  function put(unit: string, start: number, end: number): void {
    units.push(unit)
    for (let i = 0; i < unit.length; i++) {
      starts.push(start)
      ends.push(end)
    }
  }
}

/** Whether a sign is part of a word that spaces part from others. */
export function isWordSign(sign: string): boolean {
  return WORD.test(sign)
}

/** A character with the marks on it. */
const CLUSTERS = /\P{M}\p{M}{0,8}|\p{M}/gu
const WHITE = /^\s/
const WORD = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}_]/u
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what cannot be seen is looked for
  /^[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd\u{e0000}-\u{e01ef}]/u

const KEYBOARD: ReadonlyMap<string, string> = new Map([
  ...[...'“”„‟«»″＂'].map((mark): [string, string] => [mark, '"']),
  ...[...'‘’‚‛′＇'].map((mark): [string, string] => [mark, "'"]),
  ...[...'‐‑‒–—―−'].map((mark): [string, string] => [mark, '-']),
  ['…', '...'],
])
