import { fold, foldWithOffsets } from './fold.js'

/** The form in which texts are compared letter by letter: folded, each stretch of white space one space. */
export function searchForm(text: string): string {
  return fold(text).replace(SPACES, ' ')
}

/** A search form that knows where everything came from: slower, for highlighting only. */
export interface FormWithOffsets {
  readonly form: string
  /** The stretch of the text as given, [start, end) in UTF-16 units, behind one of the form. */
  source(start: number, end: number): readonly [number, number]
}

/** {@link searchForm} that remembers where everything came from. */
export function searchFormWithOffsets(text: string): FormWithOffsets {
  const folded = foldWithOffsets(text)
  const at: number[] = []
  let form = ''
  for (const match of folded.text.matchAll(/\s+|\S+/g)) {
    const piece = match[0]
    const isSpace = piece.trim() === ''
    form += isSpace ? ' ' : piece
    for (let i = 0; i < (isSpace ? 1 : piece.length); i++) at.push(match.index + i)
  }
  return {
    form,
    source: (start, end) => [
      folded.starts[at[start] as number] as number,
      folded.ends[at[end - 1] as number] as number,
    ],
  }
}

const SPACES = /\s+/g
