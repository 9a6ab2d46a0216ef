import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import type { MemoryRecord } from '../../src/user/records/record.js'
import { provenances, recordTypes } from '../../src/user/records/record.js'
import { countRecalled } from '../../src/user/records/record-rows.js'
import type { RecordStore } from '../../src/user/records/record-store.js'
import { faultOf } from '../../src/user/records/record-text.js'
import {
  ann,
  aRecord,
  bob,
  byAnn,
  byExtraction,
  create,
  listAll,
  type NewRecordPlace,
  type OpenRecords,
} from './open-records.js'

/** What holds of records, wherever they are kept. */
export function recordStoreContract(name: string, newPlace: NewRecordPlace): void {
  describe(`record store contract: ${name}`, () => {
    const open: OpenRecords[] = []
    afterEach(async () => {
      for (const one of open.splice(0)) await one.close()
    })
    const opened = async () => {
      const place = await newPlace()
      const one = await place.open()
      open.push(one)
      return { ...one, place }
    }

    it('keeps what is created, and says it again', async () => {
      const { records } = await opened()
      const made = await create(records)
      expect(made.record).toMatchObject({
        ...aRecord(),
        file: 'weekly-report.md',
        provenance: 'manual',
        recallCount: 0,
        lastRecalledAt: null,
        revision: 1,
      })
      expect(await records.read(ann, made.id)).toEqual(made)
      expect(await records.read(ann, 'weekly-report.md')).toEqual(made)
      const { body: _, ...head } = made.record
      const page = await records.list(ann, { limit: 10 })
      expect(page).toMatchObject({ total: 1, next: null, problems: [] })
      expect(page.records[0]).toMatchObject({ id: made.id, bank: ann.writes, ...head })
    })

    it('finds it as it was after it is opened again', async () => {
      const { records, place, close } = await opened()
      const made = await create(records, { body: '\r\nlines\r\n\n---\nmore\n' })
      await close()
      open.pop()
      const again = await place.open()
      open.push(again)
      expect(await again.records.read(ann, made.id)).toEqual(made)
    })

    it('refuses to create what there is already, whatever its case and spaces', async () => {
      const { records } = await opened()
      const made = await create(records)
      for (const taken of ['Weekly report', 'WEEKLY  REPORT', 'Ｗeekly report'])
        await expect(create(records, { name: taken, body: 'other' })).rejects.toMatchObject({
          code: 'conflict',
          hint: expect.stringContaining('record-update weekly-report.md'),
        })
      expect(await records.read(ann, made.id)).toEqual(made)
      expect(await listAll(records)).toHaveLength(1)
    })

    it('finds it by its id, its file and its name, a file before a name', async () => {
      const { records } = await opened()
      const made = await create(records)
      for (const which of [made.id, 'weekly-report', 'Weekly-Report.md', 'Weekly report', 'weekly  REPORT'])
        expect((await records.read(ann, which)).id).toBe(made.id)
      await expect(records.read(bob, 'Weekly report')).rejects.toMatchObject({
        code: 'not_found',
        message: 'no record has the id, the file or the name "Weekly report"',
      })
      const other = await create(records, { name: 'weekly-report', body: 'other' })
      expect(other.record.file).not.toBe(made.record.file)
      expect((await records.read(ann, 'weekly-report')).id).toBe(made.id)
    })

    it('refuses to update what there is not', async () => {
      const { records } = await opened()
      const update = (which: string) =>
        records.write(ann, { kind: 'update', which, change: { body: 'x' }, by: byAnn })
      for (const which of [
        'weekly-report.md',
        '0198a7c2-0000-7000-8000-000000000001',
        '../../notes',
        '/etc/hostname',
      ])
        await expect(update(which)).rejects.toMatchObject({ code: 'not_found' })
      expect(await listAll(records)).toEqual([])
    })

    it('gives files of their own to names that make the same slug', async () => {
      const { records } = await opened()
      const files = []
      for (const named of ['Plan: A', 'Plan A!', 'plan/a', '部署', '☕', '🍵', 'CON'])
        files.push((await create(records, { name: named })).record.file)
      expect(files).toEqual([
        'plan-a.md',
        'plan-a-2.md',
        'plan-a-3.md',
        '部署.md',
        'record.md',
        'record-2.md',
        'con-record.md',
      ])
    })

    it('keeps id, name, file, provenance and counters when a record is updated (invariant 7)', async () => {
      const { records, spine } = await opened()
      const change = fc.record(
        {
          description: fc.string({ unit: 'binary', maxLength: 300 }),
          type: fc.constantFrom(...recordTypes),
          body: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('---\n', '\n', 'a\r\n', '# x')),
        },
        { requiredKeys: [] },
      )
      let n = 0
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...provenances),
          fc.array(fc.tuple(change, fc.nat({ max: 2 })), { minLength: 1, maxLength: 4 }),
          async (provenance, changes) => {
            n += 1
            const by = provenance === 'auto' ? byExtraction : byAnn
            let before: MemoryRecord = await create(
              records,
              { name: `Record ${n}`, body: `body ${n}` },
              ann,
              by,
            )
            for (const [given, recalls] of changes) {
              const wanted = { ...before.record, ...given }
              if (
                faultOf(wanted) !== undefined ||
                /[\ud800-\udfff\0]/u.test(wanted.description + wanted.body)
              )
                continue
              for (let recall = 0; recall < recalls; recall++)
                await spine.store.tx(countRecalled, ann, [before.id], spine.env.now())
              const recalled = await records.read(ann, before.id)
              const after = await records.write(ann, { kind: 'update', which: before.id, change: given, by })
              const { name: named, file, recallCount, lastRecalledAt, createdAt } = recalled.record
              expect(after.id).toBe(before.id)
              expect(after.record).toMatchObject({
                name: named,
                file,
                provenance,
                recallCount,
                lastRecalledAt,
                createdAt,
                ...given,
              })
              expect(recallCount).toBe(before.record.recallCount + recalls)
              expect(await records.read(ann, before.id)).toEqual(after)
              before = after
            }
          },
        ),
        { numRuns: 15 },
      )
      expect(await listAll(records, ann, 7)).toHaveLength(n)
    }, 60_000)

    it('counts revisions, and refuses a change of one that is gone (S04)', async () => {
      const { records } = await opened()
      const made = await create(records)
      const change = (body: string, revision: number) =>
        records.write(ann, { kind: 'update', which: made.id, change: { body }, by: byAnn, revision })
      expect((await change('by A', 1)).record.revision).toBe(2)
      await expect(change('by B', 1)).rejects.toMatchObject({ code: 'changed' })
      expect((await records.read(ann, made.id)).record).toMatchObject({ body: 'by A', revision: 2 })
      expect((await change('by A', 2)).record.revision).toBe(2)
      await expect(records.delete(ann, made.id, { verify: false, revision: 1 })).rejects.toMatchObject({
        code: 'changed',
      })
    })

    it('lets parallel writes all take effect, or conflict aloud (S02)', async () => {
      const { records } = await opened()
      const made = await create(records)
      const names = Array.from({ length: 10 }, (_, n) => `Parallel ${n}`)
      await Promise.all(names.map((named) => create(records, { name: named, body: named })))
      const bodies = Array.from({ length: 10 }, (_, n) => `version ${n}`)
      await Promise.all(
        bodies.map((body) =>
          records.write(ann, { kind: 'update', which: made.id, change: { body }, by: byAnn }),
        ),
      )
      const after = await records.read(ann, made.id)
      expect(after.record.revision).toBe(11)
      expect(bodies).toContain(after.record.body)
      expect(new Set((await listAll(records)).map(({ name: named }) => named))).toEqual(
        new Set([...names, 'Weekly report']),
      )
      const same = await Promise.allSettled(
        Array.from({ length: 5 }, () => create(records, { name: 'Same' })),
      )
      expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const dropped = await Promise.allSettled(
        Array.from({ length: 3 }, () => records.delete(ann, made.id, { verify: false })),
      )
      expect(dropped.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('lists page by page, the last active first', async () => {
      const { records, spine } = await opened()
      const ids = []
      for (let n = 0; n < 7; n++) ids.push((await create(records, { name: `R${n}`, body: `${n}` })).id)
      await spine.store.tx(countRecalled, ann, [ids[2] as (typeof ids)[number]], spine.env.now() + 10_000)
      const listed = await listAll(records, ann, 3)
      expect(listed.map(({ id }) => id)).toHaveLength(7)
      expect(new Set(listed.map(({ id }) => id)).size).toBe(7)
      expect(listed[0]).toMatchObject({ id: ids[2], recallCount: 1 })
      const times = listed.map(({ activeAt }) => activeAt)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      await expect(records.list(ann, { limit: 2, after: 'x' })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })

    it.each([
      ['name', '', 'invalid_input'],
      ['name', ' x', 'invalid_input'],
      ['name', 'x'.repeat(121), 'too_large'],
      ['name', 'two\nlines', 'invalid_input'],
      ['description', 'x'.repeat(301), 'too_large'],
      ['body', 'é'.repeat(32_769), 'too_large'],
      ['type', 'users', 'invalid_input'],
    ])('names the field that cannot be: %s', async (field, value, code) => {
      const { records } = await opened()
      await expect(create(records, { [field]: value })).rejects.toMatchObject({
        code,
        message: expect.stringContaining(field),
      })
      expect(await listAll(records)).toEqual([])
    })

    it('takes the longest that is allowed, in any script', async () => {
      const { records } = await opened()
      const longest = {
        name: '報'.repeat(120),
        description: '\u0085'.length === 1 ? 'é'.repeat(300) : '',
        body: 'é'.repeat(32_768),
      }
      const made = await create(records, longest)
      expect(made.record).toMatchObject(longest)
      expect(await records.read(ann, made.id)).toEqual(made)
    })

    it('keeps half characters and U+0000 out of what it says (S24)', async () => {
      const { records } = await opened()
      const made = await create(records, { name: 'a\ud83d', body: 'a\u0000b' })
      expect(made.record).toMatchObject({ name: 'a\ufffd', body: 'a\ufffdb' })
      expect(await records.read(ann, made.id)).toEqual(made)
    })

    it('never shows one bank the records of another', async () => {
      const { records } = await opened()
      const made = await create(records)
      const his = await create(records, { body: 'his' }, bob)
      expect(his.record.file).toBe('weekly-report.md')
      await expect(records.read(bob, made.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(records.delete(bob, made.id, { verify: false })).rejects.toMatchObject({
        code: 'not_found',
      })
      expect(await listAll(records, bob)).toHaveLength(1)
      await records.delete(bob, his.id, { verify: false })
      expect(await listAll(records)).toHaveLength(1)
    })

    it('forgets for good, and lets another by that name come', async () => {
      const { records } = await opened()
      const made = await create(records)
      const receipt = await records.delete(ann, made.record.file, { verify: true })
      expect(receipt.ids).toEqual([made.id])
      await expect(records.read(ann, made.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(create(records)).rejects.toMatchObject({ code: 'conflict' })
      const other = await create(records, { body: 'Something else.' })
      expect(other.record.file).toBe('weekly-report.md')
      expect(other.id).not.toBe(made.id)
      await records.delete(ann, other.id, { verify: false })
      const again = await records.write(ann, { kind: 'create', record: aRecord(), by: byAnn, again: true })
      expect(again.record.body).toBe(aRecord().body)
      expect(await listAll(records)).toHaveLength(1)
    })

    it('never lets extraction change what is manual (invariant 6)', async () => {
      const { records } = await opened()
      const made = await create(records)
      const change = {
        kind: 'update',
        which: made.id,
        change: { body: 'extracted' },
        by: byExtraction,
      } as const
      await expect(records.write(ann, change)).rejects.toMatchObject({ code: 'conflict' })
      expect(await records.read(ann, made.id)).toEqual(made)
    })
  })
}

/** A script whose answers must not depend on where records are kept. */
export async function answersTo(newPlace: NewRecordPlace): Promise<unknown[]> {
  let now = Date.parse('2026-04-01T12:00:00Z')
  let made = 0
  const env = {
    ...systemEnv(),
    now: () => now,
    newId: () => `0198a7c2-0000-7000-8000-${String(++made).padStart(12, '0')}`,
    randomBytes: (length: number) => new Uint8Array(length).fill(++made % 256),
  }
  const { records, close } = await (await newPlace()).open(env)
  const told: unknown[] = []
  const ask = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    now += 60_000
    made = Math.ceil(made / 100) * 100
    try {
      const answer = await call()
      // Numbers of rows are each store's own.
      told.push(typeof answer === 'object' ? { ...answer, rid: undefined } : answer)
      return answer
    } catch (error) {
      told.push((error as { code?: string }).code ?? String(error))
      return undefined
    }
  }
  await script(records, ask)
  await close()
  return told
}

type Ask = <T>(call: () => Promise<T>) => Promise<T | undefined>

async function script(records: RecordStore, ask: Ask): Promise<void> {
  const first = await ask(() => create(records))
  await ask(() => create(records))
  await ask(() =>
    create(records, { name: '部署', body: 'Zeile\r\n\r\n---\n😀', type: 'project' }, ann, byExtraction),
  )
  await ask(() => create(records, { name: 'Weekly: report', description: '', body: '' }))
  await ask(() => records.list(ann, { limit: 2 }))
  await ask(() =>
    records.write(ann, { kind: 'update', which: 'weekly-report', change: { body: 'new' }, by: byAnn }),
  )
  await ask(() =>
    records.write(ann, { kind: 'update', which: '部署.md', change: { type: 'user' }, by: byExtraction }),
  )
  await ask(() => records.read(ann, first?.id ?? ''))
  await ask(() =>
    records.delete(ann, 'weekly-report-2', { verify: false }).then(({ ids, kept }) => ({ ids, kept })),
  )
  await ask(() => create(records, { name: 'Weekly: report', description: '', body: '' }))
  await ask(() => records.list(ann, { limit: 10 }))
  await ask(() => records.list(bob, { limit: 10 }))
}
