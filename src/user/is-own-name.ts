import { entityName, isPartOfName, isSelf, nameForm, speakerKey } from '../graph/entity-name.js'
import { namedAtAll, namedSo } from '../graph/name-entities.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'

/**
 * Whether a name is one of the user's own: as the store knows them, as they said that they are called, or as somebody who
 * was said to be them.
 */
export function* isOwnName(
  spine: Pick<Spine, 'identityKey'>,
  { writes: bank, actor }: Pick<Reach, 'writes' | 'actor'>,
  name: string,
): Tx<boolean> {
  if (nameForm(name) === nameForm(actor.user) || isSelf(name)) return true
  const speaker = yield* namedSo(bank, speakerKey(spine, bank))
  if (speaker === undefined) return false
  const bearers = yield* namedAtAll(bank, entityName(spine, bank, name).key)
  if (bearers.some(({ rid }) => rid === speaker.rid)) return true
  // Stated: who appends for them could else make a name theirs.
  const called = yield* column<string>(sql`
    select x.value from fact f join fact_text x on x.bank = f.bank and x.item_rid = f.item_rid
    where f.bank = ${bank} and f.subject_rid = ${speaker.rid} and f.status = 'active' and f.stated = 1
      and x.attribute = 'name' and x.value is not null`)
  return called.some(
    (own) => nameForm(own) === nameForm(name) || isPartOfName(name, own) || isPartOfName(own, name),
  )
}
