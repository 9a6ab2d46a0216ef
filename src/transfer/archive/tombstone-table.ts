import { z } from 'zod'
import { type ArchiveTable, archived, base64, fromBase64 } from '../../items/archive-table.js'
import type { Spine } from '../../items/spine.js'
import { uniteTombstones } from '../../items/unite-tombstones.js'
import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'

const tombstoneShape = z.strictObject({ identity: archived.blob(16), forgottenAt: archived.time })

type TombstoneRow = z.output<typeof tombstoneShape>

/** What was forgotten. Read behind the items on the way out, so that it wins over one that went in between. */
export const tombstoneTable = (spine: Spine): ArchiveTable<TombstoneRow> => ({
  type: 'tombstone',
  shape: tombstoneShape,
  key: ({ identity }) => [Buffer.from(identity, 'base64').toString('hex')],

  *page(bank, after, limit): Tx<TombstoneRow[]> {
    const rows = yield* all<{ identity: Uint8Array; forgotten_at: number }>(sql`
      select identity, forgotten_at from tombstone
      where bank = ${bank} and identity > ${fromBase64(after?.identity ?? '')} order by identity limit ${limit}`)
    return rows.map(({ identity, forgotten_at }) => ({
      identity: base64(identity),
      forgottenAt: forgotten_at,
    }))
  },

  add: ({ reach }, rows) => {
    const tombstones = rows.map(({ identity, forgottenAt }) => ({
      identity: fromBase64(identity),
      forgottenAt,
    }))
    return () => uniteTombstones(spine, reach, tombstones)
  },
})
