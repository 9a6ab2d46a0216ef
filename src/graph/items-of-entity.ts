import { MemoryError } from '../errors.js'
import type { Doomed } from '../items/forget.js'
import type { ItemId } from '../items/item.js'
import { currentIdentityKey, type Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { exactWords } from '../search/exact-words.js'
import { inText, sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'
import { type Named, resolveNamed } from './ask-graph.js'
import { nameForm, speakerKey } from './entity-name.js'
import type { EntityType } from './entity-type.js'
import { namedSo } from './name-entities.js'
import { type Entity, readEntities } from './read-entities.js'

/**
 * Every item that names an entity, for forgetting it with all that is known of it: what a rule has read it out of, and
 * every text that holds a full name of it. A name will do where it is clear. Throws `not_found`, `conflict` for a name
 * that several share, and `invalid_input` for the user, whom no item names.
 */
export async function itemsOfEntity(spine: Spine, reach: Reach, named: Named): Promise<Doomed> {
  const bank = reach.writes
  const keyed = { identityKey: await currentIdentityKey(spine) }
  const entity = await spine.store.read(findOther, keyed, bank, named)
  const found = new Set<ItemId>()
  for (const name of fullNames(entity)) {
    const { hits } = await exactWords(spine, { ...reach, reads: [bank] }, `"${name}"`, { limit: Infinity })
    for (const { item } of hits) found.add(item.id)
  }
  const holding = inText([...found])
  return function* find(limit): Tx<readonly ItemId[]> {
    return yield* column<ItemId>(sql`
      select i.id from mention m join item i on i.bank = m.bank and i.rid = m.item_rid
      where m.bank = ${bank} and m.entity_rid = ${entity.rid}
      union
      select i.id from item i where i.bank = ${bank} and i.id ${holding} and i.quotes = 0
      order by 1 limit ${limit}`)
  }
}

function* findOther(spine: Pick<Spine, 'identityKey'>, bank: string, named: Named): Tx<Entity> {
  const [entity, ...others] = yield* readEntities(bank, yield* resolveNamed(spine, bank, named))
  const called = 'name' in named ? `is called ${named.name}` : `has the id ${named.id}`
  if (entity === undefined) {
    throw new MemoryError(
      'not_found',
      `no entity ${called}`,
      'memory.graph shows the names and ids of entities',
    )
  }
  if (others.length > 0) {
    const candidates = [entity, ...others].slice(0, CANDIDATES_TOLD).map(({ id, name }) => `${name}: ${id}`)
    throw new MemoryError(
      'conflict',
      `more than one entity ${called}`,
      `give the id of the one that is meant (${candidates.join('; ')})`,
    )
  }
  const speaker = yield* namedSo(bank, speakerKey(spine, bank))
  if (speaker?.rid !== entity.rid) return entity
  throw new MemoryError(
    'invalid_input',
    'this is the user, of whom everything in this memory is',
    'memory.clear forgets all of it; memory.facts shows what is known of them, to forget it one by one',
  )
}

const CANDIDATES_TOLD = 5

/** Names that are hardly anything but names: of several words, or written without spaces. */
function fullNames({ name, aliases, type }: Entity): string[] {
  if (type !== null && !NAMED_IN_FULL.includes(type)) return []
  return [name, ...aliases]
    .map((one) => nameForm(one).replaceAll('"', ' ').trim())
    .filter((one) => one.includes(' ') || (CJK.test(one) && [...one].length > 1))
}

const NAMED_IN_FULL: readonly EntityType[] = ['person', 'organisation', 'team', 'project']
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
