/**
 * The text with our table in it, in the place of the one that was there or at its end; all else stays byte for byte. Null
 * where it is there in another form (a dotted key, an inline table): two of them would be an error.
 */
export function withTable(text: string | null, name: string, table: string): string | null {
  if (text === null || text.trim() === '') return `${table}\n`
  const place = placeOf(text, name)
  if (place === null) return null
  if (place === undefined) return `${text.endsWith('\n') ? text : `${text}\n`}\n${table}\n`
  const [start, end] = place
  return `${text.substring(0, start)}${table}\n${text.substring(end)}` // slice-ok: at the borders of what was found
}

/** The text without our table. Null where it is there in another form. */
export function withoutTable(text: string, name: string): string | null {
  const place = placeOf(text, name)
  if (place === null || place === undefined) return place === null ? null : text
  const [start, end] = place
  // The blank line before it came with it.
  const before = text.substring(0, start).replace(/\n\n$/, '\n') // slice-ok: at the borders of what was found
  return `${before}${text.substring(end)}`
}

export function holdsTable(text: string, name: string): boolean {
  return placeOf(text, name) !== undefined
}

/**
 * From its header to its last key: what stands behind that belongs to what follows. Undefined where there is none; null where
 * it has another form, or stands in two places, of which one would be left behind.
 */
function placeOf(text: string, name: string): readonly [start: number, end: number] | undefined | null {
  const [parent = '', child = ''] = name.split('.')
  let start: number | undefined
  let end = 0
  let isPast = false
  let at = 0
  let table = ''
  let open: Open = { quote: null, brackets: 0 }
  for (const line of text.split('\n')) {
    const isInside = open.quote !== null || open.brackets > 0
    const next = at + line.length + 1
    const header = isInside ? undefined : HEADER.exec(line)?.[1]?.replace(/["'\s]/g, '')
    if (header === undefined) {
      const key = isInside ? '' : (KEY.exec(line)?.[1]?.replace(/["']/g, '') ?? '')
      const isInTop = table === '' && (key === parent || key === name || key.startsWith(`${name}.`))
      const isInParent = table === parent && (key === child || key.startsWith(`${child}.`))
      if (isInTop || isInParent) return null
      if (start !== undefined && !isPast && (key !== '' || isInside)) end = next
      open = openBehind(line, open)
    } else {
      table = header
      const isOurs = header === name || header.startsWith(`${name}.`)
      if (isOurs && isPast) return null
      if (isOurs) [start, end] = [start ?? at, next]
      else isPast = start !== undefined
    }
    at = next
  }
  return start === undefined ? undefined : [start, Math.min(end, text.length)]
}

const HEADER = /^\s{0,20}\[{1,2}\s{0,4}([^\]]{1,200}?)\s{0,4}\]/
const KEY = /^\s{0,20}([\w.\-"']{1,200})\s{0,20}=/

/** A string or a list that goes on behind a line: what stands there is no header and no key. */
interface Open {
  readonly quote: '"""' | "'''" | null
  readonly brackets: number
}

function openBehind(line: string, { quote, brackets }: Open): Open {
  let open = quote
  let depth = brackets
  for (const [sign] of line.matchAll(SIGNS)) {
    if (sign === '"""' || sign === "'''") {
      if (open === null) open = sign
      else if (open === sign) open = null
    } else if (open === null) {
      if (sign === '#') break
      if (sign === '[') depth += 1
      if (sign === ']') depth -= 1
    }
  }
  return { quote: open, brackets: Math.max(0, depth) }
}

/** Strings of one line are one sign, whatever stands in them. */
const SIGNS = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|[[\]#]/g
