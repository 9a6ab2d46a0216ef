import { MemoryError } from '../../errors.js'
import { speakerKey } from '../../graph/entity-name.js'
import { findEntities } from '../../graph/find-entities.js'
import { namedSo } from '../../graph/name-entities.js'
import type { Spine } from '../../items/spine.js'
import type { BankId } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { keyHash } from './fact-hashes.js'
import { USER_TAG } from './subject-tag.js'

/**
 * The hashes of a key as a person writes it: `user.location`, `person.mia.employer`; one for each entity of that name,
 * none where nobody is called so. Both names and attributes may hold dots. Throws `invalid_input`.
 */
export function* keyHashesOf(spine: Pick<Spine, 'identityKey'>, bank: BankId, key: string): Tx<Uint8Array[]> {
  const [first = '', ...rest] = key.trim().split('.')
  if (rest.length === 0 || rest.some((part) => part.trim() === '')) throw noKey(first.trim())
  if (first.toLowerCase() === 'user') return [keyHash(spine, bank, USER_TAG, rest.join('.'))]
  const hashes: Uint8Array[] = []
  for (let names = 1; names < rest.length; names++) {
    const attribute = rest.slice(names).join('.') // slice-ok: parts of a list
    const rids = yield* findEntities(spine, bank, rest.slice(0, names).join('.')) // slice-ok: parts of a list
    for (const tag of yield* tagsOf(spine, bank, rids)) hashes.push(keyHash(spine, bank, tag, attribute))
  }
  if (rest.length === 1) throw noKey(rest[0] ?? '')
  return hashes
}

function* tagsOf(spine: Pick<Spine, 'identityKey'>, bank: BankId, rids: readonly number[]): Tx<string[]> {
  if (rids.length === 0) return []
  const user = yield* namedSo(bank, speakerKey(spine, bank))
  const rows = yield* all<{ rid: number; id: string }>(
    sql`select rid, id from entity where bank = ${bank} and rid ${inInt(rids)} order by rid`,
  )
  return rows.map(({ rid, id }) => (rid === user?.rid ? USER_TAG : id))
}

/** Who leaves out whose it is most often means their own. */
function noKey(attribute: string): MemoryError {
  const meant = /^[\p{L} _-]{1,40}$/u.test(attribute) ? `user.${attribute}` : 'user.location'
  return new MemoryError(
    'invalid_input',
    'not a key: it says not whose it is',
    `a key begins with user. or person.NAME., like ${meant} or person.mia.employer; recollect facts shows which there are`,
  )
}
