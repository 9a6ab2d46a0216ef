import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { countBreaks } from '../../text/count-breaks.js'
import { endOfPassage } from '../../text/passages.js'
import { estimateTokens } from '../../text/tokens.js'
import type { ShownDocument } from '../document-rows.js'
import { ownText } from '../own-heading.js'
import { visibleDocument } from '../tasks/visible-documents.js'
import { anchorForms, anchorKey } from './anchor-key.js'
import { cursorAt, placeOf, type ReadingPlace } from './cursor.js'
import { type SectionRow, sectionRows, sectionsAbove } from './section-rows.js'

export interface SectionWanted {
  readonly task: string
  /** Id, source or title. */
  readonly document: string
  /** Of the section, with or without `#`; empty for what stands before the first heading. Absent with a cursor. */
  readonly anchor?: string | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  /** Estimated. */
  readonly maxTokens: number
}

/** A page of a section, exactly as it stands in the document. */
export interface SectionPage {
  readonly document: ShownDocument
  readonly anchor: string
  readonly heading: string
  /** The sections that it stands under, outermost first. */
  readonly under: readonly SectionRow[]
  readonly level: number
  readonly text: string
  /** Of the page, in the document, from 1. */
  readonly line: number
  readonly lastLine: number
  /** Estimated, of the page. */
  readonly tokens: number
  /** Sections right under it. */
  readonly children: readonly SectionRow[]
  /** More of the same section; null at its end. */
  readonly next: string | null
}

/**
 * Reads a page of a section of a visible document. All pages put together are the section. Throws `not_found`, and for a
 * cursor `conflict` where the document has changed.
 */
export function* readSection(spine: Spine, reach: Reach, wanted: SectionWanted): Tx<SectionPage> {
  const document = yield* visibleDocument(spine, reach, wanted)
  const { row, offset } = yield* findPlace(spine, document, wanted)
  const whole = yield* textOf(document, row)
  const end = endOfPassage(whole, offset, wanted.maxTokens)
  const text = whole.substring(offset, end) // slice-ok: passages end between characters
  const line = row.line + countBreaks(whole.substring(0, offset)) // slice-ok: only counted
  const first = row.part === 0 ? row : yield* firstPart(document, row)
  return {
    document,
    anchor: row.anchor,
    heading: row.heading,
    under: yield* sectionsAbove(document, row),
    level: row.level,
    text,
    line,
    lastLine: line + countBreaks(text.replace(LAST_BREAK, '')),
    tokens: estimateTokens(text),
    children: yield* sectionRows(document, sql`p.parent = ${first.seq} and p.part = 0`, CHILDREN_MAX),
    next: yield* nextOf(spine, document, row, end < whole.length ? end : undefined),
  }
}

/** More are found in the outline. */
const CHILDREN_MAX = 50

interface Found {
  readonly row: SectionRow
  readonly offset: number
}

function* findPlace(spine: Spine, document: ShownDocument, { anchor, cursor }: SectionWanted): Tx<Found> {
  if (cursor !== undefined) return yield* placeBehind(document, placeOf(spine, document, cursor))
  if (anchor === undefined) {
    throw new MemoryError(
      'invalid_input',
      'which section?',
      'give its anchor, as the outline (knowledge.read_doc) shows it, or the cursor of a page',
    )
  }
  for (const form of anchorForms(anchor)) {
    const key = anchorKey(spine, document.bank, form)
    const [row] = yield* sectionRows(document, sql`p.anchor_key = ${key} and p.part = 0`)
    if (row !== undefined) return { row, offset: 0 }
  }
  throw new MemoryError(
    'not_found',
    `this document has no section #${anchor}`,
    'its outline (knowledge.read_doc) shows the anchors',
  )
}

function* placeBehind(document: ShownDocument, { seq, offset }: ReadingPlace): Tx<Found> {
  const [row] = yield* sectionRows(document, sql`p.seq = ${seq}`)
  if (row === undefined) throw new Error('a cursor names a section that is not there')
  return { row, offset }
}

function* textOf({ bank }: ShownDocument, { itemRid }: SectionRow): Tx<string> {
  const row = yield* get<{ body: string }>(sql`
    select x.body from section s
    join item i on i.bank = s.bank and i.rid = s.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where s.bank = ${bank} and s.item_rid = ${itemRid}`)
  if (row === undefined) throw new Error('a section has no text')
  return ownText(row.body)
}

function* firstPart(document: ShownDocument, { seq, part }: SectionRow): Tx<SectionRow> {
  const [row] = yield* sectionRows(document, sql`p.seq = ${seq - part}`)
  if (row === undefined) throw new Error('a section has no first part')
  return row
}

function* nextOf(
  spine: Spine,
  document: ShownDocument,
  { seq }: SectionRow,
  offset: number | undefined,
): Tx<string | null> {
  if (offset !== undefined) return cursorAt(spine, document, { seq, offset })
  const [following] = yield* sectionRows(document, sql`p.seq = ${seq + 1} and p.part > 0`)
  return following === undefined ? null : cursorAt(spine, document, { seq: seq + 1, offset: 0 })
}

const LAST_BREAK = /(?:\r\n|\r|\n)$/
