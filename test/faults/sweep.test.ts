import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, importLines, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { createFaultyDriver, type SqliteCode } from './faulty-driver.js'

const codes: readonly (readonly [SqliteCode, MemoryError['code']])[] = [
  ['SQLITE_BUSY', 'store_busy'],
  ['SQLITE_FULL', 'store_full'],
  ['SQLITE_IOERR', 'store_failed'],
  ['SQLITE_CORRUPT', 'store_corrupt'],
]

const lines = ['first', 'second', 'third']
  .map((word, i) =>
    JSON.stringify({ role: 'user', content: `the ${word} turn`, session: 'one', at: 1e12 + i }),
  )
  .join('\n')

/** A short life: what each step does, and how many items there are after it. */
const history: readonly {
  readonly run: (spine: Spine, ids: string[]) => Promise<unknown>
  readonly items: number
}[] = [
  {
    run: async (spine, ids) => ids.push((await capture(spine, ann, { text: 'the first note' })).id),
    items: 1,
  },
  {
    run: (spine, [source]) => capture(spine, ann, { text: 'a second', sources: [source as string] }),
    items: 2,
  },
  { run: (spine) => importLines(spine, ann, lines), items: 5 },
  { run: (spine, [source]) => forget(spine, ann, source as string, { verify: false }), items: 3 },
]

describe.each(codes)('when a call to SQLite fails with %s', (sqliteCode, code) => {
  it('nothing is half done, the error is ours, and a second try works', async () => {
    const faulty = createFaultyDriver()
    const folder = await temporaryFolder()
    const spine = await openSpine(folder, { open: faulty.open, busyTimeoutMs: 0, durability: 'normal' })
    const db = new BetterSqlite3(storeFile(folder), { readonly: true })
    const ids: string[] = []
    let items = 0
    for (const step of history) {
      for (let k = 1; ; k++) {
        let calls = 0
        faulty.plan = () => (++calls === k ? sqliteCode : undefined)
        const before = contents(db)
        const error = await step.run(spine, ids).then(
          () => undefined,
          (reason: unknown) => reason,
        )
        faulty.plan = undefined
        if (error === undefined) break
        expect(error).toBeInstanceOf(MemoryError)
        expect(error).toMatchObject({ code, hint: expect.any(String) })
        expect(contents(db)).toEqual(before)
        expect(k).toBeLessThan(200)
      }
      items = step.items
      expect(db.prepare('select count(*) from item').pluck().get()).toBe(items)
    }
    expect((await doctor(spine, ann)).filter(({ isOk }) => !isOk)).toEqual([])
    db.close()
    await spine.store.close()
  })
})

/** Every row of every table of ours. */
function contents(db: BetterSqlite3.Database): unknown {
  const tables = db
    .prepare(
      `select name from sqlite_schema where type = 'table' and sql not like '%virtual%' and name not like 'sqlite%'`,
    )
    .pluck()
    .all() as string[]
  return tables.map((table) => [table, db.prepare(`select * from ${table}`).all()])
}
