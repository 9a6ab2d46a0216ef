import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { documentEvents, documentStatuses } from '../document.js'
import { sourceKey } from '../named-document.js'

const documentShape = z
  .strictObject({
    item: archived.id,
    status: z.enum(documentStatuses),
    source: archived.text.min(1).max(1_024).nullable(),
    /** Where its file lies, as a keyed hash. */
    placeKey: archived.blob(16).nullable(),
    latest: z.int().min(1),
    published: z.int().min(1).nullable(),
    keepsPublished: z.boolean(),
    revision: z.int().min(1),
    createdAt: archived.time,
    updatedAt: archived.time,
  })
  .refine(({ latest, published }) => published === null || published <= latest, {
    error: 'a version is published that is not there',
  })

type DocumentLine = z.output<typeof documentShape>

interface DocumentRow {
  readonly keeps: number
  readonly place: Uint8Array | null
}

/** Documents; one whose first version is still being written is none yet. */
export const documentTable: ArchiveTable<DocumentLine> = {
  type: 'document',
  shape: documentShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<DocumentLine[]> {
    const rows = yield* all<Omit<DocumentLine, 'keepsPublished' | 'placeKey'> & DocumentRow>(sql`
      select d.item_id as item, d.status, s.source, d.place_key as place, d.latest, d.published,
        d.keep_published as keeps, d.revision, d.created_at as "createdAt", d.updated_at as "updatedAt"
      from document d left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
      where d.bank = ${bank} and d.latest > 0 and d.item_id > ${after?.item ?? ''} order by d.item_id limit ${limit}`)
    return rows.map(({ keeps, place, ...row }) => ({
      ...row,
      placeKey: place === null ? null : base64(place),
      keepsPublished: keeps === 1,
    }))
  },

  add: ({ reach, aliases, identityKey }, rows) =>
    function* addDocuments(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, source, placeKey, keepsPublished, ...line } of rows) {
        const there = yield* get<{ rid: number; id: string; known: number | null }>(sql`
          select i.rid, i.id, d.item_rid as known from item i
          left join document d on d.bank = i.bank and d.item_rid = i.rid
          where i.bank = ${bank} and i.id = ${aliases.get(item) ?? item} and i.kind = 'document'`)
        if (there === undefined) leftOut += 1
        if (there === undefined || there.known !== null) continue
        const key = source === null ? null : sourceKey({ identityKey }, bank, source)
        // Two stores that went apart may each have imported it: both stay, and the one that comes second is found by its id.
        const other = yield* get(
          sql`select item_rid from document where bank = ${bank} and source_key = ${key}`,
        )
        const own = other === undefined ? source : null
        const place = placeKey === null ? null : fromBase64(placeKey)
        const placed = yield* get(
          sql`select item_rid from document where bank = ${bank} and place_key = ${place}`,
        )
        yield* run(sql`
          insert into document (bank, item_rid, item_id, status, source_key, place_key, latest, published, keep_published,
            revision, writing_at, created_at, updated_at)
          values (${bank}, ${there.rid}, ${there.id}, ${line.status}, ${own === null ? null : key},
            ${placed === undefined ? place : null}, ${line.latest}, ${line.published}, ${keepsPublished ? 1 : 0},
            ${line.revision}, null, ${line.createdAt}, ${line.updatedAt})`)
        if (own !== null)
          yield* run(
            sql`insert into document_source (bank, item_rid, source) values (${bank}, ${there.rid}, ${own})`,
          )
        added += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

const versionShape = z.strictObject({
  document: archived.id,
  number: z.int().min(1),
  title: archived.text.min(1),
  contentHash: archived.blob(16),
  bytes: archived.count,
  chars: archived.count,
  lines: archived.count,
  tokens: archived.count,
  sections: archived.count,
  at: archived.time,
  /** Null until it is written. */
  summary: archived.text.nullable(),
  summaryBy: archived.text.nullable(),
})

type VersionLine = z.output<typeof versionShape>

/** What the versions of documents are called and how long they are, with their summaries. */
export const versionTable: ArchiveTable<VersionLine> = {
  type: 'document_version',
  shape: versionShape,
  key: ({ document, number }) => [document, number],

  *page(bank, after, limit): Tx<VersionLine[]> {
    const rows = yield* all<Omit<VersionLine, 'contentHash'> & { hash: Uint8Array }>(sql`
      select d.item_id as document, v.number, v.title, v.content_hash as hash, v.bytes, v.chars, v.lines, v.tokens,
        v.sections, v.at, m.body as summary, m.author as "summaryBy"
      from document d
      join document_version v on v.bank = d.bank and v.item_rid = d.item_rid
      left join document_summary m on m.bank = v.bank and m.version_rid = v.rid
      where d.bank = ${bank} and (d.item_id, v.number) > (${after?.document ?? ''}, ${after?.number ?? 0})
      order by d.item_id, v.number limit ${limit}`)
    return rows.map(({ hash, ...row }) => ({ ...row, contentHash: base64(hash) }))
  },

  add: (into, rows) =>
    function* addVersions(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { document, number, contentHash, summary, summaryBy, ...line } of rows) {
        const own = yield* arrived(into, document)
        if (own === undefined) continue
        const known = yield* get(sql`
          select rid from document_version where bank = ${bank} and item_rid = ${own.rid} and number = ${number}`)
        if (known !== undefined) present += 1
        // One that was written after the archive had its document has no part in it.
        if (known !== undefined || !own.isNew || number > own.latest) continue
        const hash = fromBase64(contentHash)
        if (yield* isForgotten(bank, hash)) {
          yield* dropVersions(bank, own.rid)
          continue
        }
        const row = yield* get<{ rid: number }>(sql`
          insert into document_version
            (bank, item_rid, number, title, content_hash, bytes, chars, lines, tokens, sections, at)
          values (${bank}, ${own.rid}, ${number}, ${line.title}, ${hash}, ${line.bytes}, ${line.chars},
            ${line.lines}, ${line.tokens}, ${line.sections}, ${line.at})
          returning rid`)
        if (summary !== null)
          yield* run(sql`
            insert into document_summary (bank, version_rid, body, author)
            values (${bank}, ${row?.rid ?? null}, ${summary}, ${summaryBy})`)
        added += 1
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

function* isForgotten(bank: string, hash: Uint8Array): Tx<boolean> {
  const row = yield* get(sql`select identity from tombstone where bank = ${bank} and identity = ${hash}`)
  return row !== undefined
}

/** A document that said what was forgotten here is left out: what came of it goes, and its item at the end of its bank. */
function* dropVersions(bank: string, rid: number): Tx<void> {
  yield* run(sql`
    delete from document_summary where bank = ${bank}
      and version_rid in (select rid from document_version where bank = ${bank} and item_rid = ${rid})`)
  for (const table of [sql`document_version`, sql`document_source`, sql`document`])
    yield* run(sql`delete from ${table} where bank = ${bank} and item_rid = ${rid}`)
}

const eventShape = z.strictObject({
  document: archived.id,
  /** Its place among the events of its document, from 1. */
  place: z.int().min(1),
  at: archived.time,
  actor: archived.text.min(1).max(600),
  event: z.enum(documentEvents),
  version: archived.count,
  note: archived.text.nullable(),
})

type EventLine = z.output<typeof eventShape>

/** Who did what with a document when. */
export const eventTable: ArchiveTable<EventLine> = {
  type: 'document_event',
  shape: eventShape,
  key: ({ document, place }) => [document, place],

  *page(bank, after, limit): Tx<EventLine[]> {
    return yield* all<EventLine>(sql`
      select document, place, at, actor, event, version, note from (
        select d.item_id as document, row_number() over (partition by d.item_id order by e.rid) as place, e.at, e.actor,
          e.event, e.version, e.note
        from document d join document_event e on e.bank = d.bank and e.item_rid = d.item_rid
        where d.bank = ${bank} and d.latest > 0 and d.item_id >= ${after?.document ?? ''}
      ) as placed
      where (document, place) > (${after?.document ?? ''}, ${after?.place ?? 0})
      order by document, place limit ${limit}`)
  },

  add: (into, rows) =>
    function* addEvents(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { document, place, at, actor, event, version, note } of rows) {
        const own = yield* arrived(into, document)
        if (own === undefined) continue
        const count = yield* get<{ n: number }>(
          sql`select count(*) as n from document_event where bank = ${bank} and item_rid = ${own.rid}`,
        )
        const known = count?.n ?? 0
        if (known >= place) present += 1
        if (known !== place - 1 || !own.isNew) continue
        yield* run(sql`
          insert into document_event (bank, item_rid, at, actor, event, version, note)
          values (${bank}, ${own.rid}, ${at}, ${actor}, ${event}, ${version}, ${note})`)
        added += 1
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

/** A document of the archive as it is here. What was there before stays as it is: it gains no versions. */
export interface ArrivedDocument {
  readonly rid: number
  readonly latest: number
  readonly isNew: boolean
}

export function* arrived(
  { reach, aliases, lastRidBefore }: ArchiveIntake,
  document: string,
): Tx<ArrivedDocument | undefined> {
  const row = yield* get<{ rid: number; latest: number }>(sql`
    select item_rid as rid, latest from document
    where bank = ${reach.writes} and item_id = ${aliases.get(document) ?? document}`)
  return row && { ...row, isNew: row.rid > lastRidBefore }
}
