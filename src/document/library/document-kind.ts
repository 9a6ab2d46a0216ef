import { CHANGED_BY_HAND, type Kind, type KindRemoval } from '../../items/kind.js'
import { inInt, sql } from '../../store/sql.js'
import { all, column, run, type Tx } from '../../store/statement.js'
import { dropEmptySet } from '../tasks/task-documents.js'

/** A document keeps its versions, their outlines and summaries, its source and what was done to it. */
export const documentKind: Kind = {
  kind: 'document',
  archive: [],
  checks: [
    {
      check: 'documents',
      wrong: (bank) => sql`
        select (select count(*) from item i
            left join document d on d.bank = i.bank and d.item_rid = i.rid and d.item_id = i.id
            where i.bank = ${bank} and i.kind = 'document' and d.item_rid is null)
          + (select count(*) from document d
            left join item i on i.bank = d.bank and i.rid = d.item_rid and i.kind = 'document'
            left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
            where d.bank = ${bank} and (i.rid is null or (d.source_key is null) <> (s.rid is null)))
          + (select count(*) from document d
            left join document_version v on v.bank = d.bank and v.item_rid = d.item_rid and v.number = d.published
            where d.bank = ${bank} and d.published is not null and v.rid is null)
          + (select count(*) from document d
            where d.bank = ${bank} and d.latest <> (
              select count(*) from document_version v where v.bank = d.bank and v.item_rid = d.item_rid)) as n`,
      what: 'documents without their item, their source or a version',
      hint: CHANGED_BY_HAND,
    },
    {
      check: 'versions',
      wrong: (bank) => sql`
        select count(*) as n from document_version v
        where v.bank = ${bank} and (
          v.sections <> (
            select count(*) from document_section p where p.bank = v.bank and p.version_rid = v.rid and p.part = 0)
          or v.chars <> (
            select coalesce(sum(p.chars), 0) from document_section p where p.bank = v.bank and p.version_rid = v.rid)
          or exists (
            select 1 from document_section p
            where p.bank = v.bank and p.version_rid = v.rid and (p.parent >= p.seq or p.parent < -1))
          or not exists (select 1 from document d where d.bank = v.bank and d.item_rid = v.item_rid))`,
      what: 'versions without all of their sections',
      hint: CHANGED_BY_HAND,
    },
    {
      check: 'large documents',
      wrong: (bank) => sql`
        select count(*) as n from document where bank = ${bank} and writing_at is not null`,
      what: 'of which an import or a publication was broken off, or goes on right now',
      hint:
        'do the same again: it goes on from there. Or let it be: the next import clears away what nobody went on with for ten ' +
        'minutes, and knowledge delete takes also what list does not show yet, by its source',
    },
  ],
  *forget({ bank, rid, id }): Tx<KindRemoval> {
    const versions = yield* all<{ rid: number; title: string; content_hash: Uint8Array }>(sql`
      select rid, title, content_hash from document_version where bank = ${bank} and item_rid = ${rid}`)
    const theirs = inInt(versions.map((version) => version.rid))
    const places = yield* all<{ anchor: string; heading: string }>(sql`
      select distinct anchor, heading from document_section where bank = ${bank} and version_rid ${theirs}`)
    const summaries = yield* column<string>(
      sql`select body from document_summary where bank = ${bank} and version_rid ${theirs}`,
    )
    const sources = yield* column<string>(
      sql`select source from document_source where bank = ${bank} and item_rid = ${rid}`,
    )
    const notes = yield* column<string>(
      sql`select note from document_event where bank = ${bank} and item_rid = ${rid} and note is not null`,
    )
    // bank-ok: tasks of every user may have it, and none may find it any more
    const sets = yield* all<{ bank: string; rid: number }>(sql`
      select bank, task_rid as rid from attachment where document_bank = ${bank} and document_id = ${id}`)
    const counts = {
      document_section: yield* run(
        sql`delete from document_section where bank = ${bank} and version_rid ${theirs}`,
      ),
      document_summary: yield* run(
        sql`delete from document_summary where bank = ${bank} and version_rid ${theirs}`,
      ),
      document_version: yield* run(
        sql`delete from document_version where bank = ${bank} and item_rid = ${rid}`,
      ),
      document_event: yield* run(sql`delete from document_event where bank = ${bank} and item_rid = ${rid}`),
      document_source: yield* run(
        sql`delete from document_source where bank = ${bank} and item_rid = ${rid}`,
      ),
      document: yield* run(sql`delete from document where bank = ${bank} and item_rid = ${rid}`),
      // bank-ok: tasks of every user may have it, and none may find it any more
      attachment: yield* run(
        sql`delete from attachment where document_bank = ${bank} and document_id = ${id} and bank is not null`,
      ),
    }
    for (const set of sets) yield* dropEmptySet(set)
    const texts = new Set([
      ...versions.map(({ title }) => title),
      ...places.flatMap(({ anchor, heading }) => [anchor, heading]),
      ...summaries,
      ...sources,
      ...notes,
    ])
    texts.delete('')
    return {
      counts: Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0)),
      texts: [...texts],
      // What each version said stays forgotten.
      identities: versions.map((version) => version.content_hash),
    }
  },
}
