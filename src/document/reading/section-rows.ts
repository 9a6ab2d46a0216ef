import { type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { ShownDocument } from '../document-rows.js'

/** A place in the outline of a version: a section, or a part of a long one. */
export interface SectionRow {
  readonly seq: number
  /** Row number of its item. */
  readonly itemRid: number
  readonly part: number
  /** 1 to 6; 0 before the first heading. */
  readonly level: number
  /** Its section's place; -1 where it stands under none. */
  readonly parent: number
  readonly anchor: string
  readonly heading: string
  /** From 1. */
  readonly line: number
  readonly lines: number
  /** In the document, UTF-16 units. */
  readonly start: number
  readonly chars: number
  readonly tokens: number
}

/** Places of the version that is shown which match (`p`: row of document_section), in the order of the document. */
export function sectionRows(
  { bank, versionRid }: Pick<ShownDocument, 'bank' | 'versionRid'>,
  matching: Sql,
  limit = Number.MAX_SAFE_INTEGER,
) {
  return all<SectionRow>(sql`
    select p.seq, p.item_rid as "itemRid", p.part, p.level, p.parent, p.anchor, p.heading, p.line, p.lines, p.start, p.chars,
      p.tokens
    from document_section p
    where p.bank = ${bank} and p.version_rid = ${versionRid} and ${matching}
    order by p.seq limit ${limit}`)
}

/** The sections that one stands under, outermost first. Each stands before those under it, or the walk ends. */
export function* sectionsAbove(
  document: Pick<ShownDocument, 'bank' | 'versionRid'>,
  { seq: at, parent }: Pick<SectionRow, 'seq' | 'parent'>,
): Tx<SectionRow[]> {
  const above: SectionRow[] = []
  for (let below = at, seq = parent; seq >= 0 && seq < below; ) {
    const [row] = yield* sectionRows(document, sql`p.seq = ${seq}`)
    if (row === undefined) throw new Error('a section stands under one that is not there')
    above.unshift(row)
    below = seq
    seq = row.parent
  }
  return above
}
