import { z } from 'zod'
import { type ArchiveTable, archived, type Taken, taken } from '../../items/archive-table.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { settleSections } from '../library/settle-sections.js'
import { anchorKey } from '../reading/anchor-key.js'
import { arrived } from './archive-documents.js'

const sectionShape = z.strictObject({
  item: archived.id,
  document: archived.id,
  contextChars: z.int().min(0),
})

type SectionLine = z.output<typeof sectionShape>

/** Whose a section is. */
export const sectionTable: ArchiveTable<SectionLine> = {
  type: 'section',
  shape: sectionShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<SectionLine[]> {
    return yield* all<SectionLine>(sql`
      select i.id as item, d.item_id as document, s.context_chars as "contextChars"
      from item i
      join section s on s.bank = i.bank and s.item_rid = i.rid
      join document d on d.bank = s.bank and d.item_rid = s.document_rid
      where i.bank = ${bank} and i.kind = 'section' and i.id > ${after?.item ?? ''} and d.latest > 0
      order by i.id limit ${limit}`)
  },

  add: (into, rows) =>
    function* addSections(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, document, contextChars } of rows) {
        const there = yield* get<{ rid: number; body: string; known: number | null }>(sql`
          select i.rid, x.body, s.item_rid as known from item i
          join item_text x on x.bank = i.bank and x.rid = i.text_rid
          left join section s on s.bank = i.bank and s.item_rid = i.rid
          where i.bank = ${bank} and i.id = ${into.aliases.get(item) ?? item} and i.kind = 'section'`)
        if (there !== undefined && there.known !== null) continue
        const own = yield* arrived(into, document)
        if (there === undefined || own === undefined || there.body.charAt(contextChars - 1) !== '\n') {
          leftOut += 1
          continue
        }
        yield* run(sql`
          insert into section (bank, item_rid, document_rid, context_chars)
          values (${bank}, ${there.rid}, ${own.rid}, ${contextChars})`)
        added += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

const placeShape = z
  .strictObject({
    document: archived.id,
    version: z.int().min(1),
    seq: archived.count,
    item: archived.id,
    part: archived.count,
    level: z.int().min(0).max(6),
    parent: z.int().min(-1),
    anchor: archived.text,
    heading: archived.text,
    line: archived.count,
    lines: archived.count,
    start: archived.count,
    chars: archived.count,
    tokens: archived.count,
  })
  .refine(({ parent, seq }) => parent < seq, { error: 'a section stands under one behind it' })

type PlaceLine = z.output<typeof placeShape>

/** The outline of each version. Behind it all rows of documents are there, and are made to agree. */
export const placeTable = (spine: Spine): ArchiveTable<PlaceLine> => ({
  type: 'document_section',
  shape: placeShape,
  key: ({ document, version, seq }) => [document, version, seq],

  *page(bank, after, limit): Tx<PlaceLine[]> {
    const rows: PlaceLine[] = []
    // Version by version: in one order over all of them each page would sort them all.
    let at: VersionAt | undefined =
      after === undefined
        ? yield* nextVersion(bank, '', 0)
        : yield* versionAt(bank, after.document, after.version)
    let seq = after?.seq ?? -1
    while (at !== undefined && rows.length < limit) {
      const { document, version, rid }: VersionAt = at
      const page = yield* all<Omit<PlaceLine, 'document' | 'version'>>(sql`
        select p.seq, i.id as item, p.part, p.level, p.parent, p.anchor, p.heading, p.line, p.lines, p.start, p.chars,
          p.tokens
        from document_section p join item i on i.bank = p.bank and i.rid = p.item_rid
        where p.bank = ${bank} and p.version_rid = ${rid} and p.seq > ${seq}
        order by p.seq limit ${limit - rows.length}`)
      rows.push(...page.map((row) => ({ document, version, ...row })))
      at = yield* nextVersion(bank, document, version)
      seq = -1
    }
    return rows
  },

  add: (into, rows) =>
    function* addPlaces(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { document, version, seq, item, anchor, ...line } of rows) {
        const own = yield* arrived(into, document)
        const there = yield* get<{ version: number; item: number; known: number | null }>(sql`
          select v.rid as version, i.rid as item, p.rid as known from document_version v
          join item i on i.bank = v.bank and i.id = ${into.aliases.get(item) ?? item} and i.kind = 'section'
          left join document_section p on p.bank = v.bank and p.version_rid = v.rid and p.seq = ${seq}
          where v.bank = ${bank} and v.item_rid = ${own?.rid ?? 0} and v.number = ${version}`)
        if (there !== undefined && there.known !== null) present += 1
        else if (there !== undefined && own?.isNew === true) {
          added += yield* run(sql`
            insert into document_section (bank, version_rid, seq, item_rid, part, level, parent, anchor_key, anchor, heading,
              line, lines, start, chars, tokens)
            values (${bank}, ${there.version}, ${seq}, ${there.item}, ${line.part}, ${line.level}, ${line.parent},
              ${anchorKey(into, bank, anchor)}, ${anchor}, ${line.heading}, ${line.line}, ${line.lines}, ${line.start},
              ${line.chars}, ${line.tokens})`)
        }
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },

  finish: (into) => settleSections(spine, into),
})

interface VersionAt {
  readonly document: string
  readonly version: number
  readonly rid: number
}

function* versionAt(bank: string, document: string, version: number): Tx<VersionAt | undefined> {
  return yield* get<VersionAt>(sql`
    select d.item_id as document, v.number as version, v.rid from document d
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid
    where d.bank = ${bank} and d.item_id = ${document} and v.number = ${version}`)
}

function* nextVersion(bank: string, document: string, version: number): Tx<VersionAt | undefined> {
  return yield* get<VersionAt>(sql`
    select d.item_id as document, v.number as version, v.rid from document d
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid
    where d.bank = ${bank} and (d.item_id, v.number) > (${document}, ${version})
    order by d.item_id, v.number limit 1`)
}
