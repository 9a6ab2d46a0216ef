import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import { forget } from '../../src/items/forget.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { opened, problemsOf } from './open-folder.js'
import { ann, create, type FolderPlace, inFolder, listAll } from './open-records.js'

const verify = { verify: true }

describe('a file that is not ours', () => {
  const broken = '---\nname: [my plan\n---\n\nprecious words of a person\n'

  it('keeps its name and its words, whatever becomes of a record that would have had the name', async () => {
    const { records, put, text, files } = await opened()
    put('plan.md', broken)
    const made = await create(records, { name: 'Plan' })
    expect(made.record.file).toBe('plan-2.md')
    expect((await records.delete(ann, made.id, verify)).state).toBe('physical')
    expect(files()).toEqual(['plan.md'])
    expect(text('plan.md')).toBe(broken)
  })

  it('may be a folder or a link: the record gets another name', async () => {
    const { records, folder, path, files } = await opened()
    mkdirSync(path('plan.md'), { recursive: true })
    symlinkSync('/etc/hostname', path('other.md'))
    const made = await create(records, { name: 'Plan', body: 'one' })
    const other = await create(records, { name: 'Other', body: 'two' })
    expect(files()).toEqual(['other-2.md', 'other.md', 'plan-2.md', 'plan.md'])
    for (const { id } of [made, other]) await records.delete(ann, id, verify)
    expect(files()).toEqual(['other.md', 'plan.md'])
    expect(existsSync(folder)).toBe(true)
  })

  it('is told of where it may be what was forgotten, and stays', async () => {
    const { records, put, files, path } = await opened()
    put('mine.md', '# Mine\n\nzeppelin')
    const [made] = await listAll(records)
    put('mine.md', broken)
    expect(await problemsOf(records)).toHaveLength(1)
    const receipt = await records.delete(ann, made?.id ?? '', verify)
    expect(receipt).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('mine.md was changed'),
    })
    expect(files()).toEqual(['mine.md'])
    expect(await problemsOf(records)).toHaveLength(1)
    rmSync(path('mine.md'))
    expect(await problemsOf(records)).toEqual([])
  })
})

describe('what was forgotten leaves no file', () => {
  it('that has grown too large, or is broken, under its name or another', async () => {
    const { records, put, text, path, files } = await opened()
    const made = await create(records)
    const whole = text('weekly-report.md')
    put('broken.md', whole.replace('type: feedback', 'type: [feedback'))
    put('unclosed.md', whole.replace(/\n---\n/, '\n'))
    writeFileSync(path('wide.md'), Buffer.from(`\ufeff${whole}`, 'utf16le'))
    copyFileSync(path('weekly-report.md'), path('large.md'))
    for (const file of ['weekly-report.md', 'large.md']) appendFileSync(path(file), 'x'.repeat(200_000))
    expect(await problemsOf(records)).toHaveLength(5)
    expect((await records.delete(ann, made.id, verify)).state).toBe('physical')
    expect(files()).toEqual([])
  })

  it('that a person copied over another record: that one is written again', async () => {
    const { records, path, text, files } = await opened()
    const made = await create(records)
    const other = await create(records, { name: 'Other', body: 'of its own' })
    copyFileSync(path('weekly-report.md'), path('other.md'))
    expect((await records.delete(ann, made.id, verify)).state).toBe('physical')
    expect((await listAll(records)).map(({ id }) => id)).toEqual([other.id])
    expect(files()).toEqual(['other.md'])
    expect(text('other.md')).toContain('of its own')
  })

  it('that a write left half-done', async () => {
    const { records, path, files } = await opened()
    const made = await create(records)
    const other = await create(records, { name: 'Other', body: 'of its own' })
    const left = (id: string) => `.recollect-${id}-${'a'.repeat(32)}.tmp`
    for (const id of [made.id, other.id]) linkSync(path('weekly-report.md'), path(left(id)))
    await records.delete(ann, made.id, verify)
    expect(files()).toEqual([left(other.id), 'other.md'])
  })

  it('that another process was just about to write', async () => {
    let act: undefined | (() => Promise<unknown>)
    const place = await inFolder((files) => ({
      ...files,
      write: async (file, ...rest) => {
        const due = act
        if (file !== MARKER_FILE) act = undefined
        if (file !== MARKER_FILE) await due?.()
        return files.write(file, ...rest)
      },
    }))
    const one = await opened(place)
    const other = await opened(place)
    act = async () => {
      const [made] = await listAll(other.records).catch(() => [])
      await forget(other.spine, ann, made?.id ?? '', { verify: false })
      await other.records.finish(ann)
    }
    await expect(create(one.records, { name: 'Tea' })).rejects.toMatchObject({ code: 'not_found' })
    expect(one.files()).toEqual([])
    expect(await listAll(other.records)).toEqual([])
  })
})

describe('a new record whose file was put in place before something failed', () => {
  const failed = new MemoryError('store_failed', 'the folder cannot be made durable')
  const failingPlace = (isFailing: () => boolean, isDeletable: boolean): Promise<FolderPlace> =>
    inFolder((files) => ({
      ...files,
      write: async (file, ...rest) => {
        const done = await files.write(file, ...rest)
        if (isFailing() && file !== MARKER_FILE) throw failed
        return done
      },
      delete: (file, version) =>
        isFailing() && !isDeletable ? Promise.reject(failed) : files.delete(file, version),
    }))

  it('is not made, and leaves no file', async () => {
    let isFailing = true
    const { records, files } = await opened(await failingPlace(() => isFailing, true))
    await expect(create(records)).rejects.toBe(failed)
    isFailing = false
    expect(await listAll(records)).toEqual([])
    expect(files()).toEqual([])
  })

  it('is kept, as whose it is, where the file cannot be taken away', async () => {
    let isFailing = true
    const { records } = await opened(await failingPlace(() => isFailing, false))
    const byAgent = {
      provenance: 'manual',
      origin: 'tool',
      trust: 'observed',
      operation: 'record.save',
    } as const
    await expect(create(records, {}, ann, byAgent)).rejects.toMatchObject({
      message: expect.stringContaining('the change is kept'),
    })
    isFailing = false
    expect(await listAll(records)).toMatchObject([{ origin: 'tool', trust: 'observed' }])
    expect(await problemsOf(records)).toEqual([])
  })
})

it('gets a receipt where the folder is gone, and no proof', async () => {
  const { records, spine, folder } = await opened()
  const made = await create(records)
  rmSync(folder, { recursive: true })
  const receipt = await forget({ ...spine, beside: records }, ann, made.id, verify)
  expect(receipt).toMatchObject({ state: 'logical', reason: expect.stringContaining('is not there') })
})
