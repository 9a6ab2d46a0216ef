import { z } from 'zod'
import {
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { hex } from '../../text/hex.js'
import { TASK_NAME_MAX_CHARS, taskKey } from '../tasks/task-documents.js'

const taskShape = z.strictObject({
  key: archived.blob(16),
  name: archived.text.min(1).max(TASK_NAME_MAX_CHARS),
  everything: z.boolean(),
  updatedAt: archived.time,
})

type TaskLine = z.output<typeof taskShape>

/** Tasks that may ask documents. */
export const taskTable: ArchiveTable<TaskLine> = {
  type: 'task_documents',
  shape: taskShape,
  key: ({ key }) => [hex(fromBase64(key))],

  *page(bank, after, limit): Tx<TaskLine[]> {
    const rows = yield* all<{ key: Uint8Array; name: string; everything: number; updatedAt: number }>(sql`
      select t.task_key as key, n.name, t.everything, t.updated_at as "updatedAt"
      from task_documents t join task_name n on n.bank = t.bank and n.rid = t.task_rid
      where t.bank = ${bank} and t.task_key > ${fromBase64(after?.key ?? '')} order by t.task_key limit ${limit}`)
    return rows.map(({ key, everything, ...row }) => ({
      ...row,
      key: base64(key),
      everything: everything === 1,
    }))
  },

  add: ({ reach, identityKey }, rows) =>
    function* addTasks(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      for (const { name, everything, updatedAt } of rows) {
        const key = taskKey({ identityKey }, bank, name)
        const known = yield* get(
          sql`select task_rid from task_documents where bank = ${bank} and task_key = ${key}`,
        )
        if (known !== undefined) continue
        const row = yield* get<{ rid: number }>(
          sql`insert into task_name (bank, name) values (${bank}, ${name}) returning rid`,
        )
        added += yield* run(sql`
          insert into task_documents (bank, task_key, task_rid, everything, updated_at)
          values (${bank}, ${key}, ${row?.rid ?? null}, ${everything ? 1 : 0}, ${updatedAt})`)
      }
      return taken({ added, present: rows.length - added })
    },
}

const attachmentShape = z.strictObject({
  /** The key of its task. */
  task: archived.blob(16),
  /** When the task's set was changed last: where it is another here, the set here goes on as it is. */
  setAt: archived.time,
  documentBank: archived.text.min(1).max(1_000),
  document: archived.id,
  at: archived.time,
})

type AttachmentLine = z.output<typeof attachmentShape>

/** Documents that were attached to tasks, also those of other banks. */
export const attachmentTable: ArchiveTable<AttachmentLine> = {
  type: 'attachment',
  shape: attachmentShape,
  key: ({ task, documentBank, document }) => [hex(fromBase64(task)), documentBank, document],

  *page(bank, after, limit): Tx<AttachmentLine[]> {
    const rows = yield* all<Omit<AttachmentLine, 'task'> & { task: Uint8Array }>(sql`
      select t.task_key as task, t.updated_at as "setAt", a.document_bank as "documentBank", a.document_id as document, a.at
      from task_documents t join attachment a on a.bank = t.bank and a.task_rid = t.task_rid
      where t.bank = ${bank} and (t.task_key, a.document_bank, a.document_id)
        > (${fromBase64(after?.task ?? '')}, ${after?.documentBank ?? ''}, ${after?.document ?? ''})
      order by t.task_key, a.document_bank, a.document_id limit ${limit}`)
    return rows.map(({ task, ...row }) => ({ ...row, task: base64(task) }))
  },

  add: ({ reach }, rows) =>
    function* addAttachments(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { task, setAt, documentBank, document, at } of rows) {
        // bank-ok: also documents of every user, which are there by now
        const own = yield* get<{ rid: number }>(sql`
          select t.task_rid as rid from task_documents t
          join document d on d.bank = ${documentBank} and d.item_id = ${document} and d.latest > 0
          where t.bank = ${bank} and t.task_key = ${fromBase64(task)} and t.updated_at = ${setAt}`)
        if (own === undefined) leftOut += 1
        else
          added += yield* run(sql`
            insert into attachment (bank, task_rid, document_bank, document_id, at)
            values (${bank}, ${own.rid}, ${documentBank}, ${document}, ${at})
            on conflict (bank, task_rid, document_bank, document_id) do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}
