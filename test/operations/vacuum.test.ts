import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { useRecollectHere } from '../cli/recollect-here.js'
import { openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { needlesOf, searchFolder } from '../security/trace-detector.js'

const { run, json } = useRecollectHere()

it('writes a file anew, so that even bytes of a deletion by hand are gone', async () => {
  const home = await temporaryFolder()
  const spine = await openSpine(home)
  await spine.store.close()
  const file = new BetterSqlite3(storeFile(home))
  file.pragma('secure_delete = off')
  const secret = 'Xylophilia Quatermass-Fenwick was put in by hand'
  file.prepare("insert into item_text (bank, item_id, body) values ('u/ann/main', 'x', ?)").run(secret)
  file.prepare("delete from item_text where item_id = 'x'").run()
  file.close()
  expect(searchFolder(home, needlesOf(secret))).not.toEqual([])
  const engine = await openMemory({ home, embedder: 'off' })
  const administrator = engine.as({ user: 'ann', administrator: true })
  expect(await administrator.vacuum({ preview: true })).toMatchObject({
    state: 'waiting',
    waited: { since: null },
  })
  expect(await administrator.vacuum({})).toMatchObject({ state: 'physical', reason: null, tables: [] })
  const { rows } = await administrator.auditLog({ operation: 'system.vacuum', outcome: 'done' })
  expect(rows).toMatchObject([{ actor: 'administrator:ann', bank: 'system/store' }])
  await engine.close()
  expect(searchFolder(home, needlesOf(secret))).toEqual([])
})

it('is for the owner of the store alone', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
  await expect(engine.as({ user: 'ann' }).vacuum({})).rejects.toMatchObject({ code: 'denied' })
  await engine.close()
})

it('is done in a terminal only once a person has said so', async () => {
  await run(['capture', 'something to keep'])
  expect(await run(['vacuum'])).toMatchObject({ code: 2 })
  expect((await run(['vacuum', '--preview'])).out).toContain('Nothing that was forgotten waits for it.')
  const done = await run(['vacuum', '--yes'])
  expect(done).toMatchObject({ code: 0 })
  expect(done.out).toMatch(
    /^Gone from the files of the store, too: .* before, .* now\.\nWhat this cannot reach:\n· backups/,
  )
  expect(await json(['vacuum', '--yes'])).toMatchObject({ state: 'physical' })
})
