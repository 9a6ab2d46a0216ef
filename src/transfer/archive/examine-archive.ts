import { MemoryError } from '../../errors.js'
import { base64, fromBase64 } from '../../items/archive-table.js'
import { type Spine, storedIdentityKey } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { archiveTables } from './archive-tables.js'
import { auditTable } from './audit-table.js'
import type { ArchiveHeader } from './format.js'
import { readArchive } from './read-archive.js'
import type { Rereadable } from './reread.js'

/** What is known of an archive before anything is written. */
export interface Examined {
  readonly header: ArchiveHeader
  readonly sha256: string
  readonly rows: number
  readonly banks: number
  /** Banks whose log here says what the archive's does not: it goes on, and the archive's is left out. */
  readonly withOwnHistory: ReadonlySet<string>
}

/** Reads an archive from end to end. Throws when it is damaged, too new, or another store's. */
export async function examineArchive(
  spine: Spine,
  source: Rereadable,
  progress: (rows: number) => void,
): Promise<Examined> {
  const withOwnHistory = new Set<string>()
  let chain: { readonly bank: string; readonly seq: number; readonly hash: string } | undefined
  let header: ArchiveHeader | undefined
  let rows = 0
  let banks = 0
  for await (const entry of readArchive(source.read(), archiveTables(spine))) {
    switch (entry.kind) {
      case 'header':
        header = entry.header
        await spine.store.read(refuseOtherStore, 'archive', fromBase64(header.identityKey))
        break
      case 'bank': {
        banks += 1
        const { bank } = entry.line
        const last = await spine.store.query(endOfChain(bank))
        chain = last === undefined ? undefined : { bank, seq: last.seq, hash: base64(last.hash) }
        if (chain !== undefined) withOwnHistory.add(bank)
        break
      }
      case 'row': {
        rows += 1
        if (rows % ROWS_PER_WORD === 0) progress(rows)
        if (chain === undefined || entry.table !== auditTable) break
        const { seq, hash } = entry.row as { seq: number; hash: string }
        if (seq === chain.seq && hash === chain.hash) withOwnHistory.delete(chain.bank)
        break
      }
      case 'end':
        if (header !== undefined) return { header, sha256: entry.sha256, rows, banks, withOwnHistory }
    }
  }
  throw new TypeError('an archive ended without its end')
}

/**
 * A store that remembers something under another key knows none of the identities that come in. Throws `conflict`.
 * Answers whether the key is the store's own already.
 */
export function* refuseOtherStore(what: 'archive' | 'backup', key: Uint8Array): Tx<boolean> {
  const own = yield* storedIdentityKey()
  if (own !== undefined && Buffer.compare(own.value, key) === 0) return true
  const used = yield* get(sql`
    select bank from item union all select bank from tombstone union all select bank from session
    union all select bank from proposal limit 1`)
  if (used === undefined) return false
  throw new MemoryError(
    'conflict',
    `the ${what} is of another store, and this one is not empty`,
    'give it a store of its own: the same command with --home DIR, or RECOLLECT_HOME=DIR',
  )
}

const ROWS_PER_WORD = 500

function endOfChain(bank: string) {
  return get<{ seq: number; hash: Uint8Array }>(
    sql`select seq, hash from audit where bank = ${bank} order by seq desc limit 1`,
  )
}
