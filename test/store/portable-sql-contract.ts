import { expect, it } from 'vitest'
import { alt, inInt, inText, type Sql, sql, type Value } from '../../src/store/sql.js'
import { all, batch, column, get, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type NewPlace, sharedStore } from './place.js'

export function portableSqlContract(newPlace: NewPlace): void {
  const store = sharedStore(newPlace)

  it('orders text by its bytes, whatever the locale', async () => {
    const ids = ['a', 'B', 'ä', 'Z', 'b', '_', '10', '9', 'é', 'e', '部', '😀', '\uffff', 'a b', 'a-b', 'ab']
    await fill(
      store(),
      'order',
      ids.map((id) => ({ id })),
    )
    const byBytes = [...ids].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)))
    expect(await store().query(column(sql`select id from sample where bank = 'order' order by id`))).toEqual(
      byBytes,
    )
    const greatest = await store().query(
      get<{ id: string }>(sql`select max(id) as id from sample where bank = 'order' and id < ${'b'}`),
    )
    expect(greatest?.id).toBe('ab')
  })

  it('compares text exactly: case, accents and trailing spaces count', async () => {
    await fill(
      store(),
      'exact',
      ['Ann', 'ann', 'ann ', 'Änn'].map((id) => ({ id })),
    )
    for (const id of ['Ann', 'ann', 'ann ', 'Änn']) {
      const found = await store().query(
        column(sql`select id from sample where bank = 'exact' and id = ${id}`),
      )
      expect(found).toEqual([id])
    }
  })

  it('sorts nulls last when told to, in both directions', async () => {
    await fill(store(), 'nulls', [{ id: 'a', n: 2 }, { id: 'b' }, { id: 'c', n: 1 }])
    const up = sql`select id from sample where bank = 'nulls' order by n asc nulls last`
    const down = sql`select id from sample where bank = 'nulls' order by n desc nulls last`
    expect(await store().query(column(up))).toEqual(['c', 'a', 'b'])
    expect(await store().query(column(down))).toEqual(['a', 'c', 'b'])
  })

  it('answers comparisons with 1 and 0', async () => {
    await fill(store(), 'flags', [
      { id: 'a', n: 1 },
      { id: 'b', n: 5 },
    ])
    const rows = await store().query(
      all(
        sql`select id, n > 2 as is_big, n is null as is_empty from sample where bank = 'flags' order by id`,
      ),
    )
    expect(rows).toEqual([
      { id: 'a', is_big: 0, is_empty: 0 },
      { id: 'b', is_big: 1, is_empty: 0 },
    ])
  })

  it('takes a list of any length as one parameter', async () => {
    const ids = ['plain', "o'brien", '"quoted"', 'back\\slash', '部署', '😀', '', '{}', '[1]', '%', 'null']
    await fill(
      store(),
      'lists',
      ids.map((id, n) => ({ id, n })),
    )
    const among = (values: readonly string[]) =>
      store().query(
        column(sql`select n from sample where bank = 'lists' and id ${inText(values)} order by n`),
      )
    for (const [n, id] of ids.entries()) expect(await among([id, 'absent'])).toEqual([n])
    expect(await among([])).toEqual([])
    expect(await among([...ids, ...Array.from({ length: 5_000 }, (_, i) => `absent ${i}`)])).toHaveLength(
      ids.length,
    )
    const ns = await store().query(
      column(
        sql`select id from sample where bank = 'lists' and n ${inInt([1, 3, Number.MAX_SAFE_INTEGER])} order by n`,
      ),
    )
    expect(ns).toEqual(["o'brien", 'back\\slash'])
    expect(
      await store().query(column(sql`select id from sample where bank = 'lists' and n ${inInt([])}`)),
    ).toEqual([])
  })

  it('tells on conflict what was written', async () => {
    const put = (n: number, action: Sql) =>
      all<{ n: number }>(sql`insert into sample (bank, id, n) values ('upsert', 'a', ${n})
        on conflict (bank, id) ${action} returning n`)
    const add = sql`do update set n = sample.n + excluded.n`
    const skip = sql`do nothing`
    const results = await store().tx(function* () {
      return [yield* put(1, add), yield* put(10, add), yield* put(100, skip)]
    })
    expect(results).toEqual([[{ n: 1 }], [{ n: 11 }], []])
  })

  it('counts changed rows alike', async () => {
    await fill(store(), 'counts', [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
      { id: 'c', n: 3 },
    ])
    const counts = await store().tx(function* () {
      return [
        yield* run(sql`update sample set n = n where bank = 'counts' and n >= 2`),
        yield* run(
          sql`insert into sample (bank, id) values ('counts', 'a') on conflict (bank, id) do nothing`,
        ),
        yield* run(sql`insert into sample (bank, id) values ('counts', 'a')
          on conflict (bank, id) do update set n = 9`),
        yield* run(sql`delete from sample where bank = 'counts' and id = 'absent'`),
        yield* run(sql`delete from sample where bank = 'counts'`),
      ]
    })
    expect(counts).toEqual([2, 0, 1, 0, 3])
  })

  it('updates from another table and returns what it deleted', async () => {
    await fill(store(), 'from', [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ])
    const deleted = await store().tx(function* () {
      yield* run(sql`insert into link (bank, a, b) values ('from', 'a', 'x'), ('from', 'b', 'y')`)
      yield* run(sql`update sample set label = link.b from link
        where link.bank = sample.bank and link.a = sample.id and sample.bank = 'from'`)
      return yield* all(sql`delete from sample where bank = 'from' and n = 2 returning id, label`)
    })
    expect(deleted).toEqual([{ id: 'b', label: 'y' }])
  })

  it('has common table expressions and window functions', async () => {
    await fill(
      store(),
      'window',
      [1, 2, 3, 4].map((n) => ({ id: `${n}`, n, label: `label ${n}` })),
    )
    const rows = await store().query(
      all(sql`with own as (select id, n from sample where bank = ${'window'})
        select id, row_number() over (order by n desc) as place,
          cast(sum(n) over (order by n) as bigint) as running,
          lag(id) over (order by n) as previous
        from own order by n limit ${2} offset ${1}`),
    )
    expect(rows).toEqual([
      { id: '2', place: 3, running: 3, previous: '1' },
      { id: '3', place: 2, running: 6, previous: '2' },
    ])
  })

  it('walks a graph in both directions with one recursive arm', async () => {
    const edges = ['ab', 'bc', 'dc', 'de', 'ef', 'ca', 'xy']
    await store().tx(function* () {
      for (const [a, b] of edges)
        yield* run(sql`insert into link (bank, a, b) values ('walk', ${a as string}, ${b as string})`)
    })
    const reached = await store().query(
      all(sql`with recursive walk (node, depth) as (
          select ${alt(sql`cast(${'a'} as text)`, sql`cast(${'a'} as text) collate "C"`)}, 0
          union
          select case k when 1 then link.b else link.a end, depth + 1
          from walk
          cross join (select 1 as k union all select 2) as direction
          join link on link.bank = ${'walk'} and (case k when 1 then link.a else link.b end) = walk.node
          where depth < ${3}
        )
        select node, min(depth) as depth from walk group by node order by depth, node`),
    )
    expect(reached).toEqual([
      { node: 'a', depth: 0 },
      { node: 'b', depth: 1 },
      { node: 'c', depth: 1 },
      { node: 'd', depth: 2 },
      { node: 'e', depth: 3 },
    ])
  })

  it('compares nulls as values where asked', async () => {
    await fill(store(), 'distinct', [{ id: 'a', label: 'x' }, { id: 'b' }])
    const labelled = (label: string | null) =>
      store().query(
        column(sql`select id from sample where bank = 'distinct' and label is not distinct from ${label}`),
      )
    expect(await labelled('x')).toEqual(['a'])
    expect(await labelled(null)).toEqual(['b'])
  })

  it('pages by a key of several columns', async () => {
    await fill(
      store(),
      'pages',
      Array.from({ length: 7 }, (_, i) => ({ id: `id ${i}`, n: i % 2 })),
    )
    const seen: string[] = []
    let after: { n: number; id: string } | undefined
    do {
      const since: Sql = after === undefined ? sql`` : sql`and (n, id) > (${after.n}, ${after.id})`
      const page: { n: number; id: string }[] = await store().query(
        all(sql`select n, id from sample where bank = 'pages' ${since} order by n, id limit 3`),
      )
      seen.push(...page.map(({ id }) => id))
      after = page.at(-1)
    } while (after !== undefined)
    expect(seen).toEqual([0, 2, 4, 6, 1, 3, 5].map((i) => `id ${i}`))
  })

  it('keeps one statement for each set of optional parts', async () => {
    await fill(
      store(),
      'filters',
      [1, 2, 3, 4].map((n) => ({ id: `${n}`, n, label: n % 2 === 0 ? `even ${n}` : null })),
    )
    const find = (least?: number, most?: number, isLabelled?: boolean) =>
      store().query(
        column(sql`select n from sample where bank = ${'filters'}
          ${least === undefined ? sql`` : sql`and n >= ${least}`}
          ${most === undefined ? sql`` : sql`and n <= ${most}`}
          ${isLabelled === undefined ? sql`` : sql`and label is not null`}
          order by n`),
      )
    for (let round = 0; round < 2; round++) {
      expect(await find()).toEqual([1, 2, 3, 4])
      expect(await find(2)).toEqual([2, 3, 4])
      expect(await find(undefined, 3)).toEqual([1, 2, 3])
      expect(await find(undefined, undefined, true)).toEqual([2, 4])
      expect(await find(2, 3)).toEqual([2, 3])
      expect(await find(3, undefined, true)).toEqual([4])
      expect(await find(undefined, 2, true)).toEqual([2])
      expect(await find(3, 3, true)).toEqual([])
    }
  })

  it('divides whole numbers and fractions as they are cast', async () => {
    const halves = sql`select cast(${5} as bigint) / 2 as whole, cast(${5} as double precision) / 2 as half,
      cast(${5e9} as bigint) + 1 as large`
    expect(await store().query(get(halves))).toEqual({ whole: 2, half: 2.5, large: 5_000_000_001 })
  })

  it('writes the few differences side by side', async () => {
    const greater = sql`${alt(sql`max(${1}, ${2})`, sql`greatest(cast(${1} as bigint), cast(${2} as bigint))`)}`
    expect(await store().query(get(sql`select ${greater} as n`))).toEqual({ n: 2 })
  })

  it('answers a batch in its order, an empty one with nothing', async () => {
    const [none, results] = await store().tx(function* () {
      const empty = yield* batch([])
      const filled = yield* batch([
        run(sql`insert into sample (bank, id, n) values ('batch', 'a', 1)`),
        get<{ n: number }>(sql`select n from sample where bank = 'batch' and id = 'a'`),
        run(sql`update sample set n = 2 where bank = 'batch'`),
        column<number>(sql`select n from sample where bank = 'batch'`),
        all(sql`select id from sample where bank = 'batch' and n = 1`),
      ])
      return [empty, filled] as const
    })
    expect(none).toEqual([])
    expect(results).toEqual([1, { n: 1 }, 1, [2], []])
  })

  it('answers a batch of any length', async () => {
    const sums = await store().tx(function* () {
      const ns = Array.from({ length: 730 }, (_, n) => n)
      yield* batch(
        ns.map((n) => run(sql`insert into sample (bank, id, n) values ('long batch', ${`${n}`}, ${n})`)),
      )
      return yield* batch(
        ns.map((n) => column<number>(sql`select n from sample where bank = 'long batch' and n = ${n}`)),
      )
    })
    expect(sums.flat()).toEqual(Array.from({ length: 730 }, (_, n) => n))
  })

  it('answers undefined where no row is', async () => {
    expect(await store().query(get(sql`select id from sample where bank = 'absent'`))).toBeUndefined()
  })
}

interface Sample {
  readonly id: string
  readonly n?: Value
  readonly label?: Value
}

async function fill(store: Store, bank: string, rows: readonly Sample[]): Promise<void> {
  await store.tx(function* () {
    for (const { id, n = null, label = null } of rows) {
      yield* run(sql`insert into sample (bank, id, n, label) values (${bank}, ${id}, ${n}, ${label})`)
    }
  })
}
