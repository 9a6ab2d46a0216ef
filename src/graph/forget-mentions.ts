import type { KindRemoval } from '../items/kind.js'
import { createRowCounts } from '../items/row-counts.js'
import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { column, get, run, type Tx } from '../store/statement.js'
import { speakerKey } from './entity-name.js'
import { namedSo } from './name-entities.js'
import { respellName } from './respell-name.js'

/** Removes what an item mentions, before it goes itself. Answers the names, for {@link sweepNames}. */
export function* forgetMentions(bank: string, itemRid: number): Tx<number[]> {
  const names = yield* column<number>(
    sql`select name_rid from mention where bank = ${bank} and item_rid = ${itemRid}`,
  )
  if (names.length > 0) yield* run(sql`delete from mention where bank = ${bank} and item_rid = ${itemRid}`)
  return names
}

/**
 * Removes those of the names that no item mentions any more, and the entities that are left without a name; what stays
 * is spelled as an item that stays spells it. Once all
 * items of a cascade are gone and what stays was made anew from other sources: edges and facts hold no name longer
 * than what states them mentions it.
 */
export function* sweepNames(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  names: readonly number[],
): Tx<KindRemoval> {
  const counts = createRowCounts()
  const texts: string[] = []
  for (const name of new Set(names)) {
    const alias = yield* aliasWithoutMention(bank, name)
    // A part stays as long as the name that it is a part of.
    if (alias === undefined || (alias.of_rid !== null && alias.of_rid !== name)) {
      const respelled = yield* respellName(bank, name)
      if (respelled.length > 0) counts.add('entity_name', respelled.length)
      texts.push(...respelled)
      continue
    }
    const owners = new Set([alias.entity_rid, alias.own_rid])
    for (const part of yield* partsOf(bank, name)) {
      const unused = yield* aliasWithoutMention(bank, part)
      if (unused === undefined) {
        yield* run(sql`update entity_alias set of_rid = ${part} where bank = ${bank} and name_rid = ${part}`)
        continue
      }
      texts.push(yield* dropName(bank, part))
      counts.add('entity_name', 1)
      owners.add(unused.entity_rid).add(unused.own_rid)
    }
    texts.push(yield* dropName(bank, name))
    counts.add('entity_name', 1)
    for (const owner of owners) counts.addAll(yield* dropIfNameless(bank, owner))
  }
  counts.addAll(yield* dropIdleSpeaker(spine, bank))
  return { counts: counts.all(), texts }
}

interface Alias {
  readonly entity_rid: number
  readonly own_rid: number
  readonly of_rid: number | null
}

function* aliasWithoutMention(bank: string, name: number): Tx<Alias | undefined> {
  return yield* get<Alias>(sql`
    select entity_rid, own_rid, of_rid from entity_alias
    where bank = ${bank} and name_rid = ${name}
      and not exists (select 1 from mention where bank = ${bank} and name_rid = ${name})`)
}

function partsOf(bank: string, name: number) {
  return column<number>(
    sql`select name_rid from entity_alias where bank = ${bank} and of_rid = ${name} and name_rid <> ${name}`,
  )
}

function* dropName(bank: string, name: number): Tx<string> {
  const row = yield* get<{ name: string }>(
    sql`select name from entity_name where bank = ${bank} and rid = ${name}`,
  )
  yield* run(sql`delete from entity_alias where bank = ${bank} and name_rid = ${name}`)
  yield* run(sql`delete from entity_name where bank = ${bank} and rid = ${name}`)
  return row?.name ?? ''
}

/**
 * One whose names were taken over stays while any of them lives: they may be given back. One that took over all it had
 * from others, and was taken over itself, has nothing to be given back, and goes with the entity that it was merged into.
 */
function* dropIfNameless(bank: string, entity: number): Tx<Record<string, number>> {
  const removed = yield* run(sql`
    delete from entity where bank = ${bank} and rid = ${entity}
      and not exists (select 1 from entity_alias where bank = ${bank} and entity_rid = ${entity})
      and not exists (
        select 1 from entity_alias where bank = ${bank} and own_rid = ${entity} and own_rid <> entity_rid)`)
  if (removed === 0) return {}
  const counts = createRowCounts()
  counts.add('entity', removed)
  const merged = yield* column<number>(
    sql`select rid from entity where bank = ${bank} and merged_rid = ${entity}`,
  )
  for (const rid of merged) {
    const name = yield* get<{ entity_rid: number }>(
      sql`select entity_rid from entity_alias where bank = ${bank} and own_rid = ${rid} and own_rid <> entity_rid`,
    )
    if (name === undefined) counts.addAll(yield* dropIfNameless(bank, rid))
    else
      yield* run(sql`update entity set merged_rid = ${name.entity_rid} where bank = ${bank} and rid = ${rid}`)
  }
  return counts.all()
}

/** No item mentions the user: they are there while something is known about them. */
function* dropIdleSpeaker(spine: Pick<Spine, 'identityKey'>, bank: string): Tx<Record<string, number>> {
  const speaker = yield* namedSo(bank, speakerKey(spine, bank))
  if (speaker === undefined) return {}
  const inUse = yield* get(sql`
    select 1 as n where exists (select 1 from edge where bank = ${bank} and from_rid = ${speaker.rid})
      or exists (select 1 from edge where bank = ${bank} and to_rid = ${speaker.rid})
      or exists (select 1 from fact where bank = ${bank} and subject_rid = ${speaker.rid})
      or exists (
        select 1 from entity_alias
        where bank = ${bank} and entity_rid = ${speaker.rid} and name_rid <> ${speaker.nameRid})`)
  if (inUse !== undefined) return {}
  yield* dropName(bank, speaker.nameRid)
  return { ...(yield* dropIfNameless(bank, speaker.rid)), entity_name: 1 }
}
