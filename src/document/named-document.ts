import { MemoryError } from '../errors.js'
import { identityOf } from '../items/identity.js'
import { isItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { BankId } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { documentRows, type ShownDocument } from './document-rows.js'

type Keyed = Pick<Spine, 'identityKey'>

export interface NamedWanted {
  readonly banks: readonly BankId[]
  /** Id, path that it was imported from or the end of one, or title. */
  readonly name: string
  /** Which of a bank's documents the caller may mean, as a condition on `d`. */
  readonly isMeant: (bank: BankId) => Sql
  /** What to do where there is none. */
  readonly hint: string
}

/**
 * The one document that is called so; where none is, the one whose file is. Throws `not_found`, and `invalid_input` where
 * several are.
 */
export function* namedDocument(spine: Keyed, wanted: NamedWanted): Tx<ShownDocument> {
  const { name, hint } = wanted
  const called = yield* documentsWith(wanted, (bank) => isCalled(spine, bank, name))
  const found = called.length > 0 ? called : yield* documentsWith(wanted, () => isInFile(name))
  const [first, ...others] = found
  if (first === undefined) throw new MemoryError('not_found', `no document is called ${name}`, hint)
  if (others.length === 0) return first
  throw new MemoryError(
    'invalid_input',
    `several documents are called ${name}`,
    'give the id or the source of one',
  )
}

function* documentsWith(
  { banks, isMeant }: NamedWanted,
  condition: (bank: BankId) => Sql,
): Tx<ShownDocument[]> {
  const found: ShownDocument[] = []
  for (const bank of banks)
    found.push(...(yield* documentRows(bank, sql`${isMeant(bank)} and ${condition(bank)}`)))
  return found
}

/** Of `d`, with its shown version `v`. */
function isCalled(spine: Keyed, bank: string, name: string): Sql {
  if (isItemId(name)) return sql`d.item_id = ${name.toLowerCase()}`
  return sql`(d.source_key = ${sourceKey(spine, bank, name)} or v.title = ${name})`
}

/** Whether the source `s` ends in this path: `handbook.md` is `docs/handbook.md`. */
function isInFile(path: string): Sql {
  const end = `/${path}`
  return sql`substr(s.source, length(s.source) - ${[...end].length - 1}) = ${end}`
}

/** By which a source is found: the index holds no readable path. Paths differ as on a file system that knows case. */
export function sourceKey({ identityKey }: Keyed, bank: string, source: string): Uint8Array {
  return identityOf(identityKey, [bank, 'document source', source.normalize('NFC')])
}
