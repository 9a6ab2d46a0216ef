import type { ArchiveTable } from '../../items/archive-table.js'
import type { Spine } from '../../items/spine.js'
import { documentTable, eventTable, versionTable } from './archive-documents.js'
import { placeTable, sectionTable } from './archive-sections.js'
import { attachmentTable, taskTable } from './archive-tasks.js'

/** How documents travel: each row behind those that it belongs to. */
export function documentTables(spine: Spine): readonly ArchiveTable[] {
  return [
    documentTable,
    versionTable,
    eventTable,
    sectionTable,
    placeTable(spine),
    taskTable,
    attachmentTable,
  ]
}
