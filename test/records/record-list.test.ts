import { describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { reachOf } from '../../src/reach.js'
import { ann, bob, create, listAll, onPostgres, onSqlite } from './open-records.js'

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('a list of records in %s', (_, place) => {
  const at = (now: number): Env => ({ ...systemEnv(), now: () => now })

  it('goes on where it ended, also among those of one moment and in two banks', async () => {
    const open = await (await place()).open(at(1_000))
    const worker = reachOf({ user: 'ann', worker: 'helper', readsMain: true })
    expect(worker.reads).toHaveLength(2)
    const made: string[] = []
    for (let i = 0; i < 9; i++) {
      const { id } = await create(open.records, { name: `record ${i}` }, i % 2 === 0 ? ann : worker)
      made.push(id)
    }
    for (const limit of [1, 2, 4, 100]) {
      const listed = (await listAll(open.records, worker, limit)).map(({ id }) => id)
      expect(listed).toEqual(made.sort().reverse())
    }
    await open.close()
  })

  it('holds only what is asked for, and counts that alone', async () => {
    const open = await (await place()).open(at(1_000))
    for (const [name, type] of [
      ['a', 'user'],
      ['b', 'project'],
      ['c', 'project'],
    ] as const)
      await create(open.records, { name, type })
    const first = await open.records.list(ann, { limit: 1, type: 'project' })
    const rest = await open.records.list(ann, { limit: 5, type: 'project', after: first.next ?? '' })
    expect([...first.records, ...rest.records].map(({ type }) => type)).toEqual(['project', 'project'])
    expect([first.total, rest.next]).toEqual([2, null])
    expect(await open.records.list(ann, { limit: 5, provenance: 'auto' })).toMatchObject({ total: 0 })
    await open.close()
  })

  it('goes on behind a record that is gone meanwhile', async () => {
    const open = await (await place()).open(at(1_000))
    for (const name of ['a', 'b', 'c']) await create(open.records, { name })
    const first = await open.records.list(ann, { limit: 2 })
    const seen = first.records.map(({ id }) => id)
    await open.records.delete(ann, seen[1] ?? '', { verify: false })
    const rest = await open.records.list(ann, { limit: 2, after: first.next ?? '' })
    expect([...seen, ...rest.records.map(({ id }) => id)]).toHaveLength(new Set(seen).size + 1)
    expect(rest).toMatchObject({ total: 2, next: null })
    await open.close()
  })

  it('tells in its cursor nothing of what other banks do', async () => {
    // Two stores that differ in what Bob has, and in nothing that Ann may know.
    const cursors: (string | null)[] = []
    for (const ofBob of [0, 7]) {
      let made = 0
      const env: Env = {
        ...at(1_000),
        newId: () => `00000000-0000-7000-8000-${String(made++).padStart(12, '0')}`,
      }
      const open = await (await place()).open(env)
      for (let i = 0; i < ofBob; i++) await create(open.records, { name: `bob ${i}` }, bob)
      made = 100
      for (const name of ['a', 'b']) await create(open.records, { name })
      cursors.push((await open.records.list(ann, { limit: 1 })).next)
      await open.close()
    }
    expect(cursors[0]).not.toBeNull()
    expect(cursors[1]).toBe(cursors[0])
  })

  it('refuses what is no place in it', async () => {
    const open = await (await place()).open()
    for (const after of ['', '1', '1.1', '1.x', `x.${'0'.repeat(8)}`, `${'9'.repeat(17)}.1`])
      await expect(open.records.list(ann, { limit: 1, after })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    await open.close()
  })
})
