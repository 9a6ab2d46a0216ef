import { z } from 'zod'
import { type ArchiveTable, archived, type Taken, taken } from '../../items/archive-table.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { isRecordFileName } from './file-name.js'
import { freeFile } from './free-file.js'
import { provenances, recordTypes } from './record.js'
import { fileKey, nameKey } from './record-keys.js'
import { insertRecord } from './record-rows.js'
import { soundParts } from './record-text.js'

const recordShape = z.strictObject({
  item: archived.id,
  /** `type` is what names the line. */
  recordType: z.enum(recordTypes),
  provenance: z.enum(provenances),
  /** There where an explicit call changed what extraction had written. */
  edited: z.literal(true).optional(),
  file: archived.text.refine(isRecordFileName),
  nameChars: z.int().min(1),
  descriptionChars: z.int().min(0),
  createdAt: archived.time,
  updatedAt: archived.time,
  activeAt: archived.time,
  revision: z.int().min(1),
})

type RecordLine = z.output<typeof recordShape>

/** What records keep beside their items. */
export const recordTable: ArchiveTable<RecordLine> = {
  type: 'record',
  shape: recordShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<RecordLine[]> {
    const rows = yield* all<Omit<RecordLine, 'edited'> & { edited: number }>(sql`
      select i.id as "item", r.type as "recordType", r.provenance as "provenance", r.edited as "edited", f.file as "file",
        r.name_chars as "nameChars", r.description_chars as "descriptionChars", r.created_at as "createdAt",
        r.updated_at as "updatedAt", r.active_at as "activeAt", r.revision as "revision"
      from record r
      join item i on i.bank = r.bank and i.rid = r.item_rid
      join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
      where r.bank = ${bank} and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
    return rows.map(({ edited, ...row }) => ({ ...row, ...(edited === 1 ? { edited: true as const } : {}) }))
  },

  add: ({ reach, aliases, identityKey }, rows) =>
    function* addRecords(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, file, recordType, edited, ...line } of rows) {
        const stored = yield* get<{ rid: number; body: string; known: number | null }>(sql`
          select i.rid, x.body, r.item_rid as known from item i
          join item_text x on x.bank = i.bank and x.rid = i.text_rid
          left join record r on r.bank = i.bank and r.item_rid = i.rid
          where i.bank = ${bank} and i.id = ${aliases.get(item) ?? item} and i.kind = 'record'`)
        if (stored !== undefined && stored.known !== null) continue
        const parts = stored && soundParts({ text: stored.body, ...line }, recordType)
        if (stored === undefined || parts === undefined) {
          leftOut += 1
          continue
        }
        const free = yield* freeFile({ identityKey }, bank, file)
        yield* insertRecord(bank, stored.rid, {
          ...line,
          isEdited: edited === true,
          type: recordType,
          file: free,
          fileKey: fileKey({ identityKey }, bank, free),
          nameKey: yield* freeNameKey({ identityKey }, bank, parts.name),
        })
        added += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

/**
 * Two stores that went apart may each have given the name to a record of its own. Both stay; the one that comes second is
 * found by its id and its file, and its name is the other's.
 */
function* freeNameKey(keyed: Pick<Spine, 'identityKey'>, bank: string, name: string): Tx<Uint8Array> {
  for (let number = 1; ; number++) {
    const key = nameKey(keyed, bank, number === 1 ? name : `${name} (${number})`)
    const taken = yield* get(sql`select item_rid from record where bank = ${bank} and name_key = ${key}`)
    if (taken === undefined) return key
  }
}
