import fc from 'fast-check'
import { expect, it } from 'vitest'
import { graphChecks } from '../../src/graph/graph-checks.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { all, column, get, type Tx } from '../../src/store/statement.js'
import { mergeEntities } from '../../src/user/merge-entities.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { tell } from './tell.js'

const bank = ann.writes
const NAMES = ['Ann Bee', 'Ann Cee', 'Ann', 'Bo', 'Bo Dee', '王小明', '小明', 'Apollo'] as const

const index = fc.nat({ max: NAMES.length - 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ told: fc.tuple(index, index, fc.boolean()) }) },
  { weight: 2, arbitrary: fc.record({ forgotten: fc.nat({ max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ merged: fc.tuple(index, index) }) },
)
/** Bo Dee takes Ann Bee over, loses its own name, and is taken over by Bo: nothing is left to be given back to it. */
const TAKEN_OVER_TWICE: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
  { told: [3, 0, false] },
  { told: [0, 4, false] },
  { merged: [4, 0] },
  { forgotten: 1 },
  { merged: [3, 0] },
]

it('keeps exactly the names that what is left uses, whatever was told, merged and forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
      const living: { readonly id: string; readonly names: readonly string[] }[] = []
      let count = 0
      for (const one of steps) {
        if ('told' in one) {
          const [a, b, isOwn] = one.told
          const names = [...new Set([NAMES[a], NAMES[b]])] as string[]
          const text = `note ${++count}: ${names.join(' & ')}`
          const id = await tell(spine, ann, text, {
            entities: names.map((name) => ['person', name] as const),
            relations: [[isOwn ? 'speaker' : 0, 'works_with', names.length - 1]],
          })
          living.push({ id, names })
        } else if ('merged' in one) {
          const [keep, merge] = one.merged.map((at) => ({ name: NAMES[at] as string }))
          if (keep !== undefined && merge !== undefined)
            await mergeEntities(spine, ann, { keep, merge }).catch(() => undefined)
        } else {
          const [gone] = living.splice(one.forgotten % Math.max(1, living.length), 1)
          if (gone !== undefined) await forget(spine, ann, gone.id, { verify: false })
        }
        await expectSound(
          spine,
          living.flatMap(({ names }) => names),
        )
      }
      for (const { id } of living) await forget(spine, ann, id, { verify: false })
      expect(await spine.store.read(rowsLeft)).toEqual([])
      await spine.store.close()
    }),
    { numRuns: 25, examples: [[TAKEN_OVER_TWICE]] },
  )
}, 120_000)

async function expectSound(spine: Spine, used: readonly string[]): Promise<void> {
  const { names, wrong } = await spine.store.read(function* look() {
    const found: number[] = []
    for (const check of graphChecks) found.push((yield* get<{ n: number }>(check.wrong(bank)))?.n ?? -1)
    return {
      names: yield* column<string>(sql`select name from entity_name where bank = ${bank}`),
      wrong: found,
    }
  })
  expect(wrong).toEqual(graphChecks.map(() => 0))
  for (const name of used) expect(names).toContain(name)
  // A part that nobody uses stays with the name that it is a part of; the user is named by nothing.
  for (const name of names) expect(name === 'you' || used.some((one) => one.includes(name))).toBe(true)
}

function* rowsLeft(): Tx<unknown[]> {
  return [
    ...(yield* all(sql`select name from entity_name where bank = ${bank}`)),
    ...(yield* all(sql`select name_rid from entity_alias where bank = ${bank}`)),
    ...(yield* all(sql`select rid from entity where bank = ${bank}`)),
    ...(yield* all(sql`select item_rid from mention where bank = ${bank}`)),
    ...(yield* all(sql`select item_rid from edge where bank = ${bank}`)),
  ]
}
