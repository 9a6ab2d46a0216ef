import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

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
export function* sectionTexts(bank: string, versionRid: number, from: number): Tx<SectionText[]> {
  const rows = yield* all<Omit<SectionText, 'text'> & { body: string; context: number }>(sql`
    select p.seq, p.item_rid as "itemRid", p.start, x.body, s.context_chars as context
    from document_section p
    join section s on s.bank = p.bank and s.item_rid = p.item_rid
    join item i on i.bank = p.bank and i.rid = p.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where p.bank = ${bank} and p.version_rid = ${versionRid} and p.seq >= ${from}
    order by p.seq limit ${PAGE_ROWS}`)
  return rows.map(({ body, context, ...row }) => ({ ...row, text: body.substring(context) })) // slice-ok: behind a line break
}

const PAGE_ROWS = 256
