import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { type Sql, sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { documentRows, type ShownDocument } from '../document-rows.js'
import { namedDocument } from '../named-document.js'
import { documentBanks } from '../shelves.js'
import { isAttached, type TaskDocuments, taskDocuments } from './task-documents.js'

/**
 * What makes a document visible, as a condition on its row `d` in the bank of a shelf that the caller may see: published,
 * and attached to the task. Nothing decides it elsewhere.
 */
export function visibleTo(task: TaskDocuments): Sql {
  return task.isEverything
    ? sql`d.published is not null`
    : sql`d.published is not null and ${isAttached(task)}`
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
  return yield* namedDocument(spine, {
    banks: documentBanks(reach),
    name: document,
    isMeant: () => visible,
    hint: 'knowledge.map lists what the task may ask: what is published, and attached to it',
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
