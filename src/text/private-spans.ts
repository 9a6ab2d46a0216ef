/**
 * A text without its `<private>…</private>` spans; of those inside each other the outermost counts. A tag in back-quotes is
 * one that is spoken of. `isPersons`: what a person wrote; there a tag at the beginning of a line that is never closed runs
 * to the end, while in an output or a file it may be anything. `<Private>False</Private>` is a setting of a project file.
 * Linear.
 */
export function dropPrivateSpans(
  text: string,
  isPersons: boolean,
): { readonly text: string; readonly masked: number } {
  let rest = ''
  let at = 0
  let masked = 0
  for (const [start, end] of spansOf(text, isPersons)) {
    masked += 1
    rest += text.substring(at, start)
    at = end
  }
  return { text: rest + text.substring(at), masked }
}

const TAG = /<(\/?)\s{0,9}private(?:\s[^<>]{0,100})?(?<!\/)>/giu

interface Opened {
  readonly start: number
  readonly end: number
}

/** Apart from each other, in their order. */
function spansOf(text: string, isPersons: boolean): [number, number][] {
  const isQuoted = quotesOf(text)
  const opened: Opened[] = []
  const spans: [number, number][] = []
  for (const { 0: tag, 1: closes, index } of text.matchAll(TAG)) {
    const end = index + tag.length
    if (closes === '') {
      if (!isQuoted(index, end)) opened.push({ start: index, end })
      continue
    }
    const from = opened.pop()
    if (from === undefined || isSetting(text, from.end, index)) continue
    // What is inside it went with it.
    while (spans.length > 0 && (spans.at(-1)?.[0] ?? 0) > from.start) spans.pop()
    spans.push([from.start, end])
  }
  const endless = isPersons ? opened.find(({ start }) => beginsLine(text, start)) : undefined
  if (endless === undefined) return spans
  return [...spans.filter(([start]) => start < endless.start), [endless.start, text.length]]
}

function isSetting(text: string, from: number, to: number): boolean {
  return to - from <= SETTING_CHARS && /^\s{0,9}(?:true|false)\s{0,9}$/i.test(text.substring(from, to))
}

const SETTING_CHARS = 23
const INDENT_CHARS = 80

function beginsLine(text: string, at: number): boolean {
  return /(?:^|[\n\r])[ \t]*$/.test(text.substring(Math.max(0, at - INDENT_CHARS), at))
}

/** Whether a place stands in back-quotes of its line. To be asked from left to right: each line is read once. */
function quotesOf(text: string): (start: number, end: number) => boolean {
  let lineEnd = -1
  let lastQuote = -1
  let readTo = 0
  let quotes = 0
  return (start, end) => {
    if (start > lineEnd) {
      readTo = text.lastIndexOf('\n', start) + 1
      const next = text.indexOf('\n', start)
      lineEnd = next === -1 ? text.length : next
      lastQuote = readTo + text.substring(readTo, lineEnd).lastIndexOf('`')
      quotes = 0
    }
    for (; readTo < start; readTo++) if (text.charAt(readTo) === '`') quotes += 1
    return quotes % 2 === 1 && lastQuote >= end
  }
}
