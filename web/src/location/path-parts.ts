/** The parts of a path, as they were given to `pathOf`: `/memory/facts` is `['memory', 'facts']`. */
export function partsOf(pathname: string): readonly string[] {
  return pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decode(part.replace(ESCAPED, '$1')))
}

/** A path with these parts, whatever they hold: names are others', and may be `.` or hold a slash. */
export function pathOf(parts: readonly string[]): string {
  return `/${parts.map((part) => encodeURIComponent(part.replace(DOTS, '~$&'))).join('/')}`
}

/** What an address takes away, also where it is written in percents; and what stands for it. */
const DOTS = /^~*\.\.?$/
const ESCAPED = /^~(~*\.\.?)$/

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
