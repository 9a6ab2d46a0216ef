export interface MarkedLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
  /** What differs from the line that stands in its place on the other side. */
  readonly spans: readonly (readonly [number, number])[]
}

/** Lines of a comparison, each behind its sign; where lines take the place of others, what is new in them is marked. */
export function markLines(lines: readonly string[]): readonly MarkedLine[] {
  const marked: MarkedLine[] = lines.map((line) => ({
    sign: line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ',
    text: line.substring(1),
    spans: [],
  }))
  let at = 0
  while (at < marked.length) {
    const removed = runOf(marked, at, '-')
    const added = runOf(marked, at + removed, '+')
    for (let pair = 0; pair < Math.min(removed, added); pair += 1)
      markPair(marked, at + pair, at + removed + pair)
    at += Math.max(1, removed + added)
  }
  return marked
}

function runOf(lines: readonly MarkedLine[], from: number, sign: MarkedLine['sign']): number {
  let count = 0
  while (lines[from + count]?.sign === sign) count += 1
  return count
}

function markPair(lines: MarkedLine[], at: number, other: number): void {
  const [old, fresh] = [lines[at], lines[other]]
  if (old === undefined || fresh === undefined) return
  const [start, end] = sharedEnds(old.text, fresh.text)
  // Lines that have next to nothing in common are not two forms of one.
  if (start + end < Math.min(old.text.length, fresh.text.length) / 3) return
  lines[at] = { ...old, spans: spanOf(old.text, start, end) }
  lines[other] = { ...fresh, spans: spanOf(fresh.text, start, end) }
}

function spanOf(text: string, start: number, end: number): MarkedLine['spans'] {
  return text.length - end > start ? [[start, text.length - end]] : []
}

/** How many characters are the same at the beginning and at the end, never ending inside a word. */
function sharedEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  while (start > 0 && (isInWord(a, start) || isInWord(b, start))) start -= 1
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  while (end > 0 && (isInWord(a, a.length - end) || isInWord(b, b.length - end))) end -= 1
  return [start, end]
}

/** Between two characters of one word, or two halves of one character. Chinese has no gaps: each sign is a word. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && isOfWord(text.charCodeAt(at - 1)) && isOfWord(text.charCodeAt(at))
}

function isOfWord(unit: number): boolean {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  return isSurrogate || (unit < 0x2e80 && /[\p{L}\p{N}_]/u.test(String.fromCharCode(unit)))
}
