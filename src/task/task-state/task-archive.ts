import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { EXTRACTION_MAX_CHARS, STATE_MAX_CHARS, taskStateShape } from './task-state.js'

const taskShape = z.strictObject({
  item: archived.id,
  nameKey: archived.blob(16),
  status: z.enum(['open', 'closed']),
  sessionKey: archived.blob(16).nullable(),
  revision: z.int().min(1),
  openedAt: archived.time,
  updatedAt: archived.time,
  closedAt: archived.time.nullable(),
  extraction: archived.text.max(EXTRACTION_MAX_CHARS).nullable(),
})

type TaskLine = z.output<typeof taskShape>

/** Tasks; their goals travel as texts of their items. One that is here already stays as it is. */
export const taskTable: ArchiveTable<TaskLine> = {
  type: 'task',
  shape: taskShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<TaskLine[]> {
    const rows = yield* all<
      Omit<TaskLine, 'nameKey' | 'sessionKey'> & { name_key: Uint8Array; session_key: Uint8Array | null }
    >(sql`
      select k.item_id as item, k.name_key, k.status, k.session_key, k.revision, k.opened_at as "openedAt",
        k.updated_at as "updatedAt", k.closed_at as "closedAt", k.extraction
      from item i join task k on k.bank = i.bank and k.item_rid = i.rid
      where i.bank = ${bank} and i.kind = 'task' and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
    return rows.map(({ name_key, session_key, ...row }) => ({
      ...row,
      nameKey: base64(name_key),
      sessionKey: session_key === null ? null : base64(session_key),
    }))
  },

  add: (into, rows) =>
    function* addTasks(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { item, nameKey, sessionKey, ...row } of rows) {
        const there = yield* arrived(into, item)
        if (there?.known === true) present += 1
        if (there === undefined || there.known) continue
        added += yield* run(sql`
          insert into task (bank, item_rid, item_id, name_key, status, session_key, revision, opened_at, updated_at, closed_at, extraction)
          values (${bank}, ${there.rid}, ${there.id}, ${fromBase64(nameKey)}, ${row.status},
            ${sessionKey === null ? null : fromBase64(sessionKey)}, ${row.revision}, ${row.openedAt}, ${row.updatedAt},
            ${row.closedAt}, ${row.extraction})
          on conflict do nothing`)
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

const stateLine = z.strictObject({
  item: archived.id,
  revision: z.int().min(1),
  at: archived.time,
  /** JSON, as it is kept. */
  state: archived.text.max(STATE_MAX_CHARS).refine(isState, { error: 'is no state of a task' }),
})

type StateLine = z.output<typeof stateLine>

/** How they stood. */
export const taskStateTable: ArchiveTable<StateLine> = {
  type: 'task_state',
  shape: stateLine,
  key: ({ item, revision }) => [item, revision],

  *page(bank, after, limit): Tx<StateLine[]> {
    const [item, revision] = after === undefined ? ['', 0] : [after.item, after.revision]
    return yield* all<StateLine>(sql`
      select i.id as item, t.revision, t.at, t.state
      from item i join task_state t on t.bank = i.bank and t.item_rid = i.rid
      where i.bank = ${bank} and i.kind = 'task' and i.id >= ${item} and (i.id > ${item} or t.revision > ${revision})
      order by i.id, t.revision limit ${limit}`)
  },

  add: (into, rows) =>
    function* addStates(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { item, revision, at, state } of rows) {
        const there = yield* arrived(into, item)
        if (there === undefined || !there.known) continue
        // A task that went on differently here has its own history.
        const inserted = there.isNew
          ? yield* run(sql`
              insert into task_state (bank, item_rid, revision, at, state)
              values (${bank}, ${there.rid}, ${revision}, ${at}, ${state}) on conflict do nothing`)
          : 0
        if (inserted === 0) present += 1
        added += inserted
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },

  *finish({ reach, lastRidBefore }): Tx<Taken> {
    const bank = reach.writes
    const halves = yield* all<{ rid: number; id: string; text_rid: number }>(sql`
      select i.rid, i.id, i.text_rid from item i
      left join task k on k.bank = i.bank and k.item_rid = i.rid
      left join task_state t on t.bank = k.bank and t.item_rid = k.item_rid and t.revision = k.revision
      where i.bank = ${bank} and i.kind = 'task' and i.rid > ${lastRidBefore} and t.rid is null`)
    for (const { rid, id, text_rid } of halves) {
      yield* run(sql`delete from task_state where bank = ${bank} and item_rid = ${rid}`)
      yield* run(sql`delete from task where bank = ${bank} and item_rid = ${rid}`)
      yield* run(sql`delete from lineage where bank = ${bank} and (item_id = ${id} or source_id = ${id})`)
      yield* run(sql`delete from item_text where bank = ${bank} and rid = ${text_rid}`)
      yield* run(sql`delete from item where bank = ${bank} and rid = ${rid}`)
    }
    return taken({ leftOut: halves.length })
  },
}

function* arrived(
  { reach, aliases, lastRidBefore }: ArchiveIntake,
  item: string,
): Tx<{ rid: number; id: string; known: boolean; isNew: boolean } | undefined> {
  const row = yield* get<{ rid: number; id: string; known: number | null }>(sql`
    select i.rid, i.id, k.item_rid as known from item i
    left join task k on k.bank = i.bank and k.item_rid = i.rid
    where i.bank = ${reach.writes} and i.id = ${aliases.get(item) ?? item} and i.kind = 'task'`)
  if (row === undefined) return undefined
  return { rid: row.rid, id: row.id, known: row.known !== null, isNew: row.rid > lastRidBefore }
}

function isState(text: string): boolean {
  try {
    return taskStateShape.safeParse(JSON.parse(text)).success
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
