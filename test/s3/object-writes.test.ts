import { describe, expect, it } from 'vitest'
import type { FileRecords } from '../../src/user/records/file-records.js'
import { ann, bob, byAnn, create, inFolder, listAll } from '../records/open-records.js'
import { startNpmServer } from './npm-server.js'
import { inBucket } from './open-objects.js'
import { opened, openedAt } from './opened.js'

const update = (records: FileRecords, which: string, body: string) =>
  records.write(ann, { kind: 'update', which, change: { body }, by: byAnn })

describe('a write to an object store', () => {
  it('puts the bytes there that it would put into a file, whatever they are', async () => {
    const { records, text } = await opened()
    const body = `${Array.from({ length: 0x2_ff }, (_, n) => (n === 0 ? '' : String.fromCodePoint(n))).join('')}\u2028\ufeff\uffff😀\u{10ffff}\r\n`
    const made = await create(records, { body })
    expect(await records.read(ann, made.id)).toEqual(made)
    const folder = await (await inFolder()).open()
    const same = await create(folder.records, { body })
    expect(text('weekly-report.md')?.split('\n---\n')[1]).toContain(same.record.body)
    await folder.close()
  })

  it('loses none of what two processes write at the same time', async () => {
    const { records, place, text } = await opened()
    const other = await openedAt(place)
    const made = await create(records)
    const done: string[] = []
    const writer = async (writing: FileRecords, name: string) => {
      for (let n = 0; n < 15; n++) {
        try {
          const { record } = await update(writing, made.id, `${name} ${n}`)
          done[record.revision] = record.body
        } catch (error) {
          expect(error).toMatchObject({ code: 'changed' })
        }
      }
    }
    await Promise.all([writer(records, 'one'), writer(other.records, 'other')])
    const { record } = await other.records.read(ann, made.id)
    expect(text('weekly-report.md')).toContain(record.body)
    expect(await records.read(ann, made.id)).toMatchObject({ record: { body: record.body } })
    // What was acknowledged at the last is what there is.
    expect(done.at(-1)).toBe(record.body)
    expect(record.revision).toBe(done.length - 1)
  })

  it('never writes over what somebody changes at that very moment, and says so', async () => {
    const { records, server, place, put, text } = await opened()
    const made = await create(records)
    const theirs = text('weekly-report.md')?.replace('Three bullets', 'Four bullets') ?? ''
    let isFirst = true
    server.says.fault = ({ method, key }) => {
      if (method === 'PUT' && key === place.keyOf('weekly-report.md') && isFirst) {
        isFirst = false
        put('weekly-report.md', theirs)
      }
      return undefined
    }
    await expect(update(records, made.id, 'mine')).rejects.toMatchObject({ code: 'changed' })
    expect(text('weekly-report.md')).toBe(theirs)
    expect((await records.read(ann, made.id)).record.body).toBe('Four bullets, then the numbers.')
  })

  it('never creates over what somebody puts there at that very moment', async () => {
    const { records, server, place, put, text } = await opened()
    await create(records, { name: 'Other' })
    server.says.fault = ({ method, key }) => {
      if (
        method === 'PUT' &&
        key === place.keyOf('weekly-report.md') &&
        text('weekly-report.md') === undefined
      )
        put('weekly-report.md', '# Mine\n\nwords of a person')
      return undefined
    }
    const made = await create(records)
    expect(made.record.file).toBe('weekly-report-2.md')
    expect(text('weekly-report.md')).toBe('# Mine\n\nwords of a person')
    expect((await listAll(records)).map(({ file }) => file).sort()).toEqual([
      'other.md',
      'weekly-report-2.md',
      'weekly-report.md',
    ])
  })

  it('is one write, also where the answer is lost and it is sent again', async () => {
    const { records, server, place } = await opened()
    let lost = 0
    server.says.fault = ({ method, key }) =>
      method === 'PUT' && key === place.keyOf('weekly-report.md') && lost++ % 2 === 0
        ? 'closeAfter'
        : undefined
    const made = await create(records)
    const after = await update(records, made.id, 'changed')
    expect(after.record.revision).toBe(2)
    expect(await records.read(ann, made.id)).toEqual(after)
    expect(lost).toBe(4)
  })

  it('makes nothing where no object can be put', async () => {
    const { records, server, files } = await opened()
    await create(records, { name: 'Other' })
    server.says.fault = ({ method }) => (method === 'PUT' ? 'closeBefore' : undefined)
    await expect(create(records)).rejects.toMatchObject({ code: 'store_busy' })
    server.says.fault = () => undefined
    expect((await listAll(records)).map(({ name }) => name)).toEqual(['Other'])
    expect(files()).toEqual(['other.md'])
  })

  it('is completed by the next call where the process is killed between object and row', async () => {
    const { records, server, place, text } = await opened()
    const made = await create(records)
    // The object is written, and nobody hears of it: no answer, and no look at it either.
    let isWritten = false
    server.says.fault = ({ method, key }) => {
      if (method === 'PUT' && key === place.keyOf('weekly-report.md')) isWritten = true
      return isWritten ? (method === 'PUT' ? 'closeAfter' : 'closeBefore') : undefined
    }
    await expect(update(records, made.id, 'kept')).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringContaining('the change is kept'),
    })
    expect(text('weekly-report.md')).toContain('kept')
    server.says.fault = () => undefined
    const again = await openedAt(place)
    expect(await again.records.list(ann, { limit: 10 })).toMatchObject({ total: 1, problems: [] })
    expect((await again.records.read(ann, made.id)).record).toMatchObject({ body: 'kept', revision: 2 })
  })

  it('is seen at once, however far a list is behind', async () => {
    const { records, server, place, files } = await opened()
    for (const behind of [1, 2, 5]) {
      server.says.behind = behind
      const made = await create(records, { name: `Plan ${behind}` })
      await update(records, made.id, 'changed')
      const other = await openedAt(place)
      const listed = await listAll(other.records)
      expect(listed.map(({ id }) => id)).toContain(made.id)
      expect((await other.records.read(ann, made.id)).record).toMatchObject({ body: 'changed', revision: 2 })
      const receipt = await other.records.delete(ann, made.id, { verify: true })
      expect(receipt.state).toBe('physical')
      expect(files()).toEqual([])
      expect(await listAll(records)).toEqual([])
    }
  })

  it('is refused by its first use of a server that keeps no conditions', async () => {
    const strict = await opened()
    strict.server.says.keepsConditions = false
    const npm = await startNpmServer({ keepsConditions: false })
    const onNpm = await openedAt(await inBucket(npm.bucket))
    for (const { records } of [strict, onNpm]) {
      await expect(create(records)).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('If-Match'),
        hint: expect.stringContaining('docs/records.md'),
      })
      expect(await listAll(records)).toEqual([])
    }
    expect(strict.files()).toEqual([])
    await npm.close()
  })

  it('asks once whether conditions are kept', async () => {
    const { records, server, place } = await opened()
    await create(records)
    await create(records, { name: 'Other' })
    await create(records, {}, bob)
    const markers = server.asked.filter(
      ({ method, key }) => method === 'PUT' && key.endsWith('.recollect-records'),
    )
    // Two that make them, two that have to be refused.
    expect(markers.map(({ key }) => key === place.keyOf('.recollect-records'))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
