import type { ItemId } from '../../items/item.js'

/**
 * What became of a file. `added`: a new document. `changed`: a new version of one. `moved`: the same text came from
 * elsewhere before. `forgotten`: the same text was deleted, and stays so.
 */
export const importOutcomes = ['added', 'changed', 'unchanged', 'moved', 'forgotten'] as const

export type ImportOutcome = (typeof importOutcomes)[number]

/** Why a file was not taken, or not as it was meant. */
export interface ImportProblem {
  readonly path: string | null
  /** From 1; null where it is the file itself. */
  readonly line: number | null
  readonly reason: string
  readonly hint: string | null
}

export interface ImportedDocument {
  readonly path: string | null
  readonly outcome: ImportOutcome
  /** Null where nothing was kept. */
  readonly id: ItemId | null
  readonly title: string
  /** The latest version; null where nothing was kept. */
  readonly version: number | null
}

/** A document, and whether it waits for review. */
export interface SettledDocument extends ImportedDocument {
  readonly isPending: boolean
}

export interface ImportReport {
  readonly files: number
  readonly bytes: number
  readonly counts: Readonly<Record<ImportOutcome, number>>
  /** Files that were not taken. */
  readonly failed: number
  /** The first of them, but for those that changed nothing. */
  readonly documents: readonly ImportedDocument[]
  /** All that wait for review now; in a dry run none that would be new. */
  readonly waiting: readonly ItemId[]
  /** The first of them. */
  readonly problems: readonly ImportProblem[]
  readonly dryRun: boolean
}

/** Gathers a report while files go by. */
export interface ImportTally {
  settle(document: SettledDocument): void
  /** The file was not taken. */
  fail(problem: ImportProblem): void
  /** It was taken all the same. */
  warn(problem: ImportProblem): void
  read(bytes: number): void
  report(): ImportReport
}

export function createImportTally(dryRun: boolean): ImportTally {
  const counts = { added: 0, changed: 0, unchanged: 0, moved: 0, forgotten: 0 }
  const documents: ImportedDocument[] = []
  const waiting: ItemId[] = []
  const problems: ImportProblem[] = []
  let files = 0
  let bytes = 0
  let failed = 0
  const warn = (problem: ImportProblem) => {
    if (problems.length < LISTED) problems.push(problem)
  }
  return {
    settle: ({ isPending, ...document }) => {
      if (isPending && document.id !== null) waiting.push(document.id)
      counts[document.outcome] += 1
      if (document.outcome !== 'unchanged' && documents.length < LISTED) documents.push(document)
    },
    warn,
    fail: (problem) => {
      failed += 1
      warn(problem)
    },
    read: (size) => {
      files += 1
      bytes += size
    },
    report: () => ({ files, bytes, counts, failed, documents, waiting, problems, dryRun }),
  }
}

/** What is more is counted. */
const LISTED = 1_000
