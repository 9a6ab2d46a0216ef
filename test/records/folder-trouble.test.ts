import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { MemoryError } from '../../src/errors.js'
import { forget } from '../../src/items/forget.js'
import { sql } from '../../src/store/sql.js'
import { all, get } from '../../src/store/statement.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import { MARKER_FILE, type RecordFiles } from '../../src/user/records/record-files.js'
import { opened, problemsOf, update } from './open-folder.js'
import { ann, byAnn, create, inFolder, listAll } from './open-records.js'

const nothing = (): void => undefined

describe('trouble that is no removal', () => {
  it('is a folder that is not there', async () => {
    const { records, folder } = await opened()
    await create(records)
    renameSync(folder, `${folder}-unmounted`)
    for (const call of [() => records.list(ann, { limit: 1 }), () => create(records, { name: 'Other' })])
      await expect(call()).rejects.toMatchObject({
        code: 'conflict',
        hint: expect.stringContaining('bring it back'),
      })
    mkdirSync(folder)
    await expect(records.list(ann, { limit: 1 })).rejects.toMatchObject({ code: 'conflict' })
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-unmounted`, folder)
    expect(await listAll(records)).toHaveLength(1)
  })

  it('is a folder that goes in the middle of a call', async () => {
    let act = nothing
    const place = await inFolder((files) => ({
      ...files,
      list: async (after) => {
        act()
        return files.list(after)
      },
    }))
    const { records, folder, path } = await opened(place)
    const made = await create(records)
    const other = await create(records, { name: 'Other', body: 'x' })
    for (const isEmptyLeft of [false, true]) {
      act = () => {
        act = nothing
        renameSync(folder, `${folder}-unmounted`)
        if (isEmptyLeft) mkdirSync(folder)
      }
      await expect(update(records, made.id, { body: `with ${isEmptyLeft}` })).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(existsSync(path(MARKER_FILE))).toBe(false)
      rmSync(folder, { recursive: true, force: true })
      renameSync(`${folder}-unmounted`, folder)
      expect(new Set((await listAll(records)).map(({ id }) => id))).toEqual(new Set([made.id, other.id]))
    }
  })

  it('is a folder of another bank or store', async () => {
    const { records, folder, path } = await opened()
    await create(records)
    writeFileSync(path(MARKER_FILE), 'another')
    unlinkSync(path('weekly-report.md'))
    await expect(records.list(ann, { limit: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(folder),
    })
  })

  it('begins anew where a person says so, with an empty marker', async () => {
    const { records, folder, path, files, put } = await opened()
    const made = await create(records)
    put('mine.md', '# Mine\n\ntext')
    const [mine] = (await listAll(records)).filter(({ file }) => file === 'mine.md')
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(path(MARKER_FILE), '')
    put('mine.md', '# Mine\n\ntext')
    expect(new Set((await listAll(records)).map(({ id }) => id))).toEqual(new Set([made.id, mine?.id]))
    expect(files()).toEqual(['mine.md', 'weekly-report.md'])
    expect(await problemsOf(records)).toEqual([])
  })

  it.each(['unreadable', 'notRegular'] as const)('is a file that is %s for a moment', async (fault) => {
    let failing = false
    const place = await inFolder((files) => ({
      ...files,
      list: async (after) => {
        const page = await files.list(after)
        const entries = page.entries.map((entry) =>
          failing ? { ...entry, stamp: null, fault: null } : entry,
        )
        return { ...page, entries }
      },
      read: async (file) => (failing && file !== MARKER_FILE ? fault : files.read(file)),
    }))
    const { records } = await opened(place)
    const made = await create(records)
    failing = true
    const { records: listed, problems } = await records.list(ann, { limit: 5 })
    expect(listed.map(({ id }) => id)).toEqual([made.id])
    expect(problems).toHaveLength(1)
    failing = false
    expect(await problemsOf(records)).toEqual([])
    expect((await records.read(ann, made.id)).record).toEqual(made.record)
  })

  it('is a folder that cannot be listed', async () => {
    let failing = false
    const refused = Object.assign(new Error('no'), { code: 'store_failed' })
    const place = await inFolder((files) => ({
      ...files,
      list: (after) => (failing ? Promise.reject(refused) : files.list(after)),
    }))
    const { records } = await opened(place)
    await create(records)
    failing = true
    await expect(records.list(ann, { limit: 5 })).rejects.toBe(refused)
    failing = false
    expect(await listAll(records)).toHaveLength(1)
  })

  it('is a file that an editor puts back in a moment', async () => {
    let sleeps = nothing
    const env: Env = { ...systemEnv(), sleep: async () => sleeps() }
    const { records, path } = await opened(undefined, env)
    const made = await create(records)
    renameSync(path('weekly-report.md'), path('weekly-report.md~'))
    sleeps = () => renameSync(path('weekly-report.md~'), path('weekly-report.md'))
    expect((await listAll(records)).map(({ id, revision }) => ({ id, revision }))).toEqual([
      { id: made.id, revision: 1 },
    ])
  })
})

describe('writing at the same time as a person', () => {
  /** Lets something happen between the look at the folder and the write of a file. */
  const between = (act: () => void): ((files: RecordFiles) => RecordFiles) => {
    return (files) => ({
      ...files,
      write: (file, ...rest) => {
        if (file !== MARKER_FILE) act()
        return files.write(file, ...rest)
      },
    })
  }

  it('never writes over what was changed meanwhile', async () => {
    let act = nothing
    const { records, put, text } = await opened(await inFolder(between(() => act())))
    const made = await create(records)
    const edited = text('weekly-report.md').replace('Three', 'Five')
    act = () => {
      act = nothing
      put('weekly-report.md', edited)
    }
    await expect(update(records, made.id, { body: 'by the agent' })).rejects.toMatchObject({
      code: 'changed',
    })
    expect(text('weekly-report.md')).toBe(edited)
    expect((await records.read(ann, made.id)).record.body).toBe('Five bullets, then the numbers.')
  })

  it('gives way to a file that has just come', async () => {
    let act = nothing
    const { records, put, text, files } = await opened(await inFolder(between(() => act())))
    act = () => {
      act = nothing
      put('weekly-report.md', '# Mine\n\ntext')
    }
    const made = await create(records)
    expect(made.record.file).toBe('weekly-report-2.md')
    expect(files()).toEqual(['weekly-report-2.md', 'weekly-report.md'])
    expect(text('weekly-report.md')).toBe('# Mine\n\ntext')
    expect(await listAll(records)).toHaveLength(2)
  })

  it('makes no record that gets no file', async () => {
    const full = new MemoryError('store_full', 'the disk is full')
    let failing = true
    const place = await inFolder((files) => ({
      ...files,
      write: (file, ...rest) =>
        failing && file !== MARKER_FILE ? Promise.reject(full) : files.write(file, ...rest),
    }))
    const { records, files, text } = await opened(place)
    await expect(create(records)).rejects.toBe(full)
    failing = false
    expect(await listAll(records)).toEqual([])
    expect(files()).toEqual([])
    const made = await create(records)
    failing = true
    await expect(update(records, made.id, { body: 'new' })).rejects.toMatchObject({
      code: 'store_full',
      message: 'the change is kept, and not in its file yet: the disk is full',
    })
    failing = false
    expect((await listAll(records)).map(({ id }) => id)).toEqual([made.id])
    expect(text('weekly-report.md')).toContain('\nnew\n')
  })
})

describe('forgetting', () => {
  it('leaves no byte in the folder, however it is done', async () => {
    const { records, files, folder, spine } = await opened()
    const made = await create(records, { name: 'Zeppelin', body: 'xylophone' })
    const receipt = await records.delete(ann, made.id, { verify: true })
    expect(receipt.state).toBe('physical')
    expect(files()).toEqual([])
    const other = await create(records, { name: 'Other', body: 'xylophone again' })
    await forget(spine, ann, other.id, { verify: false })
    await records.finish(ann)
    expect(files()).toEqual([])
    expect(
      await spine.store.query(get(sql`select rid from record_doomed where bank = ${ann.writes}`)),
    ).toBeUndefined()
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('xylophone')
  })

  it('is made good by the next call, where a kill came between', async () => {
    const { records, files, spine, path } = await opened()
    const first = await create(records, { name: 'First', body: 'one' })
    const second = await create(records, { name: 'Second', body: 'two' })
    await forget(spine, ann, first.id, { verify: false })
    await forget(spine, ann, second.id, { verify: false })
    // A person gave it another name meanwhile.
    renameSync(path('second.md'), path('renamed.md'))
    expect(files()).toHaveLength(2)
    expect(await listAll(records)).toEqual([])
    expect(files()).toEqual([])
    expect(
      await spine.store.query(all(sql`select rid from record_doomed where bank = ${ann.writes}`)),
    ).toEqual([])
  })

  it('takes copies along that a person made', async () => {
    const { records, files, put, text } = await opened()
    const made = await create(records)
    put('copy.md', text('weekly-report.md'))
    expect(await problemsOf(records)).toHaveLength(1)
    await records.delete(ann, made.id, { verify: false })
    expect(files()).toEqual([])
    expect(await listAll(records)).toEqual([])
  })

  it('stays: the same file that comes back is told of, and not taken in', async () => {
    const { records, text, put } = await opened()
    const made = await create(records)
    const copy = text('weekly-report.md')
    await records.delete(ann, made.id, { verify: false })
    put('weekly-report.md', copy)
    expect(await listAll(records)).toEqual([])
    expect(await problemsOf(records)).toMatchObject([
      { file: 'weekly-report.md', reason: expect.stringContaining('forgotten') },
    ])
  })

  it('says so where the file cannot be removed', async () => {
    let failing = false
    const refused = new MemoryError('store_failed', 'cannot remove it')
    const place = await inFolder((files) => ({
      ...files,
      delete: (file, version) => (failing ? Promise.reject(refused) : files.delete(file, version)),
    }))
    const { records, files } = await opened(place)
    const made = await create(records)
    failing = true
    expect(await records.delete(ann, made.id, { verify: true })).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('cannot remove it'),
    })
    await expect(records.list(ann, { limit: 1 })).rejects.toBe(refused)
    failing = false
    expect(await listAll(records)).toEqual([])
    expect(files()).toEqual([])
  })
})

describe('a kill between rows and file', () => {
  it('is made good by the next call', async () => {
    const { records, spine, text, files } = await opened()
    const made = await create(records)
    // What a process leaves that dies between the commit and the file.
    const rows = createDatabaseRecords(spine)
    await rows.write(ann, { kind: 'update', which: made.id, change: { body: 'committed' }, by: byAnn })
    await create(rows, { name: 'Also committed', body: 'x' })
    expect(files()).toEqual(['weekly-report.md'])
    expect((await records.read(ann, made.id)).record.body).toBe('committed')
    expect(text('weekly-report.md')).toContain('committed')
    expect(files()).toEqual(['also-committed.md', 'weekly-report.md'])
    expect((await records.read(ann, made.id)).record.revision).toBe(2)
  })

  it('leaves a temporary file that is never listed, and cleared away', async () => {
    const { records, put, files, path } = await opened()
    const made = await create(records)
    const left = `.recollect-${made.id}-00112233445566778899aabbccddeeff.tmp`
    put(left, '# half')
    expect(await listAll(records)).toHaveLength(1)
    expect(await problemsOf(records)).toEqual([])
    expect(files()).toEqual([left, 'weekly-report.md'])
    utimesSync(path(left), new Date(), new Date(Date.now() - 3_600_000))
    expect(await listAll(records)).toHaveLength(1)
    expect(files()).toEqual(['weekly-report.md'])
  })

  it('leaves the file of a person as it is', async () => {
    const { records, spine, put, text } = await opened()
    const made = await create(records)
    await createDatabaseRecords(spine).write(ann, {
      kind: 'update',
      which: made.id,
      change: { body: 'unheard of' },
      by: byAnn,
    })
    const edited = text('weekly-report.md').replace('Three', 'Six')
    put('weekly-report.md', edited)
    expect((await records.read(ann, made.id)).record.body).toBe('Six bullets, then the numbers.')
    expect(text('weekly-report.md')).toBe(edited)
  })
})

describe('reading only what has changed', () => {
  it('opens no file that is as it was', async () => {
    let reads = 0
    let later = 0
    const env: Env = { ...systemEnv(), now: () => Date.now() + later }
    const place = await inFolder((files) => ({
      ...files,
      read: (file) => {
        if (file !== MARKER_FILE) reads += 1
        return files.read(file)
      },
    }))
    const { records, put } = await opened(place, env)
    for (let n = 0; n < 5; n++) put(`${n}.md`, `# ${n}\n\ntext ${n}`)
    put('bad.md', '---\nname: [\n---\n')
    await listAll(records)
    expect(reads).toBe(6)
    // Young times are not believed: once more, and then no longer.
    await listAll(records)
    later = 10_000
    await listAll(records)
    reads = 0
    expect(await listAll(records)).toHaveLength(5)
    expect(await problemsOf(records)).toHaveLength(1)
    expect(reads).toBe(0)
  })
})

it('keeps the mode that a person gave a file', async () => {
  const { records, path } = await opened()
  const made = await create(records)
  chmodSync(path('weekly-report.md'), 0o644)
  await update(records, made.id, { body: 'new' })
  expect(statSync(path('weekly-report.md')).mode & 0o777).toBe(0o644)
})

it('makes nothing twice where two processes take in the same', async () => {
  const place = await inFolder()
  const one = await opened(place)
  const other = await opened(place)
  for (let n = 0; n < 20; n++) one.put(`${n}.md`, `# ${n}\n\ntext ${n}`)
  const [a, b] = await Promise.all([listAll(one.records), listAll(other.records)])
  expect(new Set(a.map(({ file }) => file)).size).toBe(20)
  expect(b.length).toBeGreaterThan(0)
  expect(await listAll(other.records)).toEqual(await listAll(one.records))
})
