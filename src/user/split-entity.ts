import { MemoryError } from '../errors.js'
import { type Named, resolveNamed } from '../graph/ask-graph.js'
import { speakerKey } from '../graph/entity-name.js'
import { moveNames } from '../graph/move-names.js'
import { type HeldName, isWhole, namesOf, pickNames } from '../graph/names-of.js'
import { type Entity, readEntities } from '../graph/read-entities.js'
import { touchBank } from '../items/bank.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { inInt, sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import { theEntity } from './merge-entities.js'
import { rehashFacts } from './rehash-facts.js'

export interface SplitInput {
  readonly from: Named
  /** Names that are someone else's. */
  readonly names: readonly string[]
  /** The id of the entity that they go back to, one that was merged into this; else the one each was made for. */
  readonly into?: string | undefined
}

export interface Split {
  readonly entity: Entity
  /** Those that have the names now. */
  readonly parted: readonly Entity[]
}

/**
 * Parts names from an entity, with what was said by them. Names that a merge brought go back to the entity they came
 * from, under its old id; names that were always its own become an entity of their own. Throws `not_found` for an
 * entity or a name that is not there, `invalid_input` where nothing would be left.
 */
export async function splitEntity(spine: Spine, reach: Reach, input: SplitInput): Promise<Split> {
  const bank = reach.writes
  const at = spine.env.now()
  const freshId = spine.env.newId()
  return write(spine, reach, 'memory.split_entity', 'memory.write', function* body() {
    const from = yield* theEntity(spine, bank, input.from)
    const into = input.into === undefined ? undefined : yield* mergedInto(spine, bank, from, input.into)
    const held = yield* namesOf(bank, from)
    const going = yield* pick(spine, bank, held, { given: input.names, own: into })
    const parted: number[] = []
    const changed: number[] = []
    for (const [own, names] of byOwner(going, into)) {
      const to = own === from ? yield* makeEntity(bank, from, freshId, names) : own
      yield* run(sql`update entity set merged_rid = null where bank = ${bank} and rid = ${to}`)
      changed.push(
        ...(yield* moveNames(
          bank,
          names.map(({ rid }) => rid),
          { from, to },
        )),
      )
      parted.push(to)
    }
    yield* rehashFacts(spine, bank, [...new Set(changed)], at)
    yield* touchBank(reach, at, { items: 0, words: 0 })
    const [entity, ...others] = yield* readEntities(bank, [from, ...parted])
    if (entity === undefined) throw new Error('an entity went while it was split')
    return {
      result: { entity, parted: others },
      effect: { ids: [entity.id, ...others.map(({ id }) => id)], counts: { names: going.length } },
    }
  })
}

function* mergedInto(spine: Spine, bank: string, from: number, id: string): Tx<number> {
  const [root] = yield* resolveNamed(spine, bank, { id })
  const row = yield* get<{ rid: number }>(sql`select rid from entity where bank = ${bank} and id = ${id}`)
  if (row !== undefined && root === from && row.rid !== from) return row.rid
  throw new MemoryError(
    'invalid_input',
    'into: not an entity that was merged into this one',
    'leave it away: names go back to where they came from',
  )
}

function* pick(
  spine: Spine,
  bank: string,
  held: readonly HeldName[],
  meant: { readonly given: readonly string[]; readonly own: number | undefined },
): Tx<HeldName[]> {
  const going = pickNames(spine, bank, held, meant)
  if (going === undefined) {
    throw new MemoryError(
      'not_found',
      'it does not have all of these names',
      'memory.graph shows its names: name and aliases',
    )
  }
  const speaker = Buffer.from(speakerKey(spine, bank))
  if (going.some(({ key }) => speaker.equals(key))) {
    throw new MemoryError('invalid_input', 'the user stays the user', 'give the names that are not theirs')
  }
  const isLeft = held.some((name) => isWhole(name) && !going.includes(name))
  if (!isLeft) {
    throw new MemoryError('invalid_input', 'nothing would be left of it', 'leave it at least one name')
  }
  return going
}

function byOwner(
  names: readonly HeldName[],
  into: number | undefined,
): ReadonlyMap<number, readonly HeldName[]> {
  const groups = new Map<number, HeldName[]>()
  for (const name of names) {
    const owner = into ?? name.own
    groups.set(owner, [...(groups.get(owner) ?? []), name])
  }
  return groups
}

/** From now on the names are its own: so they come back to it should they be merged once more. */
function* makeEntity(bank: string, from: number, id: string, names: readonly HeldName[]): Tx<number> {
  const made = yield* get<{ rid: number }>(sql`
    insert into entity (bank, id, type)
    select bank, ${id}, type from entity where bank = ${bank} and rid = ${from} returning rid`)
  if (made === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`
    update entity_alias set own_rid = ${made.rid}
    where bank = ${bank} and name_rid ${inInt(names.map(({ rid }) => rid))}`)
  return made.rid
}
