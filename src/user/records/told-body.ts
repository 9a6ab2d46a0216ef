import { fold } from '../../text/fold.js'

/** A piece of a body that automatic extraction wrote: what it says, and at its end the words that it rests on. */
export interface ToldPart {
  /** All of the piece, the quote as well. */
  readonly text: string
  /** The user's words, without the day behind them; empty where it ends without any. */
  readonly quote: string
}

/** The pieces of a body, the newest first; what a person wrote behind the last quote is one too. */
export function toldParts(body: string): ToldPart[] {
  const parts: ToldPart[] = []
  let before: string[] = []
  for (const paragraph of body.split(/\n{2,}/)) {
    before.push(paragraph)
    const quote = /^> ([^\n]+)$/.exec(paragraph)?.[1]
    if (quote === undefined) continue
    parts.push({ text: before.join(BETWEEN), quote: quote.replace(DAY, '') })
    before = []
  }
  const rest = before.join(BETWEEN)
  if (rest !== '') parts.push({ text: rest, quote: '' })
  return parts
}

/** A body of one piece: the quote, and what is said of it where anything is. */
export function toldBody(quote: string, said = ''): string {
  return said === '' ? `> ${quote}` : `${said}${BETWEEN}> ${quote}`
}

/**
 * A body with a new piece on top. The one that was on top gets the day it was said; the oldest go where it would be
 * too long.
 *
 * @param day as YYYY-MM-DD; null where it is not known
 */
export function toldAnew(fresh: string, body: string, day: string | null): string {
  const dated = day === null ? body : withDay(body, day)
  return cut([fresh, ...toldParts(dated).map(({ text }) => text)])
}

/** A body with an older piece under the one that is on top. */
export function toldUnder(older: string, body: string, day: string | null): string {
  const dated = day === null ? older : withDay(older, day)
  const [first, ...rest] = toldParts(body)
  if (first === undefined) return dated
  return cut([first.text, dated, ...rest.map(({ text }) => text)])
}

/** Whether a body has these words already. */
export function tells(body: string, quote: string): boolean {
  const form = squeezed(quote)
  return toldParts(body).some((part) => squeezed(part.quote) === form)
}

/** The body without the pieces whose words stand in what is gone, and in nothing that is left. */
export function untold(
  body: string,
  gone: readonly string[],
  left: readonly string[],
): { readonly kept: readonly ToldPart[]; readonly dropped: readonly ToldPart[] } {
  const parts = toldParts(body)
  const [lost, present] = [gone.map(squeezed), left.map(squeezed)]
  const isLost = ({ quote }: ToldPart) => {
    const form = squeezed(quote)
    return (
      form !== '' && lost.some((text) => text.includes(form)) && !present.some((text) => text.includes(form))
    )
  }
  return { kept: parts.filter((part) => !isLost(part)), dropped: parts.filter(isLost) }
}

export function joinedParts(parts: readonly ToldPart[]): string {
  return parts.map(({ text }) => text).join(BETWEEN)
}

/** As many pieces as there is room for, and the first in any case. */
function cut(pieces: readonly string[]): string {
  return pieces.reduce((text, piece) => {
    const longer = [text, piece].join(BETWEEN)
    return Buffer.byteLength(longer) > MOST_BYTES ? text : longer
  })
}

function withDay(body: string, day: string): string {
  const [first] = toldParts(body)
  if (first === undefined || !body.startsWith(first.text) || DAY.test(first.text)) return body
  return `${first.text} (${day})${body.substring(first.text.length)}` // slice-ok: at the end of a line
}

/** Letters and digits alone. */
function squeezed(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

const BETWEEN = '\n\n'
const DAY = / \(\d{4}-\d\d-\d\d\)$/
/** An eighth of what a body may have. */
const MOST_BYTES = 8 * 1024
