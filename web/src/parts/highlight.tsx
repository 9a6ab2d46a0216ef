import { excerpt } from './excerpt.js'

export interface HighlightProps {
  readonly text: string
  /** [start, end) in UTF-16 units, as an answer gives them. */
  readonly spans: readonly (readonly [number, number])[]
  /** Shows at most about so many characters, around the first span. */
  readonly maxChars?: number
}

/** A text with the places marked that answer. */
export function Highlight({ text, spans, maxChars }: HighlightProps) {
  const shown =
    maxChars === undefined
      ? { text, spans, isStartCut: false, isEndCut: false }
      : excerpt(text, spans, maxChars)
  return (
    <>
      {shown.isStartCut && '… '}
      {piecesOf(shown.text, shown.spans).map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : text,
      )}
      {shown.isEndCut && ' …'}
    </>
  )
}

function piecesOf(text: string, spans: HighlightProps['spans']): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = []
  let at = 0
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (start < at || end > text.length || start >= end) continue
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false })
    pieces.push({ text: text.slice(start, end), isMarked: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}
