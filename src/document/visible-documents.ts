import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { documentRows, type ShownDocument } from './document-rows.js'
import { isCalled } from './named-document.js'
import { documentBanks } from './shelves.js'
import { type TaskDocuments, taskDocuments } from './task-documents.js'

/**
 * What makes a document visible, as a condition on its row `d` in the bank of a shelf that the caller may see: published,
 * and attached to the task. Nothing decides it elsewhere.
 */
export function visibleTo({ bank, rid, isEverything }: TaskDocuments): Sql {
  if (isEverything) return sql`d.published is not null`
  if (rid === undefined) return sql`1 = 0`
  return sql`d.published is not null and exists (
    select 1 from attachment a
    where a.bank = ${bank} and a.task_rid = ${rid} and a.document_bank = d.bank and a.document_id = d.item_id)`
}

/** All documents that a task may ask, by title. */
export function* visibleDocuments(spine: Spine, reach: Reach, task: string): Tx<ShownDocument[]> {
  const visible = visibleTo(yield* taskDocuments(spine, reach, task))
  const found: ShownDocument[] = []
  for (const bank of documentBanks(reach)) found.push(...(yield* documentRows(bank, visible)))
  return found.sort((a, b) => compare(a.title, b.title) || compare(a.id, b.id))
}

/** One of them, by its id, its source or its title. Throws `not_found`, whether it is absent, unpublished or not attached. */
export function* visibleDocument(
  spine: Spine,
  reach: Reach,
  { task, document }: { readonly task: string; readonly document: string },
): Tx<ShownDocument> {
  const visible = visibleTo(yield* taskDocuments(spine, reach, task))
  const found: ShownDocument[] = []
  for (const bank of documentBanks(reach))
    found.push(...(yield* documentRows(bank, sql`${visible} and ${isCalled(spine, bank, document)}`)))
  const [first, ...others] = found
  if (first === undefined) {
    throw new MemoryError(
      'not_found',
      `no document of this task is called ${document}`,
      'knowledge.map lists the documents of the task; one that is not there is not published, or not attached',
    )
  }
  if (others.length === 0) return first
  throw new MemoryError(
    'invalid_input',
    `several documents are called ${document}`,
    'give its id or its source, as knowledge.map shows them',
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
