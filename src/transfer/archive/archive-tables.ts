import { documentTables } from '../../document/archive/archive-tables.js'
import { edgeTable, mentionTable } from '../../graph/edge-archive.js'
import { entityTable, nameTable } from '../../graph/entity-archive.js'
import type { ArchiveTable } from '../../items/archive-table.js'
import { dismissalTable } from '../../items/dismissals.js'
import { copyTable } from '../../items/item-copy.js'
import { gateTable, proposalTable } from '../../items/proposal-archive.js'
import type { Spine } from '../../items/spine.js'
import { auditTable } from './audit-table.js'
import { itemTable } from './item-table.js'
import { lineageTable } from './lineage-table.js'
import { readTable } from './read-table.js'
import { tombstoneTable } from './tombstone-table.js'

/**
 * The tables of an archive, in the order in which a bank is written and read. It makes an archive consistent in itself
 * although others write meanwhile: what belongs to an item is read behind it, what was forgotten last.
 */
export function archiveTables(spine: Spine): readonly ArchiveTable[] {
  const ofKinds = [...spine.kinds.values()].flatMap(({ archive }) => archive)
  return [
    itemTable(spine),
    entityTable,
    nameTable(spine),
    edgeTable,
    ...ofKinds,
    ...documentTables(spine),
    mentionTable,
    lineageTable(spine),
    copyTable,
    gateTable,
    proposalTable,
    dismissalTable,
    tombstoneTable(spine),
    auditTable,
    readTable,
  ]
}
