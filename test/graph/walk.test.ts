import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { isSymmetric, type RelationType } from '../../src/graph/relation-type.js'
import { shortestPath } from '../../src/graph/shortest-path.js'
import { type Direction, directions, type Edge } from '../../src/graph/steps.js'
import { walk } from '../../src/graph/walk.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { run, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const NODES = 9
const types = ['reports_to', 'works_with', 'owns'] as const satisfies readonly RelationType[]

interface Drawn {
  readonly from: number
  readonly to: number
  readonly type: (typeof types)[number]
  readonly status: 'active' | 'proposed' | 'superseded' | 'retracted'
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  from: fc.integer({ min: 1, max: NODES }),
  to: fc.integer({ min: 1, max: NODES }),
  type: fc.constantFrom(...types),
  status: fc.constantFrom('active', 'active', 'active', 'proposed', 'superseded', 'retracted'),
})

const question = fc.record({
  start: fc.integer({ min: 1, max: NODES }),
  end: fc.integer({ min: 1, max: NODES }),
  hops: fc.integer({ min: 1, max: 4 }),
  direction: fc.constantFrom(...directions),
  type: fc.option(fc.constantFrom(...types), { nil: undefined }),
})

function laws(name: string, openStore: () => Promise<Store>): void {
  describe(`walking on ${name}`, () => {
    let store: Store
    let banks = 0
    beforeAll(async () => {
      store = await openStore()
    }, 60_000)
    afterAll(() => store.close())

    it('reaches what a plain search reaches, by paths as short, and nothing of another bank', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawn, { maxLength: 25 }),
          fc.array(drawn, { maxLength: 8 }),
          question,
          async (edges, theirs, asked) => {
            const bank = `u/${++banks}/main`
            await store.tx(fill, bank, edges)
            await store.tx(fill, `${bank}/other`, theirs)
            const { start, end, hops, direction, type } = asked
            const filter = { direction, type }
            const expected = distances(edges, start, filter)
            const {
              reached,
              isCut,
              edges: seen,
            } = await store.read(walk, bank, start, {
              ...filter,
              hops,
              limit: 100,
            })
            const near = [...expected].filter(([rid, distance]) => rid !== start && distance <= hops)
            expect(isCut).toBe(false)
            expect(new Map(reached.map(({ rid, path }) => [rid, path.length]))).toEqual(new Map(near))
            for (const { rid, path } of reached) expectWay(path, start, rid, filter)
            for (const edge of seen) expect(edges[edge.itemRid - 1]).toMatchObject({ type: edge.type })
            const { path } = await store.read(shortestPath, bank, start, end, { ...filter, hops })
            const distance = expected.get(end) ?? Number.POSITIVE_INFINITY
            expect(path?.length).toBe(distance <= hops ? distance : undefined)
            if (path !== undefined) expectWay(path, start, end, filter)
          },
        ),
        { numRuns: 60 },
      )
    }, 60_000)

    it('says when it does not look at everything', async () => {
      const bank = 'u/hub/main'
      const star = Array.from(
        { length: 500 },
        (_, i) => ({ from: 1, to: i + 2, type: 'owns', status: 'active' }) as const,
      )
      await store.tx(fill, bank, star)
      const wide = await store.read(walk, bank, 1, { direction: 'out', hops: 1, limit: 1000 })
      expect(wide).toMatchObject({ isCut: true, reached: { length: 200 } })
      const narrow = await store.read(walk, bank, 1, { direction: 'both', hops: 4, limit: 10 })
      expect(narrow).toMatchObject({ isCut: true, reached: { length: 10 } })
      const notFound = { path: undefined, isCut: true }
      const out = { direction: 'out', hops: 4 } as const
      expect(await store.read(shortestPath, bank, 1, 999, out)).toEqual(notFound)
      expect(await store.read(shortestPath, bank, 1, 450, { ...out, hops: 1 })).toEqual(notFound)
      expect(await store.read(shortestPath, bank, 1, 450, out)).toMatchObject({ path: { length: 1 } })
    })

    it('counts the edges of each way by themselves', async () => {
      const bank = 'u/both/main'
      const both = Array.from(
        { length: 240 },
        (_, i) =>
          ({
            from: i % 2 === 0 ? 1 : i + 2,
            to: i % 2 === 0 ? i + 2 : 1,
            type: 'owns',
            status: 'active',
          }) as const,
      )
      await store.tx(fill, bank, both)
      const all = { direction: 'both', hops: 1, limit: 1000 } as const
      expect(await store.read(walk, bank, 1, all)).toMatchObject({ isCut: false, reached: { length: 240 } })
      const none = { path: undefined, isCut: false }
      expect(await store.read(shortestPath, bank, 1, 999, all)).toEqual(none)
    })
  })
}

laws('SQLite', async () =>
  openSqlite({ file: storeFile(await temporaryFolder()), env: systemEnv(), durability: 'normal' }),
)
describePostgres('on PostgreSQL', () => {
  laws('PostgreSQL', async () => openPostgres({ url: await newDatabase(), env: systemEnv() }))
})

function* fill(bank: string, edges: readonly Drawn[]): Tx<void> {
  for (const [index, { from, to, type, status }] of edges.entries()) {
    const [a, b] = isSymmetric(type) && from > to ? [to, from] : [from, to]
    yield* run(sql`
      insert into edge (bank, item_rid, type, status, from_rid, to_rid, from_name, to_name)
      values (${bank}, ${index + 1}, ${type}, ${status}, ${a}, ${b}, ${a}, ${b})`)
  }
}

interface Filter {
  readonly direction: Direction
  readonly type: RelationType | undefined
}

/** How far everything is, by looking at every edge again and again. */
function distances(edges: readonly Drawn[], start: number, { direction, type }: Filter): Map<number, number> {
  const held = edges.filter(
    (edge) =>
      (edge.status === 'active' || edge.status === 'proposed') && (type === undefined || edge.type === type),
  )
  const found = new Map([[start, 0]])
  for (let distance = 0; distance < NODES; distance++) {
    for (const edge of held) {
      const isTurned = isSymmetric(edge.type) && edge.from > edge.to
      const [from, to] = isTurned ? [edge.to, edge.from] : [edge.from, edge.to]
      if (direction !== 'in' && found.get(from) === distance && !found.has(to)) found.set(to, distance + 1)
      if (direction !== 'out' && found.get(to) === distance && !found.has(from)) found.set(from, distance + 1)
    }
  }
  return found
}

function expectWay(path: readonly Edge[], start: number, end: number, { direction, type }: Filter): void {
  let here = start
  for (const edge of path) {
    if (direction === 'out') expect(edge.from).toBe(here)
    if (direction === 'in') expect(edge.to).toBe(here)
    expect([edge.from, edge.to]).toContain(here)
    if (type !== undefined) expect(edge.type).toBe(type)
    expect(['active', 'proposed']).toContain(edge.status)
    here = edge.from === here ? edge.to : edge.from
  }
  expect(here).toBe(end)
}
