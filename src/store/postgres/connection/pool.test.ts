import { describe, expect, it } from 'vitest'
import type { Connection } from './connection.js'
import { createPool } from './pool.js'

describe('pool', () => {
  it('opens no more than its size and lends to those in line in their order', async () => {
    const opened: FakeConnection[] = []
    const pool = createPool(opening(opened), { size: 2, maxWaitMs: 5_000 })
    const [a, b] = [await pool.take(), await pool.take()]
    const order: number[] = []
    const later = [1, 2].map((i) =>
      pool.take().then((connection) => {
        order.push(i)
        return connection
      }),
    )
    pool.giveBack(b)
    pool.giveBack(a)
    expect(await Promise.all(later)).toEqual([b, a])
    expect(order).toEqual([1, 2])
    expect(opened).toHaveLength(2)
  })

  it('opens another for one that was lost, idle or lent', async () => {
    const opened: FakeConnection[] = []
    const pool = createPool(opening(opened), { size: 1, maxWaitMs: 5_000 })
    const lent = (await pool.take()) as FakeConnection
    const next = pool.take()
    lent.isLost = true
    pool.giveBack(lent)
    const second = (await next) as FakeConnection
    expect(second).not.toBe(lent)
    pool.giveBack(second)
    second.isLost = true
    expect(await pool.take()).not.toBe(second)
    expect(opened).toHaveLength(3)
  })

  it('tells who waited in line too long what to do, and the place goes to who comes next', async () => {
    const pool = createPool(opening([]), { size: 1, maxWaitMs: 20 })
    const lent = await pool.take()
    await expect(pool.take()).rejects.toMatchObject({
      code: 'store_busy',
      message: 'all 1 connections to the server were in use for 20 ms',
      hint: expect.stringContaining('RECOLLECT_POSTGRES_POOL_SIZE'),
    })
    expect(pool.state).toMatchObject({ lent: 1, waiting: 0 })
    pool.giveBack(lent)
    expect(await pool.take()).toBe(lent)
  })

  it('ends one that is worn when it comes back, and opens another', async () => {
    const opened: FakeConnection[] = []
    const pool = createPool(opening(opened), { size: 1, maxWaitMs: 5_000 })
    const worn = (await pool.take()) as FakeConnection
    worn.isWorn = true
    pool.giveBack(worn)
    expect(await pool.take()).not.toBe(worn)
    expect(opened.map(({ isLost }) => isLost)).toEqual([true, false])
  })

  it('passes the place on when opening fails', async () => {
    let tries = 0
    const pool = createPool(
      () => {
        tries += 1
        return tries < 3 ? Promise.reject(new Error(`try ${tries}`)) : Promise.resolve(fake())
      },
      { size: 1, maxWaitMs: 5_000 },
    )
    const results = await Promise.allSettled([pool.take(), pool.take(), pool.take()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('ends every connection on close, after those that are lent came back', async () => {
    const opened: FakeConnection[] = []
    const pool = createPool(opening(opened), { size: 2, maxWaitMs: 5_000 })
    const [a, b] = [await pool.take(), await pool.take()]
    pool.giveBack(a)
    const waiting = pool.close()
    await expect(pool.take()).rejects.toMatchObject({ code: 'store_failed' })
    pool.giveBack(b)
    await waiting
    expect(opened.map(({ isLost }) => isLost)).toEqual([true, true])
  })
})

type FakeConnection = { -readonly [K in keyof Connection]: Connection[K] }

function opening(opened: FakeConnection[]): () => Promise<Connection> {
  return async () => {
    const connection = fake()
    opened.push(connection)
    return connection
  }
}

function fake(): FakeConnection {
  const connection: FakeConnection = {
    isLost: false,
    isWorn: false,
    expectAnswers: () => undefined,
    exec: async () => '',
    run: async () => undefined as never,
    end: async () => {
      connection.isLost = true
    },
  }
  return connection
}
