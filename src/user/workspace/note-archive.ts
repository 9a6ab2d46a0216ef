import { z } from 'zod'
import {
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { identityOf } from '../../items/identity.js'
import { type BankId, kindOfBank } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { type NoteStatus, noteStatuses, noteTime, noteTypes } from './note.js'
import { type Verdict, verdicts } from './note-conflict.js'
import { senseKeys, senseOf } from './note-sense.js'

const noteShape = z.strictObject({
  item: archived.id,
  noteType: z.enum(noteTypes),
  importance: z.int().min(1).max(5),
  status: z.enum(noteStatuses),
  promotedAt: archived.time.nullable(),
})

type NoteLine = z.output<typeof noteShape>

/** What thoughts are for their workspace. By what they are compared is made of their texts again. */
export const noteTable: ArchiveTable<NoteLine> = {
  type: 'workspace_note',
  shape: noteShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<NoteLine[]> {
    return yield* all<NoteLine>(sql`
      select i.id as item, n.type as "noteType", n.importance, n.status, n.promoted_at as "promotedAt"
      from item i cross join workspace_note n
      where i.bank = ${bank} and n.bank = i.bank and n.item_rid = i.rid and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
  },

  add: ({ reach, aliases, identityKey }, rows) =>
    function* addNotes(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, noteType, importance, status, promotedAt } of rows) {
        const thought = yield* thoughtOf(bank, item, aliases)
        if (thought === undefined) {
          leftOut += 1
          continue
        }
        const isNew = yield* run(sql`
          insert into workspace_note (bank, item_rid, type, importance, status, at, promoted_at)
          values (${bank}, ${thought.rid}, ${noteType}, ${importance}, ${status}, ${thought.at}, ${promotedAt})
          on conflict (bank, item_rid) do nothing`)
        added += isNew
        if (isNew === 0) continue
        for (const key of senseKeys(senseOf(thought.body)))
          yield* run(sql`
            insert into workspace_note_key (bank, key, item_rid)
            values (${bank}, ${identityOf(identityKey, [bank, 'note key', key])}, ${thought.rid})
            on conflict do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

const sayingShape = z.strictObject({ item: archived.id, key: archived.blob(16) })

type SayingLine = z.output<typeof sayingShape>

export const sayingTable: ArchiveTable<SayingLine> = {
  type: 'workspace_saying',
  shape: sayingShape,
  key: ({ item, key }) => [item, fromBase64Hex(key)],

  *page(bank, after, limit): Tx<SayingLine[]> {
    const rows = yield* all<{ item: string; key: Uint8Array }>(sql`
      select i.id as item, s.key from item i cross join workspace_saying s
      where i.bank = ${bank} and s.bank = i.bank and s.item_rid = i.rid and i.id >= ${after?.item ?? ''}
        and (i.id > ${after?.item ?? ''} or s.key > ${after === undefined ? new Uint8Array() : fromBase64(after.key)})
      order by i.id, s.key limit ${limit}`)
    return rows.map(({ item, key }) => ({ item, key: base64(key) }))
  },

  add: ({ reach, aliases }, rows) =>
    function* addSayings(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, key } of rows) {
        const note = yield* noteOf(bank, item, aliases)
        if (note === undefined) leftOut += 1
        else
          added += yield* run(sql`
            insert into workspace_saying (bank, item_rid, key)
            values (${bank}, ${note.rid}, ${fromBase64(key)}) on conflict do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

const conflictShape = z.strictObject({
  id: archived.id,
  at: archived.time,
  first: archived.id,
  second: archived.id,
  keep: z.enum(verdicts).nullable(),
  decidedAt: archived.time.nullable(),
  decidedBy: archived.text.max(600).nullable(),
  reason: archived.text.nullable(),
})

type ConflictLine = z.output<typeof conflictShape>

/** What contradicts each other, and what came of it. One of which a side is gone is nothing to decide. */
export const noteConflictTable: ArchiveTable<ConflictLine> = {
  type: 'workspace_conflict',
  shape: conflictShape,
  key: ({ id }) => [id],

  *page(bank, after, limit): Tx<ConflictLine[]> {
    return yield* all<ConflictLine>(sql`
      select c.id, c.at, a.id as "first", b.id as "second", c.keep, c.decided_at as "decidedAt",
        c.decided_by as "decidedBy", r.reason
      from workspace_conflict c
      join item a on a.bank = c.bank and a.rid = c.first_rid
      join item b on b.bank = c.bank and b.rid = c.second_rid
      left join workspace_reason r on r.bank = c.bank and r.conflict_id = c.id
      where c.bank = ${bank} and c.id > ${after?.id ?? ''} order by c.id limit ${limit}`)
  },

  add: ({ reach, aliases }, rows) =>
    function* addConflicts(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { id, at, first, second, keep, decidedAt, decidedBy, reason } of rows) {
        const [one, other] = [yield* noteOf(bank, first, aliases), yield* noteOf(bank, second, aliases)]
        if (one === undefined || other === undefined || one.rid === other.rid) {
          leftOut += 1
          continue
        }
        const isTurned = one.rid > other.rid
        const [older, newer] = isTurned ? [other, one] : [one, other]
        const verdict = (isTurned ? turned(keep) : keep) ?? decidedHere(older, newer)
        const isNew = yield* run(sql`
          insert into workspace_conflict (bank, id, at, first_rid, second_rid, keep, decided_at, decided_by)
          values (${bank}, ${id}, ${at}, ${older.rid}, ${newer.rid}, ${verdict},
            ${verdict === null ? null : (decidedAt ?? at)}, ${decidedBy})
          on conflict do nothing`)
        added += isNew
        if (isNew > 0 && reason !== null)
          yield* run(
            sql`insert into workspace_reason (bank, conflict_id, reason) values (${bank}, ${id}, ${reason})`,
          )
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

function turned(keep: ConflictLine['keep']): ConflictLine['keep'] {
  if (keep === 'first') return 'second'
  return keep === 'second' ? 'first' : keep
}

/** Of a workspace: nothing else would take such rows away again. */
function* thoughtOf(
  bank: BankId,
  id: string,
  aliases: ReadonlyMap<string, string>,
): Tx<{ readonly rid: number; readonly at: number; readonly body: string } | undefined> {
  if (kindOfBank(bank) !== 'workspace') return undefined
  return yield* get<{ rid: number; at: number; body: string }>(sql`
    select i.rid, ${noteTime} as at, x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.id = ${aliases.get(id) ?? id} and i.kind = 'thought'`)
}

interface Side {
  readonly rid: number
  readonly status: NoteStatus
}

function* noteOf(bank: string, id: string, aliases: ReadonlyMap<string, string>): Tx<Side | undefined> {
  return yield* get<Side>(sql`
    select i.rid, n.status from item i join workspace_note n on n.bank = i.bank and n.item_rid = i.rid
    where i.bank = ${bank} and i.id = ${aliases.get(id) ?? id}`)
}

/** What was superseded here is no side of a question any more. */
function decidedHere(older: Side, newer: Side): Verdict | null {
  const [isOlderOver, isNewerOver] = [older, newer].map(({ status }) => status === 'superseded')
  if (isOlderOver && isNewerOver) return 'neither'
  if (isOlderOver) return 'second'
  return isNewerOver ? 'first' : null
}

/** Sorted as the bytes are. */
function fromBase64Hex(key: string): string {
  return Buffer.from(key, 'base64').toString('hex')
}
