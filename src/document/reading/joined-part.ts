import type { SectionRow } from './section-rows.js'

/** A section with one more of its parts: a long one stands in several rows. */
export function joinedPart(section: SectionRow, part: SectionRow): SectionRow {
  return {
    ...section,
    chars: section.chars + part.chars,
    tokens: section.tokens + part.tokens,
    lines: part.line + part.lines - section.line,
  }
}
