import { searchForm, searchFormWithOffsets } from './search-form.js'

/** Looks for any piece of text, also inside words, whatever its case, accents and spaces. Nothing in it is syntax. */
export interface Substring {
  isIn(text: string): boolean
  /** Where it stands: [start, end) in UTF-16 units of the text as given. */
  spansIn(text: string): readonly (readonly [number, number])[]
}

export function substring(wanted: string): Substring {
  const piece = searchForm(wanted)
  return {
    isIn: (text) => searchForm(text).includes(piece),
    spansIn: (text) => {
      if (piece === '') return []
      const { form, source } = searchFormWithOffsets(text)
      const spans: (readonly [number, number])[] = []
      for (let at = form.indexOf(piece); at >= 0; at = form.indexOf(piece, at + piece.length))
        spans.push(source(at, at + piece.length))
      return spans
    },
  }
}
