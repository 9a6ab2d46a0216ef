import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openMemory, type RestorePlan, restoreBackup } from '../../src/index.js'
import { replaceContent } from '../../src/store/sqlite/restore-file.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { backedUp, bytesOf, CANARY, options, textsOf } from './backed-up.js'
import { archiveOf } from './stores.js'

describe('restoring', () => {
  it('brings back what was, but not what was forgotten since, while others have the store open', async () => {
    const { home, engine, ann, file } = await backedUp()
    const plans: RestorePlan[] = []
    const restored = await restoreBackup({ home, file, confirm: (plan) => plans.push(plan) > 0 })
    expect(plans[0]).toMatchObject({
      backup: { items: 6, banks: 1 },
      present: { items: 4, banks: 1 },
      lost: { items: 1, banks: 1 },
      forgottenSince: 3,
    })
    expect(restored).toMatchObject({ isRestored: true, items: 3, proof: { state: 'physical' } })
    expect((await textsOf(engine)).sort()).toEqual(
      [0, 1, 2].map((i) => `note ${i} about the garden, ${i * 7919}`),
    )
    expect((await ann.search({ question: 'later' })).hits).toEqual([])
    expect((await ann.search({ question: 'garden' })).hits).toHaveLength(3)
    await expect(ann.capture({ text: `the code is ${CANARY}` })).rejects.toMatchObject({ code: 'conflict' })
    await ann.capture({ text: 'after it' })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    expect(readdirSync(home)).toEqual(['recollect.db'])
    expect(bytesOf(home).includes(CANARY)).toBe(false)
  })

  it.each(['clear-recalls', 'clear', 'no command at all'])(
    'brings no question back, whatever took it away: %s',
    async (command) => {
      const { home, engine, ann, file } = await backedUp()
      const asked = 'where is the xylotheque of Marrakesh?'
      const bob = engine.as({ user: 'bob' })
      for (const memory of [ann, bob]) {
        await memory.search({ question: asked })
        await memory.recalls({})
      }
      await engine.as({ administrator: true }).backup({ file, overwrite: true })
      if (command === 'clear-recalls') await ann.clearRecalls({})
      if (command === 'clear') await ann.clear({ confirm: 'ann' })
      // Nobody asked for it yet: so the question could not go with it.
      const { id } = await ann.capture({ text: 'the xylotheque of Marrakesh is closed' })
      await ann.forget({ id })
      const { proof } = await restoreBackup({ home, file })
      expect(proof).toMatchObject({ state: 'physical' })
      for (const memory of [ann, bob]) expect((await memory.recalls({})).recalls).toEqual([])
      expect((await ann.doctor({})).isHealthy).toBe(true)
      await engine.close()
      expect(bytesOf(home).includes('Marrakesh')).toBe(false)
    },
  )

  it('changes nothing when the answer is no', async () => {
    const { home, engine, file } = await backedUp()
    const before = await archiveOf(engine)
    expect(await restoreBackup({ home, file, confirm: () => false })).toMatchObject({ isRestored: false })
    expect((await archiveOf(engine)).slice(1, -1)).toEqual(before.slice(1, -1))
    await engine.close()
    expect(readdirSync(home)).toEqual(['recollect.db'])
  })

  it('keeps out what is forgotten while it is being prepared', async () => {
    const { home, engine, ann, file } = await backedUp()
    const [hit] = (await ann.search({ question: 'garden' })).hits
    await restoreBackup({
      home,
      file,
      confirm: async () => {
        await ann.forget({ id: hit?.id ?? '' })
        return true
      },
    })
    expect(await textsOf(engine)).not.toContain(hit?.text)
    await engine.close()
  })

  it('waits for a writer, and gives up with nothing changed when one does not end', async () => {
    const { home, engine, file } = await backedUp()
    const before = await textsOf(engine)
    const writer = new BetterSqlite3(storeFile(home))
    writer.exec('begin immediate')
    await expect(restoreBackup({ home, file, busyTimeoutMs: 100 })).rejects.toMatchObject({
      code: 'store_busy',
    })
    const restoring = restoreBackup({ home, file })
    await sleep(300)
    writer.exec('rollback')
    writer.close()
    const { present, isRestored } = await restoring
    expect([present.items, isRestored]).toEqual([before.length, true])
    await engine.close()
  })

  it('goes into an empty store, with the key of the backup', async () => {
    const { engine, file } = await backedUp()
    await engine.close()
    const home = await temporaryFolder()
    expect(await restoreBackup({ home, file })).toMatchObject({ items: 6, present: { items: 0 } })
    const there = await openMemory({ home, ...options })
    expect(await there.as({ user: 'ann' }).capture({ text: `the code is ${CANARY}` })).toMatchObject({
      outcome: 'repeated',
    })
    await there.close()
  })

  it('refuses what is not a backup of this store, and leaves it as it is', async () => {
    const { home, engine, file } = await backedUp()
    const other = await backedUp()
    await other.engine.close()
    const letter = join(await temporaryFolder(), 'letter.txt')
    writeFileSync(letter, 'dear Mia')
    const foreign = join(await temporaryFolder(), 'foreign.db')
    new BetterSqlite3(foreign).exec('create table t (x)').close()
    const newer = join(await temporaryFolder(), 'newer.backup')
    copyFileSync(file, newer)
    const db = new BetterSqlite3(newer)
    db.pragma('user_version = 999')
    db.close()
    const damaged = join(await temporaryFolder(), 'damaged.backup')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 8192, 20_000)
    writeFileSync(damaged, bytes)
    const before = await archiveOf(engine)
    for (const [name, code] of [
      [other.file, 'conflict'],
      [letter, 'invalid_input'],
      [foreign, 'invalid_input'],
      [newer, 'newer_schema'],
      [damaged, 'store_corrupt'],
      [join(home, 'none'), 'not_found'],
    ] as const) {
      await expect(restoreBackup({ home, file: name })).rejects.toMatchObject({ code })
      expect((await archiveOf(engine)).slice(1, -1)).toEqual(before.slice(1, -1))
    }
    expect(readdirSync(home).filter((name) => name.includes('restore'))).toEqual([])
    await engine.close()
  })

  it('upgrades a backup of an older schema', async () => {
    const home = await temporaryFolder()
    const file = join(import.meta.dirname, '..', 'fixtures', 'schema', '1.db')
    const copy = join(await temporaryFolder(), 'old.backup')
    copyFileSync(file, copy)
    expect((await restoreBackup({ home, file: copy })).items).toBeGreaterThan(0)
    const engine = await openMemory({ home, ...options })
    expect((await engine.as({ user: 'ann' }).doctor({})).isHealthy).toBe(true)
    await engine.close()
  })

  it.each(['no database at all', 'a damaged one'])('says what to do where the store is %s', async (what) => {
    const { home, engine, file } = await backedUp(200)
    await engine.close()
    const bytes = readFileSync(storeFile(home))
    if (what === 'a damaged one') bytes.fill(0xff, 4096)
    else bytes.fill('not a database ')
    writeFileSync(storeFile(home), bytes)
    await expect(restoreBackup({ home, file })).rejects.toMatchObject({
      code: 'store_corrupt',
      hint: expect.stringContaining('move'),
    })
    renameSync(storeFile(home), join(home, 'damaged.db'))
    expect(await restoreBackup({ home, file })).toMatchObject({ isRestored: true, items: 203 })
  })

  it('keeps the log of what was done to the store as a whole', async () => {
    const { home, engine, file } = await backedUp()
    await restoreBackup({ home, file })
    await restoreBackup({ home, file })
    await engine.close()
    const db = new BetterSqlite3(storeFile(home), { readonly: true })
    const log = db
      .prepare("select operation from audit where bank = 'system/store' order by seq")
      .pluck()
      .all()
    db.close()
    expect(log).toEqual(['memory.restore', 'memory.restore'])
  })
})

describe('putting a prepared copy in place', () => {
  it('is put off when something was forgotten since it was prepared, or someone writes', async () => {
    const { home, engine, ann, file } = await backedUp()
    const prepared = join(home, 'prepared.db')
    const current = async () => {
      await engine.as({ administrator: true }).backup({ file: prepared, overwrite: true })
      const db = new BetterSqlite3(prepared)
      db.exec('update bank set generation = generation + 1000')
      db.close()
    }
    await current()
    const [hit] = (await ann.search({ question: 'garden' })).hits
    await ann.forget({ id: hit?.id ?? '' })
    expect(await replaceContent(storeFile(home), prepared)).toBe('outdated')
    await expect(ann.get({ id: hit?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
    await current()
    const writer = new BetterSqlite3(storeFile(home))
    writer.exec('begin immediate')
    expect(await replaceContent(storeFile(home), prepared)).toBe('busy')
    writer.exec('rollback')
    writer.close()
    expect(await replaceContent(storeFile(home), prepared)).toBe('done')
    // Caches of others would not notice what has no newer generation.
    expect(await replaceContent(storeFile(home), prepared)).toBe('outdated')
    expect(await restoreBackup({ home, file })).toMatchObject({ isRestored: true })
    await engine.close()
  })
})
