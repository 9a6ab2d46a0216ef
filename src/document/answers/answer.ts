import type { ItemId } from '../../items/item.js'

/** What the documents of a task say to a question, read by a model or put together from their passages. */
export interface Answer {
  readonly answer: string
  /** In the order in which the answer leans on them. Each quote stands so in its section. */
  readonly citations: readonly Citation[]
  /** What was asked for and no visible section covers, in the asker's words. */
  readonly gaps: readonly string[]
  /** Of the model; 1 without one. */
  readonly steps: number
  /** `passages`, or the model that read. */
  readonly by: string
  /** Claims of the model that no section bears out. */
  readonly removedCitations: number
}

/** Where it says so. */
export interface Citation {
  readonly document: ItemId
  readonly title: string
  /** Where it was imported from, as it was called there: titles may be equal. */
  readonly source: string | null
  readonly version: number
  /** Empty for what stands before the first heading. */
  readonly anchor: string
  /** Of the section, outermost first, its own last. */
  readonly headings: readonly string[]
  /** Of the quote in the document, from 1. */
  readonly line: number
  readonly lastLine: number
  /** Word for word from the section. */
  readonly quote: string
}
