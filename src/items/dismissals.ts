import { z } from 'zod'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, column, run, type Tx } from '../store/statement.js'
import { type ArchiveTable, archived, type Taken, taken } from './archive-table.js'
import { isItemId } from './item.js'
import { readItem } from './read-items.js'
import type { Spine } from './spine.js'
import { write } from './write.js'

/** What a person has seen and wants to be asked about no more: findings by their ids, items by theirs. */
export function* dismissedIn(bank: string): Tx<ReadonlySet<string>> {
  return new Set(yield* column<string>(sql`select key from dismissal where bank = ${bank}`))
}

/** Puts a finding or an item aside, or takes that back. Throws `not_found` for an item that is absent or another's. */
export function setDismissed(spine: Spine, reach: Reach, key: string, isDismissed: boolean): Promise<void> {
  const at = spine.env.now()
  const operation = isDismissed ? 'memory.dismiss' : 'memory.undismiss'
  return write<void>(spine, reach, operation, 'memory.write', function* body() {
    if (isItemId(key)) yield* readItem(spine, [reach.writes], key)
    const changed = isDismissed ? yield* add(reach.writes, key, at) : yield* remove(reach.writes, key)
    return { result: undefined, effect: { ids: isItemId(key) ? [key] : [], counts: { changed } } }
  })
}

function* add(bank: string, key: string, at: number): Tx<number> {
  return yield* run(sql`
    insert into dismissal (bank, key, at) values (${bank}, ${key}, ${at}) on conflict (bank, key) do nothing`)
}

function* remove(bank: string, key: string): Tx<number> {
  return yield* run(sql`delete from dismissal where bank = ${bank} and key = ${key}`)
}

/** All of a bank's; for who clears it. */
export function* clearDismissals(bank: string): Tx<number> {
  return yield* run(sql`delete from dismissal where bank = ${bank}`)
}

const shape = z.strictObject({ key: archived.text.max(36), at: archived.time })

type Line = z.output<typeof shape>

/** As it travels in an archive. */
export const dismissalTable: ArchiveTable<Line> = {
  type: 'dismissal',
  shape,
  key: ({ key }) => [key],

  *page(bank, after, limit): Tx<Line[]> {
    return yield* all<Line>(sql`
      select key, at from dismissal where bank = ${bank} and key > ${after?.key ?? ''} order by key limit ${limit}`)
  },

  add: ({ reach, aliases }, rows) =>
    function* addDismissals(): Tx<Taken> {
      let added = 0
      for (const { key, at } of rows) added += yield* add(reach.writes, aliases.get(key) ?? key, at)
      return taken({ added, present: rows.length - added })
    },
}
