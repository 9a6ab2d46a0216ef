import { counted } from './spoken-number.js'

/** `3 notes`, `1 turn`: items of a kind, as people call them. */
export function countedKind(kind: string, count: number): string {
  return counted(count, WORDS.get(kind) ?? kind)
}

/** What is captured is a note to who captured it. */
const WORDS: ReadonlyMap<string, string> = new Map([['thought', 'note']])
