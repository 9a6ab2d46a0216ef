type Spans = readonly (readonly [number, number])[]

export interface Excerpt {
  readonly text: string
  readonly spans: Spans
  readonly isStartCut: boolean
  readonly isEndCut: boolean
}

/** About `maxChars` of a text around the first marked place, cut between words where there are any. */
export function excerpt(text: string, spans: Spans, maxChars: number): Excerpt {
  if (text.length <= maxChars) return { text, spans, isStartCut: false, isEndCut: false }
  const first = spans.length === 0 ? 0 : Math.min(...spans.map(([start]) => start))
  // A third before the place, so that one reads into it.
  const wanted = Math.max(0, Math.min(first - Math.floor(maxChars / 3), text.length - maxChars))
  const start = wanted === 0 ? 0 : afterGap(text, wanted)
  const end = beforeGap(text, Math.min(text.length, start + maxChars))
  const inside = spans
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]) => [from - start, to - start] as const)
  return { text: text.slice(start, end), spans: inside, isStartCut: start > 0, isEndCut: end < text.length }
}

const LOOK_CHARS = 24

function afterGap(text: string, at: number): number {
  const gap = text.slice(at, at + LOOK_CHARS).search(/\s/)
  return gap === -1 ? whole(text, at) : at + gap + 1
}

function beforeGap(text: string, at: number): number {
  if (at >= text.length) return text.length
  const tail = text.slice(at - LOOK_CHARS, at)
  const gap = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'))
  return gap === -1 ? whole(text, at) : at - LOOK_CHARS + gap
}

/** Never between the two halves of one character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}
