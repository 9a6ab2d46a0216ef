import { expect, it } from 'vitest'
import { reachOf } from '../../src/reach.js'
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

it('keeps the latest ten thousand searches of a memory, whoever else searches in theirs', async () => {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const bob = reachOf({ user: 'bob' })
  await spine.store.tx(function* fill(): Tx<void> {
    yield* run(sql`
      insert into recall (bank, id, seq, at, actor, question, tokens, version, options, ranked, missing, items, hits)
      select ${ann.writes}, 'old' || value, value, 1, 'user:ann', 'garden?', 'garden', 1, '{}', 0, '{}', '', '[]'
      from json_each(${JSON.stringify(Array.from({ length: 9_990 }, (_, n) => n + 1))})`)
    yield* run(sql`
      insert into recall_use (bank, recall_rid, item_id, at)
      select bank, rid, 'item', 1 from recall where bank = ${ann.writes}`)
  })
  const extent = (bank: string) =>
    spine.store.query(
      get<{ n: number; oldest: number; uses: number }>(sql`
        select count(*) as n, min(seq) as oldest,
          (select count(*) from recall_use where bank = ${bank}) as uses
        from recall where bank = ${bank}`),
    )
  for (let n = 0; n < 60; n++) {
    await spine.store.tx(() => keepRecall(ann, { ...recall, id: `new${n}` }, 0 as LookedAt))
    await spine.store.tx(() => keepRecall(bob, { ...recall, id: `new${n}` }, 0 as LookedAt))
  }
  expect(await extent(ann.writes)).toEqual({ n: 10_000, oldest: 51, uses: 9_940 })
  expect(await extent(bob.writes)).toEqual({ n: 60, oldest: 1, uses: 0 })
  await spine.store.close()
})
