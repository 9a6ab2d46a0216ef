import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { doctor } from '../../src/items/doctor.js'
import { reachOf } from '../../src/reach.js'
import { keepNote } from '../../src/user/workspace/keep-note.js'
import { listNoteConflicts, resolveNoteConflict } from '../../src/user/workspace/resolve-conflict.js'
import { createFaultyDriver } from '../faults/faulty-driver.js'
import { openSpine, storeFile, temporaryFolder } from '../open-spine.js'

it('leaves no note and no decision half done, whichever statement fails', async () => {
  const faulty = createFaultyDriver()
  const folder = await temporaryFolder()
  const spine = await openSpine(folder, { open: faulty.open, busyTimeoutMs: 0, durability: 'normal' })
  const db = new BetterSqlite3(storeFile(folder), { readonly: true })
  const team = reachOf({ user: 'ann', workspace: 'acme/web' })
  const note = (text: string) => () => keepNote(spine, team, { text, type: 'decision', importance: 3 })
  const resolve = async () => {
    const [open] = await spine.store.read(listNoteConflicts, team.writes, { isOpen: true, limit: 1 })
    return resolveNoteConflict(spine, team, { id: open?.id ?? '', keep: 'second', reason: 'tried both' })
  }
  await note('Sam Lee works at Acme')()
  let failures = 0
  for (const step of [note('Sam Lee works at Globex'), resolve]) {
    for (let k = 1; ; k++) {
      let calls = 0
      faulty.plan = () => (++calls === k ? 'SQLITE_FULL' : undefined)
      const before = contents(db)
      const isDone = await step().then(
        () => true,
        () => false,
      )
      faulty.plan = undefined
      if (isDone) break
      failures += 1
      expect(contents(db)).toEqual(before)
      expect(k).toBeLessThan(300)
    }
  }
  expect(failures).toBeGreaterThan(40)
  const statuses = db.prepare('select status from workspace_note order by item_rid').pluck().all()
  expect(statuses).toEqual(['superseded', 'daily'])
  expect(db.prepare('select reason from workspace_reason').pluck().all()).toEqual(['tried both'])
  expect((await doctor(spine, team)).filter(({ isOk }) => !isOk)).toEqual([])
  db.close()
  await spine.store.close()
})

/** Every row of the tables that such a call writes. */
function contents(db: BetterSqlite3.Database): unknown {
  const tables = db
    .prepare(
      `select name from sqlite_schema where type = 'table'
        and (name like 'workspace_%' or name in ('item', 'fact', 'fact_source', 'fact_conflict', 'audit', 'bank'))`,
    )
    .pluck()
    .all() as string[]
  return tables.map((table) => [table, db.prepare(`select * from ${table}`).all()])
}
