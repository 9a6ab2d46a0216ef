import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moveStore, openMemory } from '../../src/index.js'
import type { MemoryPlace } from '../each-engine.js'
import { inDatabase, inFile } from '../each-engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { addressOf, answersOf, expectSameRows, fill, filledFile, openAt } from './moved.js'

const move = (from: MemoryPlace, to: MemoryPlace) =>
  moveStore({ from: addressOf(from), to: addressOf(to), busyTimeoutMs: 300 })

describePostgres(`moving a store (SEED=${runSeed})`, () => {
  it('comes back out of PostgreSQL as it went in, and answers the same at every place', async () => {
    const [file, database, back] = [await filledFile(runSeed), await inDatabase(), await inFile()]
    const there = await move(file, database)
    expect(there).toMatchObject({ isResumed: false, mended: 0 })
    expect(there.rows).toBeGreaterThan(150)
    await expectSameRows(file, database)
    await move(database, back)
    await expectSameRows(file, back)
    const answers = await answersOf(file)
    expect(await answersOf(back)).toEqual(answers)
    expect(await answersOf(database)).toEqual(answers)
  }, 120_000)

  it('takes banks that count alike apart in a file, and what is written then collides with nothing', async () => {
    const [database, file, back] = [await inDatabase(), await inFile(), await inDatabase()]
    await fill(database, runSeed)
    await move(database, file)
    await expectSameRows(database, file)
    await fill(file, runSeed + 1)
    await move(file, back)
    await expectSameRows(file, back)
    await fill(back, runSeed + 2)
    for (const place of [file, back]) {
      const engine = await openAt(place)
      expect(await engine.as({ administrator: true }).doctor({})).toMatchObject({ isHealthy: true })
      await engine.close()
    }
  }, 120_000)

  it('moves like to like', async () => {
    const [file, database] = [await filledFile(runSeed), await inDatabase()]
    const [otherFile, otherDatabase] = [await inFile(), await inDatabase()]
    await move(file, otherFile)
    await expectSameRows(file, otherFile)
    await move(otherFile, database)
    await move(database, otherDatabase)
    await expectSameRows(file, otherDatabase)
  }, 120_000)
})

describePostgres('records in a folder', () => {
  it('stay where they are, and go on with the store that was moved', async () => {
    const file = await inFile()
    const before = await openMemory({ ...file, embedder: 'off', records: 'folder' })
    const record = {
      name: 'Weekly report',
      description: 'How it is written',
      type: 'feedback',
      body: 'Short.',
    } as const
    await before.as({ user: 'me' }).recordSave(record)
    await before.close()
    const store = await newDatabase()
    await move(file, { home: file.home, store })
    const after = await openMemory({ home: file.home, store, embedder: 'off' })
    const path = join(file.home, 'records', 'weekly-report.md')
    writeFileSync(path, readFileSync(path, 'utf8').replace('Short.', 'Short, and on Fridays.'))
    const read = await after.as({ user: 'me' }).recordRead({ which: 'Weekly report' })
    expect(read.body).toContain('on Fridays')
    await after.close()
  })
})

describe('a move that is refused', () => {
  it('says why, and leaves both as they were', async () => {
    const [file, other] = [await inFile(), await inFile()]
    await fill(file, 1)
    await fill(other, 2)
    await expect(move(file, other)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is not empty'),
    })
    await expect(move(file, file)).rejects.toMatchObject({ code: 'invalid_input' })
    const nothing = { home: await temporaryFolder() }
    await expect(move(nothing, await inFile())).rejects.toMatchObject({ code: 'not_found' })
    writeFileSync(storeFile(nothing.home), 'not a store')
    await expect(move(nothing, await inFile())).rejects.toThrow(/no store|not a store/)
    const foreign = join(nothing.home, 'foreign.db')
    writeFileSync(foreign, '')
    await expect(moveStore({ from: foreign, to: storeFile(await temporaryFolder()) })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('takes a place where somebody only looked', async () => {
    const [file, looked] = [await inFile(), await inFile()]
    await fill(file, 1)
    const engine = await openAt(looked)
    await engine.as({ user: 'me' }).doctor({})
    await engine.as({ user: 'me' }).search({ question: 'anything?' })
    await engine.close()
    await move(file, looked)
    await expectSameRows(file, looked)
  })
})

describePostgres('a move to a server that is not as it should be', () => {
  it('is refused where the login is, and where the database is not', async () => {
    const file = await inFile()
    await fill(file, 1)
    const url = new URL(await newDatabase())
    url.password = 'wrong'
    await expect(moveStore({ from: addressOf(file), to: url.href })).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.not.stringContaining('wrong'),
    })
  })
})
