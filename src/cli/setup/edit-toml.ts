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
  return `${text.substring(0, start)}${table}\n${end < text.length ? '\n' : ''}${text.substring(end)}` // slice-ok: at the borders of what was found
}

/** The text without our table. Null where it is there in another form. */
export function withoutTable(text: string, name: string): string | null {
  const place = placeOf(text, name)
  if (place === null || place === undefined) return place === null ? null : text
  const [start, end] = place
  const before = text.substring(0, start) // slice-ok: at the borders of what was found
  return `${end < text.length ? before : before.replace(/\n\n$/, '\n')}${text.substring(end)}`
}

export function holdsTable(text: string, name: string): boolean {
  return placeOf(text, name) !== undefined
}

/** From its header to the next one of another table; undefined where there is none, null where it has another form. */
function placeOf(text: string, name: string): readonly [start: number, end: number] | undefined | null {
  const [parent = '', child = ''] = name.split('.')
  let start: number | undefined
  let at = 0
  let table = ''
  for (const line of text.split('\n')) {
    const header = /^\s{0,20}\[{1,2}\s{0,4}([^\]]{1,200}?)\s{0,4}\]/.exec(line)?.[1]?.replace(/["'\s]/g, '')
    if (header !== undefined) {
      table = header
      const isOurs = header === name || header.startsWith(`${name}.`)
      if (isOurs && start === undefined) start = at
      else if (!isOurs && start !== undefined) return [start, at]
    } else {
      const key = /^\s{0,20}([\w.\-"']{1,200})\s{0,20}=/.exec(line)?.[1]?.replace(/["']/g, '') ?? ''
      const isInTop = table === '' && (key === parent || key === name || key.startsWith(`${name}.`))
      const isInParent = table === parent && (key === child || key.startsWith(`${child}.`))
      if (isInTop || isInParent) return null
    }
    at += line.length + 1
  }
  return start === undefined ? undefined : [start, text.length]
}
