import { searchForm } from '../../text/search-form.js'

/** How a line is looked at. `folded`: whatever its case, accents and spaces. `wildcard`: folded, and `*` is anything. */
export const patternKinds = ['folded', 'exact', 'wildcard'] as const

export type PatternKind = (typeof patternKinds)[number]

/** Whether a line, or a stretch of one, matches. Linear in the line: there is nothing to go back to. */
export interface LinePattern {
  isIn(line: string): boolean
}

/** Nothing in a wanted text is syntax but the stars of a `wildcard`. */
export function linePattern(wanted: string, kind: PatternKind): LinePattern {
  if (kind === 'exact') return { isIn: (line) => line.includes(wanted) }
  const pieces = (kind === 'wildcard' ? wanted.split('*') : [wanted])
    .map(searchForm)
    .filter((piece) => piece !== '')
  return {
    isIn: (line) => {
      const form = searchForm(line)
      let at = 0
      for (const piece of pieces) {
        const found = form.indexOf(piece, at)
        if (found === -1) return false
        at = found + piece.length
      }
      return pieces.length > 0
    },
  }
}
