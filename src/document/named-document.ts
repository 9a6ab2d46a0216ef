import { MemoryError } from '../errors.js'
import { identityOf } from '../items/identity.js'
import { isItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { BankId } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { documentRows, type ShownDocument } from './document-rows.js'
import { placeKey } from './place-key.js'

type Keyed = Pick<Spine, 'identityKey'>

export interface NamedWanted {
  readonly banks: readonly BankId[]
  /** Id, place, path that it was imported from or the end of one, or title. */
  readonly name: string
  /** Which of a bank's documents the caller may mean, as a condition on `d`. */
  readonly isMeant: (bank: BankId) => Sql
  /** What to do where there is none. */
  readonly hint: string
}

/**
 * The one document that has this id, else the one from this source, else of this title, else whose file is called so: what is
 * found by an index is looked for first. Throws `not_found`, and `invalid_input` where several are.
 */
export function* namedDocument(spine: Keyed, wanted: NamedWanted): Tx<ShownDocument> {
  const { name, hint } = wanted
  for (const condition of waysToName(spine, name)) {
    const [first, ...others] = yield* documentsWith(wanted, condition)
    if (first === undefined) continue
    if (others.length === 0) return first
    throw new MemoryError(
      'invalid_input',
      `several documents are called ${name}`,
      others.every(({ shelf }) => shelf === first.shelf)
        ? 'give the id or the source of one'
        : 'they stand on both shelves: give the id of one, or `shelf` where an operation takes it',
    )
  }
  throw new MemoryError('not_found', `no document is called ${name}`, hint)
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

/** Conditions on `d`, with its shown version `v` and its source `s`. */
function waysToName(spine: Keyed, name: string): ((bank: BankId) => Sql)[] {
  const isInOwnFile = () => isInFile(name)
  if (isItemId(name)) return [() => sql`d.item_id = ${name.toLowerCase()}`, isInOwnFile]
  return [
    (bank) => sql`d.place_key = ${placeKey(spine, bank, name)}`,
    (bank) => sql`d.source_key = ${sourceKey(spine, bank, name)}`,
    () => sql`v.title = ${name}`,
    isInOwnFile,
  ]
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
