import { describe, expect, it } from 'vitest'
import type { FileRecords } from '../../src/user/records/file-records.js'
import { ann, byAnn, create, listAll } from '../records/open-records.js'
import { opened } from './opened.js'

const verify = { verify: true }
const update = (records: FileRecords, which: string, body: string) =>
  records.write(ann, { kind: 'update', which, change: { body }, by: byAnn })

describe('forgetting a record in an object store', () => {
  it('removes the object, and no other', async () => {
    const { records, files, put } = await opened()
    const made = await create(records)
    await create(records, { name: 'Other' })
    put('notes.txt', 'Three bullets')
    expect((await records.delete(ann, made.id, verify)).state).toBe('physical')
    expect(files()).toEqual(['other.md'])
  })

  it.each(['Enabled', 'Suspended'] as const)(
    'removes all that a bucket keeps of it (%s)',
    async (versioning) => {
      const { records, server, place, put, text } = await opened()
      server.says.versioning = 'Enabled'
      server.says.pageSize = 3
      const made = await create(records)
      const other = await create(records, { name: 'Other' })
      for (const body of ['a zeppelin', 'two zeppelins', 'none']) await update(records, made.id, body)
      await update(records, other.id, 'quotes the zeppelin')
      await update(records, other.id, 'quotes nothing')
      // Under another name, as a person gives it, and beside it what is no record.
      put('moved.md', text('weekly-report.md') ?? '')
      server.objects.set(place.keyOf('weekly-report.md'), [
        ...(server.objects.get(place.keyOf('weekly-report.md')) ?? []),
        { id: 'gone', tag: '', bytes: null, at: new Date() },
      ])
      put('notes.txt', 'one')
      put('notes.txt', 'two')
      expect((await records.read(ann, made.id)).record.file).toBe('moved.md')
      server.says.versioning = versioning
      expect((await records.delete(ann, made.id, verify)).state).toBe('physical')
      const left = [...server.objects].filter(([key]) => key.startsWith(place.keyOf('')))
      expect(left.map(([key, versions]) => [key.replace(place.keyOf(''), ''), versions.length])).toEqual([
        ['.recollect-records', 1],
        ['other.md', 1],
        ['notes.txt', 2],
      ])
      expect(text('other.md')).toContain('quotes nothing')
    },
  )

  it('says that it cannot where object lock keeps it', async () => {
    const { records, server, place, files } = await opened()
    server.says.versioning = 'Enabled'
    const made = await create(records)
    server.says.isLocked = true
    expect(await records.delete(ann, made.id, verify)).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('object lock'),
    })
    // Nobody sees it any more, and what was kept has not come back.
    expect(files()).toEqual([])
    expect(await listAll(records)).toEqual([])
    expect(server.objects.get(place.keyOf('weekly-report.md'))?.at(-1)?.bytes).toBeNull()
    server.says.isLocked = false
    const next = await create(records, { name: 'Next' })
    expect((await records.delete(ann, next.id, verify)).state).toBe('physical')
    expect(server.objects.has(place.keyOf('weekly-report.md'))).toBe(false)
  })

  it('is logical where the bucket does not say whether it keeps anything', async () => {
    const { records, server } = await opened()
    server.says.tells = false
    const made = await create(records)
    expect(await records.delete(ann, made.id, verify)).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('s3:GetBucketVersioning'),
    })
  })

  it('is completed by the next call where the store does not answer', async () => {
    const { records, server, files } = await opened()
    const made = await create(records)
    let isForgetting = false
    server.says.fault = ({ method }) => {
      isForgetting ||= method === 'DELETE'
      return isForgetting ? 'closeBefore' : undefined
    }
    expect(await records.delete(ann, made.id, verify)).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('the next call for records tries again'),
    })
    expect(files()).toEqual(['weekly-report.md'])
    server.says.fault = () => undefined
    expect(await listAll(records)).toEqual([])
    expect(files()).toEqual([])
  })
})
