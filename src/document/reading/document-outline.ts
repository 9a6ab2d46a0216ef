import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { estimateTokens } from '../../text/tokens.js'
import type { ShownDocument } from '../document-rows.js'
import { visibleDocument } from '../tasks/visible-documents.js'
import { anchorKey } from './anchor-key.js'
import { cursorAt, placeOf } from './cursor.js'
import { joinedPart } from './joined-part.js'
import { type SectionRow, sectionRows } from './section-rows.js'

export interface OutlineWanted {
  readonly task: string
  readonly document: string
  /** Only the sections under this anchor. */
  readonly under?: string | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** Estimated, of the page. */
  readonly maxTokens: number
}

export interface OutlinePage {
  readonly document: ShownDocument
  readonly size: { readonly lines: number; readonly tokens: number; readonly sections: number }
  /** In the order of the document, each with all of its parts. */
  readonly sections: readonly SectionRow[]
  readonly next: string | null
}

/** The sections of a visible document: anchors, headings and sizes, a page at a time. Throws `not_found`. */
export function* readDocumentOutline(spine: Spine, reach: Reach, wanted: OutlineWanted): Tx<OutlinePage> {
  const document = yield* visibleDocument(spine, reach, wanted)
  const size = yield* get<OutlinePage['size']>(sql`
    select lines, tokens, sections from document_version
    where bank = ${document.bank} and rid = ${document.versionRid}`)
  if (size === undefined) throw new Error('a document without its version')
  const { first, end } = yield* rangeUnder(spine, document, wanted.under)
  const from = wanted.cursor === undefined ? first : placeOf(spine, document, wanted.cursor).seq
  const sections: SectionRow[] = []
  let tokens = 0
  let seq = from
  for (;;) {
    const rows = yield* sectionRows(document, sql`p.seq >= ${seq} and p.seq < ${end}`, PAGE_ROWS)
    for (const row of rows) {
      const last = sections.at(-1)
      if (row.part > 0 && last !== undefined) {
        sections[sections.length - 1] = joinedPart(last, row)
        continue
      }
      tokens += costOf(row)
      if (tokens > wanted.maxTokens && last !== undefined)
        return { document, size, sections, next: cursorAt(spine, document, { seq: row.seq, offset: 0 }) }
      sections.push(row)
    }
    if (rows.length < PAGE_ROWS) return { document, size, sections, next: null }
    seq = (rows.at(-1)?.seq ?? end) + 1
  }
}

const PAGE_ROWS = 200

/** What its line costs in a prompt. */
function costOf({ heading, anchor }: SectionRow): number {
  return estimateTokens(heading) + estimateTokens(anchor) + NUMBERS_TOKENS
}

const NUMBERS_TOKENS = 8

interface Range {
  readonly first: number
  readonly end: number
}

function* rangeUnder(spine: Spine, document: ShownDocument, under: string | undefined): Tx<Range> {
  if (under === undefined) return { first: 0, end: Number.MAX_SAFE_INTEGER }
  const key = anchorKey(spine, document.bank, under.replace(/^#/, ''))
  const [top] = yield* sectionRows(document, sql`p.anchor_key = ${key} and p.part = 0`)
  if (top === undefined) {
    throw new MemoryError(
      'not_found',
      `this document has no section #${under}`,
      'without `under` the whole outline is shown',
    )
  }
  const behind = yield* get<{ seq: number | null }>(sql`
    select min(seq) as seq from document_section
    where bank = ${document.bank} and version_rid = ${document.versionRid} and seq > ${top.seq} and part = 0
      and level <= ${top.level}`)
  return { first: top.seq, end: behind?.seq ?? Number.MAX_SAFE_INTEGER }
}
