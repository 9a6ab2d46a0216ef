import { expect, it } from 'vitest'
import type { MemoryRecord } from '../../src/user/records/record.js'
import type { Authorship, RecordWrite } from '../../src/user/records/record-store.js'
import { createRandom, runSeed } from '../random.js'
import { ann, byAnn, byExtraction, listAll, onPostgres, onSqlite } from '../records/open-records.js'

const writers: readonly Authorship[] = [
  byAnn,
  byExtraction,
  { ...byExtraction, origin: 'user', trust: 'stated' },
]

it.each([
  ['SQLite', onSqlite, 400],
  ['PostgreSQL', onPostgres, 120],
] as const)(
  `extraction changes no manual record, whatever it writes, and makes none, in %s (invariant 6, SEED=${runSeed})`,
  async (_, place, steps) => {
    const random = createRandom(runSeed)
    const { records, close } = await (await place()).open()
    const all = new Map<string, MemoryRecord>()
    const outcomes = new Map<string, number>()
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    // Few names and texts: most writes meet a record that is there, or say what was said before.
    const name = () => random.pick(['Tea', 'TEA', 'Coffee', 'Weekly report', 'Trip'])
    const words = () => random.pick(['', 'one', 'two', 'three'])
    for (let step = 0; step < steps; step++) {
      const ids = [...all.keys()]
      const [by] = [random.pick(writers)]
      const known = all.get(ids.length === 0 ? '' : random.pick(ids))
      const before = { ...known }
      if (known !== undefined && random.int(12) === 0) {
        await records.delete(ann, known.id, { verify: false })
        all.delete(known.id)
        continue
      }
      const revision = random.pick([undefined, known?.record.revision, 1])
      const wanted: RecordWrite =
        known === undefined || random.int(3) === 0
          ? {
              kind: 'create',
              record: { name: name(), description: words(), type: 'user', body: words() },
              by,
              again: by.provenance === 'manual',
            }
          : {
              kind: 'update',
              which: random.pick([known.id, known.record.file]),
              change: random.pick([
                { body: words() },
                { description: words(), body: words() },
                { type: 'project' },
                {},
              ]),
              by,
              revision,
            }
      const answer = await records.write(ann, wanted).catch((error: { code: string }) => error)
      if ('code' in answer) {
        expect(['conflict', 'changed']).toContain(answer.code)
        count(`${by.provenance} refused`)
      } else {
        count(`${by.provenance} ${wanted.kind}`)
        if (wanted.kind === 'create') expect(answer.record.provenance).toBe(by.provenance)
        else expect(answer.record.provenance).toBe(before.record?.provenance)
        if (by.provenance === 'auto' && wanted.kind === 'update')
          expect(before.record?.provenance).toBe('auto')
        all.set(answer.id, answer)
      }
      // What was not written is as it was, to the last field.
      for (const { id } of await listAll(records)) expect(await records.read(ann, id)).toEqual(all.get(id))
    }
    expect(await listAll(records)).toHaveLength(all.size)
    await close()
    // Every kind of write has been tried, and extraction has been refused.
    for (const outcome of ['manual create', 'manual update', 'auto create', 'auto update', 'auto refused'])
      expect(outcomes.get(outcome), outcome).toBeGreaterThan(0)
  },
  60_000,
)
