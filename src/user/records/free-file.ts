import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { fileKey } from './record-keys.js'
import { numberedFile } from './slug.js'

/** The file name, or the first of `name-2.md`, `name-3.md` … that no record of the bank has. */
export function* freeFile(keyed: Pick<Spine, 'identityKey'>, bank: string, file: string): Tx<string> {
  for (let attempt = 1; ; attempt++) {
    const candidate = numberedFile(file, attempt)
    const taken = yield* get(
      sql`select item_rid from record where bank = ${bank} and file_key = ${fileKey(keyed, bank, candidate)}`,
    )
    if (taken === undefined) return candidate
  }
}
