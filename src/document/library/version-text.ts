import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import type { DocumentVersion } from '../document.js'
import { ownText } from '../own-heading.js'

/** The whole text of a version, to the byte as it came. */
export function* versionText(bank: string, versionRid: number): Tx<string> {
  const pieces: string[] = []
  for (;;) {
    const page = yield* sectionTexts(bank, versionRid, pieces.length)
    for (const { text } of page) pieces.push(text)
    if (page.length < PAGE_ROWS) return pieces.join('')
  }
}

export interface SectionText {
  readonly seq: number
  readonly itemRid: number
  readonly start: number
  readonly text: string
}

/** A page of a version's sections with what stands in the document, from a place of its outline on. */
export function* sectionTexts(
  bank: string,
  versionRid: number,
  from: number,
  limit = PAGE_ROWS,
): Tx<SectionText[]> {
  const rows = yield* all<Omit<SectionText, 'text'> & { body: string }>(sql`
    select p.seq, p.item_rid as "itemRid", p.start, x.body
    from document_section p
    join section s on s.bank = p.bank and s.item_rid = p.item_rid
    join item i on i.bank = p.bank and i.rid = p.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where p.bank = ${bank} and p.version_rid = ${versionRid} and p.seq >= ${from}
    order by p.seq limit ${Math.min(limit, PAGE_ROWS)}`)
  return rows.map(({ body, ...row }) => ({ ...row, text: ownText(body) }))
}

const PAGE_ROWS = 256

/** A page of a version's text. */
export interface TextPage {
  readonly text: string
  readonly from: number
  /** Where the next page begins; null at the end. */
  readonly next: number | null
}

/** The text from a character on (UTF-16 units), to before the one that would be cut. */
export function* versionTextPage(
  bank: string,
  { rid, size }: Pick<DocumentVersion, 'rid' | 'size'>,
  { from, maxChars }: { readonly from: number; readonly maxChars: number },
): Tx<TextPage> {
  const first = yield* get<{ seq: number | null; start: number | null }>(sql`
    select seq, start from document_section
    where bank = ${bank} and version_rid = ${rid} and start <= ${from} order by seq desc limit 1`)
  const pieces: string[] = []
  const start = first?.start ?? 0
  let chars = start
  for (let seq = first?.seq ?? 0; chars < Math.min(size.chars, from + maxChars); ) {
    const page = yield* sectionTexts(bank, rid, seq)
    if (page.length === 0) break
    for (const { text } of page) {
      pieces.push(text)
      chars += text.length
    }
    seq += page.length
  }
  const rest = pieces.join('').substring(from - start) // slice-ok: pages begin where the one before ended
  const text = clip(rest, maxChars)
  const end = from + text.length
  return { text, from, next: end < size.chars && text !== '' ? end : null }
}
