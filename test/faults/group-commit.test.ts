import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { column, get, run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { createFaultyDriver, type FaultyDriver } from './faulty-driver.js'

describe('writes that share one commit', () => {
  it('keeps the others when one fails by itself', async () => {
    const { store } = await openFaulty()
    const settled = await Promise.allSettled([
      store.tx(put, 'a'),
      store.tx(function* failing(): Tx<void> {
        yield* put('lost')
        throw new RangeError('mine')
      }),
      store.tx(put, 'b'),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(settled[1]).toMatchObject({ reason: { message: 'mine' } })
    expect(await names(store)).toEqual(['a', 'b'])
    await store.close()
  })

  it('runs all again, alone, when the shared commit fails', async () => {
    const { store, faulty } = await openFaulty()
    let commits = 0
    faulty.plan = (_call, text) => (text === 'commit' && ++commits === 1 ? 'SQLITE_IOERR' : undefined)
    await Promise.all(['a', 'b', 'c'].map((name) => store.tx(put, name)))
    expect(await names(store)).toEqual(['a', 'b', 'c'])
    expect(commits).toBe(4)
    await store.close()
  })

  it('does not blame a neighbour when the disk fills and SQLite takes everything back', async () => {
    for (const before of [1, 2]) {
      const { store, faulty } = await openFaulty()
      let isSpent = false
      faulty.plan = (_call, text) => {
        if (isSpent || !text.includes("'full'")) return undefined
        isSpent = true
        return 'SQLITE_FULL'
      }
      const neighbours = ['a', 'b'].slice(0, before)
      const settled = await Promise.allSettled([
        ...neighbours.map((name) => store.tx(put, name)),
        store.tx(function* filling(): Tx<void> {
          yield* run(sql`insert into store_meta (name, value) values ('full', ${new Uint8Array(1)})`)
        }),
        store.tx(put, 'z'),
      ])
      expect(settled.map(({ status }) => status)).toEqual([
        ...neighbours.map(() => 'fulfilled'),
        'rejected',
        'fulfilled',
      ])
      expect(settled[before]).toMatchObject({ reason: { code: 'store_full' } })
      expect(await names(store)).toEqual([...neighbours, 'z'])
      await store.close()
    }
  })

  it('says store_full to the one whose own commit fails, and goes on', async () => {
    const { store, faulty } = await openFaulty()
    faulty.plan = (_call, text) => (text === 'commit' ? 'SQLITE_FULL' : undefined)
    await expect(store.tx(put, 'a')).rejects.toMatchObject({ code: 'store_full' })
    faulty.plan = undefined
    await store.tx(put, 'b')
    expect(await names(store)).toEqual(['b'])
    await store.close()
  })

  it('refuses a body that forgot to yield a statement, and keeps nothing of it', async () => {
    const { store } = await openFaulty()
    const unheard: unknown[] = []
    // biome-ignore lint/correctness/useYield: that is the mistake
    const floating = function* floating(): Tx<void> {
      unheard.push(run(sql`insert into store_meta (name, value) values ('floating', ${new Uint8Array(1)})`))
    }
    await expect(store.tx(floating)).rejects.toThrow(/not yielded/)
    expect(await names(store)).toEqual([])
    await store.close()
  })

  it('refuses a transaction inside a transaction', async () => {
    const { store } = await openFaulty()
    await expect(
      // biome-ignore lint/correctness/useYield: it throws before
      store.tx(function* outer(): Tx<void> {
        void store.tx(put, 'inner')
      }),
    ).rejects.toThrow(/another transaction/)
    await store.close()
  })
})

describe('reads beside writes of the same process', () => {
  it('never meet a transaction that is half-way', async () => {
    const { store, faulty } = await openFaulty()
    let commits = 0
    // The members run again, one by one: whoever is acknowledged first reads while the next one begins.
    faulty.plan = (_call, text) => (text === 'commit' && ++commits === 1 ? 'SQLITE_IOERR' : undefined)
    const readAtEveryStep = async () => {
      const reads: Promise<number>[] = []
      for (let i = 0; i < 20; i++) {
        reads.push(store.read(count))
        await undefined
      }
      return Promise.all(reads)
    }
    const writes = ['a', 'b', 'c'].map((name) => store.tx(put, name).then(readAtEveryStep))
    for (const counts of await Promise.all(writes)) expect(counts).toHaveLength(20)
    await store.close()
  })
})

async function openFaulty(): Promise<{ store: Store; faulty: FaultyDriver }> {
  const faulty = createFaultyDriver()
  const folder = await temporaryFolder()
  const store = await openSqlite({ file: storeFile(folder), env: systemEnv(), open: faulty.open })
  return { store, faulty }
}

function* put(name: string): Tx<void> {
  yield* run(sql`insert into store_meta (name, value) values (${name}, ${new Uint8Array(1)})`)
}

function* count(): Tx<number> {
  return (yield* get<{ n: number }>(sql`select count(*) as n from store_meta`))?.n ?? 0
}

function names(store: Store): Promise<string[]> {
  return store.query(column<string>(sql`select name from store_meta order by name`))
}
