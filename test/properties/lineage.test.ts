import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forget, planForget } from '../../src/items/forget.js'
import { type Trust, trusts } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { trace } from '../../src/items/trace.js'
import { reachOf } from '../../src/reach.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { importLines, openSpine, temporaryFolder } from '../open-spine.js'

const NOTES = 6

type Step =
  | {
      readonly do: 'capture'
      readonly note: number
      readonly sources: readonly number[]
      readonly asAgent: boolean
    }
  | { readonly do: 'forget'; readonly note: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('capture' as const),
      note: fc.nat(NOTES - 1),
      sources: fc.uniqueArray(fc.nat(NOTES - 1), { maxLength: 3 }),
      asAgent: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), note: fc.nat(NOTES - 1) }) },
)

/** What lineage means, said as plainly as it can be: a note and the notes it rests on, none when it stands alone. */
type Model = Map<number, Set<number>>

function captureInModel(model: Model, note: number, sources: readonly number[]): void {
  const others = sources.filter((source) => source !== note)
  const known = model.get(note)
  if (known === undefined) model.set(note, new Set(others))
  else if (known.size > 0 && sources.length === 0) model.set(note, new Set())
  else if (known.size > 0) for (const source of others) known.add(source)
}

/** A note stays when some chain of sources leads from it to one that stands on its own and is not the forgotten one. */
function forgetInModel(model: Model, root: number): Set<number> {
  const grounded = new Set(
    [...model].filter(([note, on]) => note !== root && on.size === 0).map(([note]) => note),
  )
  for (let before = -1; before !== grounded.size; ) {
    before = grounded.size
    for (const [note, on] of model) {
      if (note !== root && [...on].some((source) => grounded.has(source))) grounded.add(note)
    }
  }
  const gone = new Set([...model.keys()].filter((note) => !grounded.has(note)))
  for (const note of gone) model.delete(note)
  for (const on of model.values()) for (const note of gone) on.delete(note)
  return gone
}

describe('lineage', () => {
  it('forgets what rests on nothing else, whatever was derived from what', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const { spine, run } = await freshBank()
        const model: Model = new Map()
        const ids = new Map<number, string>()
        for (const next of steps) {
          if (next.do === 'capture') {
            const sources = next.sources.filter((source) => model.has(source))
            const { id } = await capture(spine, next.asAgent ? run.agent : run.user, {
              text: `note ${next.note}`,
              sources: sources.map((source) => ids.get(source) as string),
              // What was forgotten may come back here: the rule of tombstones is another test's.
              ...(next.asAgent || ids.has(next.note) ? {} : { again: true }),
            }).catch(ifForgotten)
            if (id === undefined) continue
            ids.set(next.note, id)
            captureInModel(model, next.note, sources)
          } else if (model.has(next.note)) {
            const planned = await planForget(spine, run.user, ids.get(next.note) as string)
            const receipt = await forget(spine, run.user, ids.get(next.note) as string, { verify: false })
            const gone = forgetInModel(model, next.note)
            const goneIds = [...gone].map((note) => ids.get(note) as string).sort()
            expect([...receipt.ids].sort()).toEqual(goneIds)
            expect(planned.items.map(({ id }) => id as string).sort()).toEqual(goneIds)
            expect(receipt.kept.every((id) => !goneIds.includes(id))).toBe(true)
            for (const note of gone) ids.delete(note)
          }
          for (const [note, on] of model) {
            const { item, sources } = await trace(spine, run.user, ids.get(note) as string)
            expect(sources.map(({ text }) => text).sort()).toEqual(
              [...on].map((source) => `note ${source}`).sort(),
            )
            // Nothing is believed more than the least of what it rests on.
            for (const source of sources) expect(rank(item.trust)).toBeGreaterThanOrEqual(rank(source.trust))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('never believes a note more than the assistant turn it was derived from', async () => {
    const { spine, run } = await freshBank()
    await importLines(spine, run.user, JSON.stringify({ role: 'assistant', content: 'You live in Lisbon.' }))
    const [turn] = await ids(spine, run.user.writes)
    const derived = await capture(spine, run.user, { text: 'Lives in Lisbon', sources: [turn as string] })
    expect((await trace(spine, run.user, derived.id)).item).toMatchObject({
      origin: 'user',
      trust: 'untrusted',
    })
    await capture(spine, run.user, { text: 'Lives in Lisbon' })
    expect((await trace(spine, run.user, derived.id)).item).toMatchObject({ trust: 'stated' })
    await forget(spine, run.user, turn as string, { verify: false })
    expect((await trace(spine, run.user, derived.id)).sources).toEqual([])
  })
})

let shared: Promise<Spine> | undefined
let banks = 0

/** A bank of its own in one store: opening a store for each run would be most of the time. */
async function freshBank() {
  shared ??= temporaryFolder().then((folder) => openSpine(folder, { durability: 'normal' }))
  const user = `user${++banks}`
  return { spine: await shared, run: { user: reachOf({ user }), agent: reachOf({ user, agent: 'helper' }) } }
}

function ifForgotten(error: unknown): { id: undefined } {
  if (error instanceof Error && 'code' in error && error.code === 'conflict') return { id: undefined }
  throw error
}

async function ids(spine: Spine, bank: string): Promise<string[]> {
  return spine.store.query(column<string>(sql`select id from item where bank = ${bank} order by rid`))
}

const rank = (trust: Trust): number => trusts.indexOf(trust)
