import { structuredPatch } from 'diff'

/** Lines as a person compares them, each behind ` `, `-` or `+`; stretches that are alike are left out. */
export interface LineChanges {
  readonly hunks: readonly LineHunk[]
  /** False where the texts are so unlike that one is told to take the place of the other. */
  readonly isCompared: boolean
}

export interface LineHunk {
  /** First line in the old text and in the new one, from 1. */
  readonly oldLine: number
  readonly newLine: number
  readonly lines: readonly string[]
}

/** What became of a text, line by line, with some lines around. Bounded in time, whatever the texts are. */
export function lineChanges(before: string, after: string): LineChanges {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  })
  if (patch === undefined) {
    const lines = [...linesOf(before).map((line) => `-${line}`), ...linesOf(after).map((line) => `+${line}`)]
    return { hunks: [{ oldLine: 1, newLine: 1, lines }], isCompared: false }
  }
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldLine: oldStart,
    newLine: newStart,
    lines,
  }))
  return { hunks, isCompared: true }
}

const CONTEXT_LINES = 2
// The time grows with the square of it: some milliseconds.
const MAX_EDITS = 500

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}
