/** Why something could not be read. */
export interface Problem {
  /** One of few, by which problems are counted. */
  readonly reason: string
  /** What this one is about. */
  readonly detail?: string
  /** All else of the entry was read. */
  readonly isPartial?: boolean
}
