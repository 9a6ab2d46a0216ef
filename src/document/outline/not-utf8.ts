/** Where the first byte stands that UTF-8 does not allow; the length where there is none. */
export function firstNotUtf8(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const [length, low, high] = sequenceOf(bytes[at] as number)
    if (length === 0) return at
    for (let i = 1; i < length; i++) {
      const byte = bytes[at + i] ?? -1
      const isIn = i === 1 ? byte >= low && byte <= high : byte >= 0x80 && byte <= 0xbf
      if (!isIn) return at
    }
    at += length
  }
  return at
}

/** Of a first byte: how many it begins, and what the second may be. RFC 3629, section 4. */
function sequenceOf(first: number): readonly [length: number, low: number, high: number] {
  if (first < 0x80) return [1, 0, 0]
  if (first < 0xc2) return [0, 0, 0]
  if (first < 0xe0) return [2, 0x80, 0xbf]
  if (first < 0xf0) return [3, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf]
  if (first < 0xf5) return [4, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf]
  return [0, 0, 0]
}

/**
 * What a text that is not UTF-8 is most likely in, as iconv calls it. In Chinese encodings the bytes beyond ASCII stand
 * in runs; in Western ones a letter with an accent stands alone.
 */
export function likelyEncoding(bytes: Uint8Array): 'GB18030' | 'WINDOWS-1252' {
  let alone = 0
  let inRuns = 0
  for (let at = 0; at < bytes.length; ) {
    const start = at
    while ((bytes[at] ?? 0) >= 0x80) at++
    if (at - start === 1) alone++
    else inRuns += at - start
    if (at === start) at++
  }
  return inRuns > 4 * alone ? 'GB18030' : 'WINDOWS-1252'
}
