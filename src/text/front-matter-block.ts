import { clip } from './clip.js'

/** The YAML between two `---` lines at the beginning of a text. */
export interface FrontMatterBlock {
  /** From the end of the first line on, so that its line numbers are the text's own. */
  readonly yaml: string
  /** Where that is in the text. */
  readonly at: number
  /** Where the text goes on behind it. */
  readonly end: number
}

/**
 * `open`: there is a first line and no second, within what is looked at. `none`: the text begins with something else.
 * The second line may be `...`, as in YAML.
 */
export function frontMatterBlock(text: string): FrontMatterBlock | 'open' | 'none' {
  const first = /^---[ \t]*\r?\n/.exec(text)
  if (first === null) return 'none'
  const at = first[0].length - 1
  const rest = clip(text, LOOK_CHARS).substring(at)
  const last = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(rest)
  // What is looked at may end in the middle of a line.
  if (last === null || (at + last.index + last[0].length === LOOK_CHARS && text.length > LOOK_CHARS))
    return 'open'
  return { yaml: clip(rest, last.index), at, end: at + last.index + last[0].length }
}

/** More YAML than this is no front matter. */
export const FRONT_MATTER_MAX_CHARS = 16 * 1024
const LOOK_CHARS = 2 * FRONT_MATTER_MAX_CHARS
