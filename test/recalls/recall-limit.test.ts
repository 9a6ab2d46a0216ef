import { expect, it } from 'vitest'
import { keepRecall, type LookedAt } from '../../src/recalls/keep-recall.js'
import { sql } from '../../src/store/sql.js'
import { get, run, type Tx } from '../../src/store/statement.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

const recall = {
  at: 2,
  question: 'garden?',
  options: { limit: 20, mode: 'measured', now: 2, zone: 'UTC' },
  ranked: 0,
  missing: {},
  hits: [],
} as const

it('keeps the latest ten thousand searches of a memory, and a hundred more at most', async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  await spine.store.tx(function* fill(): Tx<void> {
    yield* run(sql`
      insert into recall (bank, id, at, actor, question, options, ranked, missing, hits)
      select ${ann.writes}, 'old' || value, 1, 'user:ann', 'garden?', '{}', 0, '{}', '[]'
      from json_each(${JSON.stringify(Array.from({ length: 10_150 }, (_, n) => n))})`)
    yield* run(sql`
      insert into recall_use (bank, recall_rid, item_id, at)
      select bank, rid, 'item', 1 from recall where bank = ${ann.writes}`)
  })
  const extent = () =>
    spine.store.query(
      get<{ n: number; oldest: number; uses: number }>(sql`
        select count(*) as n, min(rid) as oldest,
          (select count(*) from recall_use where bank = ${ann.writes}) as uses
        from recall where bank = ${ann.writes}`),
    )
  for (let n = 0; n < 50; n++)
    await spine.store.tx(() => keepRecall(ann, { ...recall, id: `new${n}` }, 0 as LookedAt))
  expect(await extent()).toEqual({ n: 10_000, oldest: 201, uses: 9_950 })
  await spine.store.tx(() => keepRecall(ann, { ...recall, id: 'last' }, 0 as LookedAt))
  expect(await extent()).toMatchObject({ n: 10_001 })
  await spine.store.close()
})
