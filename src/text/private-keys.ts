/**
 * Masks what stands behind the heading of a private key in PEM or PGP armour, also inside a JSON string and where its end
 * was cut off. A heading with no key behind it stays.
 */
export function maskPrivateKeys(
  text: string,
  mask: string,
): { readonly text: string; readonly masked: number } {
  let masked = 0
  let rest = ''
  let at = 0
  let endAt = -1
  for (const { 0: heading, index } of text.matchAll(HEADING)) {
    const from = index + heading.length
    if (from < at) continue
    // Looked for once, however many headings stand before it.
    if (endAt !== Number.POSITIVE_INFINITY && endAt < from) endAt = placeOf(text, from)
    const isWhole = endAt - from <= KEY_CHARS
    const until = isWhole ? endAt : from + runLength(text, from)
    if (!HOLDS_KEY.test(text.substring(from, until))) continue
    masked += 1
    rest += text.substring(at, from) + mask
    at = isWhole ? endOf(text, endAt) : until
  }
  return { text: rest + text.substring(at), masked }
}

const HEADING = /-----BEGIN [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const ENDING = '-----END'
/** More than any key has. */
const KEY_CHARS = 20_000
const HOLDS_KEY = /[A-Za-z\d+/=]{20}/

function placeOf(text: string, from: number): number {
  const place = text.indexOf(ENDING, from)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}

/** Behind the line that ends a key. */
function endOf(text: string, place: number): number {
  const ending = /-----END [A-Z\d ]{0,50}-----/y
  ending.lastIndex = place
  return ending.test(text) ? ending.lastIndex : place + ENDING.length
}

/** Of a key whose end is not there: how far its lines go on. */
function runLength(text: string, from: number): number {
  const run =
    /(?:[\s"',|>]|\\[nr]|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,100}|[A-Za-z\d+/=]{20,})*/y
  run.lastIndex = from
  return run.test(text) ? run.lastIndex - from : 0
}
