import type { Span } from '../../text/span.js'

/** What of a piece of Markdown is markup. Places are those of the Markdown throughout. */
export interface Marks {
  readonly text: string
  /** 0 for each UTF-16 unit that is shown, else whose markup it is. */
  readonly hidden: Uint8Array
  /** What is shown in the place of something hidden, by where that begins, rising. */
  readonly swaps: Map<number, { readonly by: string; readonly end: number }>
  /** The paragraphs, headings and items: what has inline markup. */
  readonly blocks: Span[]
  /** Links, images, emphasis, code and tags, their marks included. */
  readonly nodes: Span[]
}

/** Hides markup of a block: a line, or what a line begins with. To the text in it, that is space. */
export function hideOfBlock({ hidden }: Marks, start: number, end: number): void {
  hidden.fill(OF_BLOCK, start, end)
}

/** Hides markup inside a text. */
export function hide({ hidden }: Marks, start: number, end: number): void {
  hidden.fill(OF_TEXT, start, end)
}

export function isOfBlock({ hidden }: Marks, at: number): boolean {
  return hidden[at] === OF_BLOCK
}

const OF_BLOCK = 1
const OF_TEXT = 2

/** Shows `by`, which is no longer than [start, end), in its place. */
export function swap(marks: Marks, start: number, end: number, by: string): void {
  hide(marks, start, end)
  marks.swaps.set(start, { by, end })
}

/** The unit at a place as a text sees it. */
export function unitAt({ text, hidden }: Marks, at: number): number {
  return hidden[at] === OF_BLOCK ? SPACE : text.charCodeAt(at)
}

const SPACE = 0x20
