/** The structure of a Markdown document. All of its places put together are the text itself, to the byte. */
export interface Outline {
  /** Of the front matter, else its first heading of the first level, else its first heading; null where it has none. */
  readonly title: string | null
  /** Of the front matter; null where it has none. */
  readonly description: string | null
  /** In the order of the text, without gaps or overlaps. Empty for an empty text. */
  readonly places: readonly OutlinePlace[]
  readonly lines: number
  /** What could not be read as it was meant. It stays a part of the text. */
  readonly problems: readonly OutlineProblem[]
}

/** A section, or a part of a long one. */
export interface OutlinePlace {
  /** Stable address of the section: `{#id}` if given, else as GitHub makes it; empty for what stands before the first heading. */
  readonly anchor: string
  /** 1 to 6; 0 before the first heading. */
  readonly level: number
  /** As it reads, without markup, on one line; empty before the first heading. */
  readonly heading: string
  /** Headings that it stands under, outermost first, without its own. */
  readonly under: readonly string[]
  /** 0, or which part of a long section. */
  readonly part: number
  /** [start, end) in UTF-16 units: from its heading to before the next heading of any level. */
  readonly start: number
  readonly end: number
  /** First line, from 1, and how many it has a share in. */
  readonly line: number
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
}

export interface OutlineProblem {
  /** From 1. */
  readonly line: number
  readonly reason: string
  readonly detail: string
}
