import { MemoryError } from '../errors.js'
import { type Named, resolveNamed } from '../graph/ask-graph.js'
import { speakerKey } from '../graph/entity-name.js'
import { moveNames } from '../graph/move-names.js'
import { namedSo } from '../graph/name-entities.js'
import { isWhole, namesOf } from '../graph/names-of.js'
import { type Entity, readEntities } from '../graph/read-entities.js'
import { touchBank } from '../items/bank.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { rehashFacts } from './rehash-facts.js'

export interface Merged {
  readonly entity: Entity
  /** What takes it back: these names, split off into the entity that they came from. */
  readonly undo: { readonly id: string; readonly names: readonly string[]; readonly into: string }
}

/**
 * Makes one of two entities that are the same: the one that is kept takes the other's names, mentions and relations
 * over. The other keeps its id for the day on which they are parted again. Throws `not_found`, and `invalid_input`
 * where the two are one already, or a name is not clear.
 */
export async function mergeEntities(
  spine: Spine,
  reach: Reach,
  { keep, merge }: { readonly keep: Named; readonly merge: Named },
): Promise<Merged> {
  const bank = reach.writes
  const at = spine.env.now()
  return write(spine, reach, 'memory.merge_entities', 'memory.write', function* body() {
    const kept = yield* theEntity(spine, bank, keep)
    const going = yield* theEntity(spine, bank, merge)
    if (kept === going) {
      throw new MemoryError('invalid_input', 'both are the same entity', 'give two that are to become one')
    }
    yield* refuseSpeaker(spine, bank, going)
    const [gone] = yield* readEntities(bank, [going])
    const names = yield* namesOf(bank, going)
    const changed = yield* moveNames(
      bank,
      names.map(({ rid }) => rid),
      { from: going, to: kept },
    )
    yield* run(sql`update entity set merged_rid = ${kept} where bank = ${bank} and rid = ${going}`)
    yield* rehashFacts(spine, bank, changed, at)
    yield* touchBank(reach, at, { items: 0, words: 0 })
    const [entity] = yield* readEntities(bank, [kept])
    if (entity === undefined || gone === undefined) throw new Error('an entity went while it was merged')
    return {
      result: {
        entity,
        undo: { id: entity.id, names: names.filter(isWhole).map(({ name }) => name), into: gone.id },
      },
      effect: { ids: [entity.id, gone.id], counts: { names: names.length } },
    }
  })
}

/** The one entity that is meant. Throws `not_found`, and `invalid_input` for a name that several share. */
export function* theEntity(spine: Spine, bank: string, named: Named): Tx<number> {
  const [first, ...others] = yield* resolveNamed(spine, bank, named)
  const called = 'name' in named ? `called ${named.name}` : `with the id ${named.id}`
  if (first === undefined) {
    throw new MemoryError('not_found', `no entity is known ${called}`, 'memory.graph shows names and ids')
  }
  if (others.length > 0) {
    throw new MemoryError(
      'invalid_input',
      `several are ${called}`,
      'give the full name or the id of one, as memory.graph shows them',
    )
  }
  return first
}

function* refuseSpeaker(spine: Spine, bank: string, entity: number): Tx<void> {
  const speaker = yield* namedSo(bank, speakerKey(spine, bank))
  if (speaker?.rid !== entity) return
  throw new MemoryError(
    'invalid_input',
    'the user cannot be merged into someone else',
    'the other way round it can be: keep you, and merge the other into you',
  )
}
