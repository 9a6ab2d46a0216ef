import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openMemory } from '../../src/engine.js'
import { MemoryError } from '../../src/errors.js'
import { migrations } from '../../src/store/migrations/all.js'
import type { Migration } from '../../src/store/migrations/migration.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, storeFile, temporaryFolder } from '../open-spine.js'

afterEach(() => vi.unstubAllEnvs())

describe('opening', () => {
  it('makes no store for a setting of the embedder that is refused', async () => {
    const home = await temporaryFolder()
    vi.stubEnv('RECOLLECT_EMBEDDER', 'fast')
    expect(await failure(openMemory({ home }))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('RECOLLECT_EMBEDDER'),
    })
    expect(readdirSync(home)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('closes a store that it cannot use', async () => {
    const home = await temporaryFolder()
    const spine = await openSpine(home)
    await capture(spine, ann, { text: 'mine' })
    await spine.store.close()
    const db = new BetterSqlite3(storeFile(home))
    db.exec(`delete from store_meta where name = 'identity_key'`)
    db.close()
    expect(await failure(openMemory({ home }))).toMatchObject({ code: 'store_corrupt' })
    expect(openFiles().filter((file) => file.startsWith(home))).toEqual([])
  })

  it('makes folder and files readable by their owner alone', async () => {
    const home = join(await temporaryFolder(), 'deep', 'home')
    const spine = await openSpine(home)
    await capture(spine, ann, { text: 'mine' })
    expect(statSync(home).mode & 0o777).toBe(0o700)
    for (const file of ['recollect.db', 'recollect.db-wal', 'recollect.db-shm']) {
      expect([file, statSync(join(home, file)).mode & 0o777]).toEqual([file, 0o600])
    }
    await spine.store.close()
  })

  it('leaves a SQLite file of another program as it is', async () => {
    const folder = await temporaryFolder()
    const db = new BetterSqlite3(storeFile(folder))
    db.exec(`create table theirs (x); insert into theirs values ('untouched')`)
    db.close()
    const before = readFileSync(storeFile(folder))
    expect(await failure(openSpine(folder))).toMatchObject({
      code: 'invalid_input',
      hint: expect.any(String),
    })
    expect(readFileSync(storeFile(folder)).equals(before)).toBe(true)
  })

  it('refuses a file of a newer Recollect, unchanged', async () => {
    const folder = await temporaryFolder()
    await (await openSpine(folder)).store.close()
    const db = new BetterSqlite3(storeFile(folder))
    db.pragma(`user_version = ${migrations.length + 1}`)
    db.pragma('wal_checkpoint(truncate)')
    db.close()
    const before = readFileSync(storeFile(folder))
    expect(await failure(openSpine(folder))).toMatchObject({ code: 'newer_schema', hint: expect.any(String) })
    expect(readFileSync(storeFile(folder)).equals(before)).toBe(true)
  })

  it('brings an older file up to date with its content, and keeps it usable when that fails (S07)', async () => {
    const folder = await temporaryFolder()
    const before = await openSpine(folder)
    const { id } = await capture(before, ann, { text: 'from the release before' })
    await before.store.close()
    const broken = {
      ...addColumn,
      ddl: () => ['alter table item_text add column extra text', 'syntax error'],
    }
    expect(await failure(openSpine(folder, { migrations: [...migrations, broken] }))).toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('unchanged'),
      hint: expect.any(String),
    })
    await (await openSpine(folder)).store.close()
    await (await openSpine(folder, { migrations: [...migrations, addColumn] })).store.close()
    const db = new BetterSqlite3(storeFile(folder), { readonly: true })
    expect(db.prepare('select body, extra from item_text where item_id = ?').get(id)).toEqual({
      body: 'from the release before',
      extra: null,
    })
    db.close()
  })

  it.each([
    [
      'no database at all',
      (file: string) => writeFileSync(file, 'Dear diary, '.repeat(1_000)),
      'store_corrupt',
    ],
    ['a folder', (file: string) => mkdirSync(file), 'store_failed'],
  ] as const)('says what is wrong with %s in the place of the store', async (_name, make, code) => {
    const folder = await temporaryFolder()
    make(storeFile(folder))
    expect(await failure(openSpine(folder))).toMatchObject({ code, hint: expect.any(String) })
  })

  it('says what is wrong when the home is a file', async () => {
    const home = join(await temporaryFolder(), 'home')
    writeFileSync(home, '')
    expect(await failure(openSpine(home))).toMatchObject({ code: 'store_failed', hint: expect.any(String) })
    expect(await failure(openSpine(join(home, 'deeper')))).toMatchObject({ code: 'store_failed' })
  })

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('says what is wrong with a folder that cannot be written', async () => {
    const folder = await temporaryFolder()
    chmodSync(folder, 0o500)
    expect(await failure(openSpine(folder))).toMatchObject({ code: 'store_failed', hint: expect.any(String) })
  })

  it('says store_corrupt when pages of the file are damaged', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    await Promise.all(
      Array.from({ length: 300 }, (_, i) => capture(spine, ann, { text: `note ${i} ${'x'.repeat(99)}` })),
    )
    await spine.store.close()
    const bytes = readFileSync(storeFile(folder))
    bytes.fill(0xa5, 4096, bytes.length)
    writeFileSync(storeFile(folder), bytes)
    const error = await failure(
      openSpine(folder).then((opened) =>
        capture(opened, ann, { text: 'one more' }).finally(() => opened.store.close()),
      ),
    )
    expect(error).toMatchObject({ code: 'store_corrupt', hint: expect.any(String) })
  })

  it('opens a new store from many sides at once', async () => {
    const home = join(await temporaryFolder(), 'new')
    const spines = await Promise.all(Array.from({ length: 6 }, () => openSpine(home)))
    await Promise.all(spines.map((spine, i) => capture(spine, ann, { text: `side ${i}` })))
    expect(new Set(spines.map(({ identityKey }) => Buffer.from(identityKey).toString('hex'))).size).toBe(1)
    await Promise.all(spines.map(({ store }) => store.close()))
  })
})

const addColumn: Migration = {
  id: migrations.length + 1,
  name: 'add-column',
  ddl: ({ text }) => [`alter table item_text add column extra ${text}`],
}

/** Every failure that a user can meet is one of ours. */
async function failure(work: Promise<unknown>): Promise<MemoryError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MemoryError)
  return error as MemoryError
}

/** Of this process. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  return readdirSync(folder).flatMap((number) => {
    try {
      return [readlinkSync(join(folder, number))]
    } catch {
      // The one by which the folder is read is closed by now.
      return []
    }
  })
}
