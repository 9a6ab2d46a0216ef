/** How words are set off. Each function gives the text back unchanged where colours are off. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  /** What a question matched. */
  readonly match: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly accent: (text: string) => string
}

export function createStyle(isColoured: boolean): Style {
  const sgr = (open: number, close: number) => (text: string) =>
    isColoured && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    match: (text) => sgr(1, 22)(sgr(33, 39)(text)),
    good: sgr(32, 39),
    bad: sgr(31, 39),
    accent: sgr(36, 39),
  }
}

/** Colours only on a terminal, and never against `NO_COLOR` (https://no-color.org). */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const isSet = (name: string) => env[name] !== undefined && env[name] !== ''
  if (isSet('NO_COLOR')) return false
  if (isSet('FORCE_COLOR')) return env['FORCE_COLOR'] !== '0'
  return isTerminal && env['TERM'] !== 'dumb'
}
