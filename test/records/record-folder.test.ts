import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { search } from '../../src/search/search.js'
import { sql } from '../../src/store/sql.js'
import { get } from '../../src/store/statement.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { createRecordFolder } from '../../src/user/records/record-folder.js'
import { countRecalled } from '../../src/user/records/record-rows.js'
import { temporaryFolder } from '../open-spine.js'
import { opened, problemsOf, update } from './open-folder.js'
import { ann, byExtraction, create, listAll } from './open-records.js'

describe('the folder of records', () => {
  it('is for its owner alone, and has one file a record', async () => {
    const { records, files, text, path, folder } = await opened()
    const { id } = await create(records)
    expect(files()).toEqual(['weekly-report.md'])
    expect(text('weekly-report.md')).toContain(`id: "${id}"`)
    expect(text('weekly-report.md')).toMatch(/\n---\n\nThree bullets, then the numbers\.\n$/)
    expect(statSync(path('weekly-report.md')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('is not made before there is something to put into it', async () => {
    const { records, folder } = await opened()
    expect(await listAll(records)).toEqual([])
    expect(existsSync(folder)).toBe(false)
  })

  it('sees what a person changes, and keeps what they keep beside it', async () => {
    const { records, put, text, spine } = await opened()
    const made = await create(records)
    const edited = text('weekly-report.md')
      .replace('Three bullets', 'Four bullets about zeppelins')
      .replace('type: feedback', 'type: feedback\ntags: [mine] # and this')
    put('weekly-report.md', edited)
    const seen = await records.read(ann, made.id)
    expect(seen.record).toMatchObject({
      body: 'Four bullets about zeppelins, then the numbers.',
      revision: 2,
      provenance: 'manual',
    })
    expect(text('weekly-report.md')).toBe(edited)
    const { hits } = await search(spine, ann, 'zeppelins', { limit: 5 })
    expect(hits.map(({ item }) => item.id)).toEqual([made.id])
    await update(records, made.id, { description: 'Anew' })
    expect(text('weekly-report.md')).toContain('tags: [mine] # and this\n')
    expect(text('weekly-report.md')).toContain('description: "Anew"\n')
  })

  it('sees a change of the same length within the same tick', async () => {
    const { records, put, text } = await opened()
    const made = await create(records, { body: 'aaaa' })
    for (const body of ['bbbb', 'cccc', 'dddd']) {
      put('weekly-report.md', text('weekly-report.md').replace(/(?:a{4}|b{4}|c{4})\n$/, `${body}\n`))
      expect((await records.read(ann, made.id)).record.body).toBe(body)
    }
  })

  it('takes a file of a person for a record, and does not touch it', async () => {
    const { records, put, text } = await opened()
    const own = '# Deploying\n\nFirst build. Then push.\n'
    put('how we deploy.md', own)
    const [listed] = await listAll(records)
    expect(listed).toMatchObject({
      name: 'Deploying',
      description: 'First build.',
      type: 'reference',
      provenance: 'manual',
      file: 'how we deploy.md',
      origin: 'user',
    })
    expect(text('how we deploy.md')).toBe(own)
    await update(records, 'how we deploy.md', { type: 'project' })
    expect(text('how we deploy.md')).toContain(`type: project`)
    expect(text('how we deploy.md')).toMatch(/---\n\n# Deploying\n\nFirst build\. Then push\.\n$/)
  })

  it('names files apart that begin with the same heading', async () => {
    const { records, put } = await opened()
    put('a.md', '# Notes\n\none')
    put('b.md', '# Notes\n\ntwo')
    expect((await listAll(records)).map(({ name }) => name).sort()).toEqual(['Notes', 'b'])
    expect(await problemsOf(records)).toEqual([])
  })

  it('knows a renamed file by its id, with all that it had', async () => {
    const { records, path, files, spine } = await opened()
    const made = await create(records)
    await spine.store.tx(countRecalled, ann, [made.id], spine.env.now())
    renameSync(path('weekly-report.md'), path('Report.md'))
    const seen = await records.read(ann, made.id)
    expect(seen.record).toMatchObject({ file: 'Report.md', recallCount: 1, name: 'Weekly report' })
    renameSync(path('Report.md'), path('report.md'))
    expect((await listAll(records)).map(({ id, file }) => ({ id, file }))).toEqual([
      { id: made.id, file: 'report.md' },
    ])
    await update(records, made.id, { body: 'new' })
    expect(files()).toEqual(['report.md'])
  })

  it('knows a renamed file without an id by its content', async () => {
    const { records, put, path } = await opened()
    put('a.md', '# A\n\ntext')
    const [before] = await listAll(records)
    renameSync(path('a.md'), path('b.md'))
    const [after] = await listAll(records)
    expect(after).toMatchObject({ id: before?.id, file: 'b.md' })
  })

  it('knows a file that was moved over another', async () => {
    const { records, path } = await opened()
    const first = await create(records, { name: 'First', body: 'one' })
    const second = await create(records, { name: 'Second', body: 'two' })
    renameSync(path('second.md'), path('first.md'))
    expect((await listAll(records)).map(({ id, file }) => [id, file])).toEqual([[second.id, 'first.md']])
    await expect(records.read(ann, first.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('lets what is removed by hand go, and come back', async () => {
    const { records, path, text, put } = await opened()
    const made = await create(records)
    const kept = text('weekly-report.md')
    unlinkSync(path('weekly-report.md'))
    expect(await listAll(records)).toEqual([])
    await expect(records.read(ann, made.id)).rejects.toMatchObject({ code: 'not_found' })
    put('weekly-report.md', kept)
    expect(await records.read(ann, made.id)).toMatchObject({
      id: made.id,
      record: { body: made.record.body },
    })
  })

  it('tells a copy from what it was copied from', async () => {
    const { records, put, text } = await opened()
    const made = await create(records)
    put('copy.md', text('weekly-report.md'))
    expect(await problemsOf(records)).toMatchObject([{ file: 'copy.md', field: 'id' }])
    expect((await listAll(records)).map(({ id }) => id)).toEqual([made.id])
    put(
      'copy.md',
      text('copy.md')
        .replace(/id: .*\n/, '')
        .replace('"Weekly report"', '"Copy"'),
    )
    expect(await problemsOf(records)).toEqual([])
    expect(await listAll(records)).toHaveLength(2)
  })

  it('tells of a name that is taken, for as long as it is', async () => {
    let later = 0
    const { records, put, spine } = await opened(undefined, { ...systemEnv(), now: () => Date.now() + later })
    const made = await create(records)
    put('other.md', '---\nname: WEEKLY report\n---\n\ntext\n')
    expect(await problemsOf(records)).toMatchObject([{ file: 'other.md', field: 'name' }])
    later = 10_000
    await listAll(records)
    const writes = async () =>
      (
        await spine.store.query(
          get<{ n: number }>(sql`select count(*) as n from audit where bank = ${ann.writes}`),
        )
      )?.n
    const before = await writes()
    expect(await problemsOf(records)).toHaveLength(1)
    expect(await writes()).toBe(before)
    await records.delete(ann, made.id, { verify: false })
    expect(await problemsOf(records)).toEqual([])
    expect((await listAll(records)).map(({ file }) => file)).toEqual(['other.md'])
  })

  it('takes one of two files that some file system takes for one', async () => {
    const { records, put, files } = await opened()
    const made = await create(records)
    put('Weekly-Report.md', '# Twin\n\nother')
    put('cafe\u0301.md', '# NFD\n\nx')
    put('caf\u00e9.md', '# NFC\n\ny')
    expect(files()).toHaveLength(4)
    expect((await problemsOf(records)).map(({ file }) => file)).toEqual(['Weekly-Report.md', 'caf\u00e9.md'])
    expect((await records.read(ann, made.id)).record.body).toBe(made.record.body)
    expect(await listAll(records)).toHaveLength(2)
  })

  it('takes the name that a person gives it, and keeps its file', async () => {
    const { records, put, text } = await opened()
    const made = await create(records)
    await create(records, { name: 'Other', body: 'x' })
    put('weekly-report.md', text('weekly-report.md').replace('"Weekly report"', 'Friday report'))
    expect((await records.read(ann, made.id)).record).toMatchObject({
      name: 'Friday report',
      file: 'weekly-report.md',
    })
    await expect(create(records, { name: 'friday  report', body: 'y' })).rejects.toMatchObject({
      code: 'conflict',
    })
    put('weekly-report.md', text('weekly-report.md').replace('Friday report', 'other'))
    expect(await problemsOf(records)).toMatchObject([{ file: 'weekly-report.md', field: 'name' }])
    expect((await records.read(ann, made.id)).record.name).toBe('Friday report')
  })

  it('keeps the record of a file that loses its front matter', async () => {
    const { records, put } = await opened()
    const made = await create(records)
    put('weekly-report.md', '# Bare\n\nWithout fields.\n')
    expect((await records.read(ann, made.id)).record).toMatchObject({
      name: 'Bare',
      description: 'Without fields.',
    })
    await update(records, made.id, { type: 'user' })
    expect((await listAll(records)).map(({ id, type }) => ({ id, type }))).toEqual([
      { id: made.id, type: 'user' },
    ])
  })

  it('writes records into files that were kept without, and goes on from there', async () => {
    const { records, spine, files, put, text } = await opened()
    const rows = createDatabaseRecords(spine)
    await create(rows, { name: 'Kept before', body: 'x' })
    await create(rows, { name: 'Mine', body: 'of the store' })
    put('mine.md', '# By hand\n\ntext\n')
    expect(new Set((await listAll(records)).map(({ name }) => name))).toEqual(
      new Set(['Kept before', 'Mine', 'By hand']),
    )
    expect(files()).toEqual(['kept-before.md', 'mine-2.md', 'mine.md'])
    expect(text('mine.md')).toBe('# By hand\n\ntext\n')
    await listAll(records)
    expect(await problemsOf(records)).toEqual([])
  })

  it('lets a person write manual over auto, and never the other way', async () => {
    const { records, put, text } = await opened()
    const auto = await create(records, { name: 'Auto' }, ann, byExtraction)
    const manual = await create(records, { name: 'Manual', body: 'x' })
    put('auto.md', text('auto.md').replace('provenance: auto', 'provenance: manual'))
    put('manual.md', text('manual.md').replace('provenance: manual', 'provenance: auto'))
    expect((await records.read(ann, auto.id)).record.provenance).toBe('manual')
    expect((await records.read(ann, manual.id)).record.provenance).toBe('manual')
  })

  it('writes counters with the next write of what a record says, and not before', async () => {
    const { records, text, spine } = await opened()
    const made = await create(records)
    const before = text('weekly-report.md')
    await spine.store.tx(countRecalled, ann, [made.id], spine.env.now())
    await listAll(records)
    expect(text('weekly-report.md')).toBe(before)
    await update(records, made.id, { body: 'new' })
    expect(text('weekly-report.md')).toContain('recallCount: 1\n')
  })
})

describe('what is wrong with files', () => {
  it('is told with file, line and reason, while the others are read (S23, S03)', async () => {
    const { records, put, text } = await opened()
    const bad = {
      'colon.md': '---\ntype: user\nname: Plan: phase 2\n---\n',
      'cut.md': '---\nname: "na',
      'path.md': '---\nkey: "C:\\data"\n---\n',
      'star.md': '---\ntitle: *note*\n---\n',
    }
    for (const [file, content] of Object.entries(bad)) put(file, content)
    put('rule.md', '---\n\nA rule on top.\n')
    await create(records)
    const { records: listed, problems } = await records.list(ann, { limit: 10 })
    expect(listed.map(({ file }) => file).sort()).toEqual(['rule.md', 'weekly-report.md'])
    expect(problems.map(({ file, line }) => ({ file, line }))).toEqual([
      { file: 'colon.md', line: 3 },
      { file: 'cut.md', line: 1 },
      { file: 'path.md', line: 2 },
      { file: 'star.md', line: 2 },
    ])
    for (const [file, content] of Object.entries(bad)) expect(text(file)).toBe(content)
  })

  it('keeps the record as it was known, and refuses to write over the file', async () => {
    const { records, put, text } = await opened()
    const made = await create(records)
    put('weekly-report.md', '---\nname: [\n---\n')
    expect((await records.read(ann, made.id)).record.body).toBe(made.record.body)
    expect(await problemsOf(records)).toMatchObject([{ file: 'weekly-report.md', line: expect.any(Number) }])
    await expect(update(records, made.id, { body: 'x' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('weekly-report.md, line'),
    })
    expect(text('weekly-report.md')).toBe('---\nname: [\n---\n')
    // Whose it is, it does not say any more.
    expect((await records.delete(ann, made.id, { verify: true })).state).toBe('logical')
    expect(await problemsOf(records)).toHaveLength(1)
    expect(await listAll(records)).toEqual([])
  })

  it('never opens what is no file, nor follows a link', async () => {
    const { records, path, folder } = await opened()
    await create(records)
    const outside = await temporaryFolder()
    writeFileSync(join(outside, 'secret.md'), '# Secret\n\ntext')
    symlinkSync(join(outside, 'secret.md'), path('link.md'))
    symlinkSync(outside, path('folder-link.md'))
    mkdirSync(path('folder.md'))
    execFileSync('sh', ['-c', 'mkfifo "$0"', path('pipe.md')])
    writeFileSync(path('large.md'), 'x'.repeat(200_000))
    linkSync(path('weekly-report.md'), path('.hidden.md'))
    symlinkSync(outside, join(folder, 'outside'))
    const { records: listed, problems } = await records.list(ann, { limit: 10 })
    expect(listed.map(({ file }) => file)).toEqual(['weekly-report.md'])
    expect(problems.map(({ file }) => file)).toEqual([
      'folder-link.md',
      'folder.md',
      'large.md',
      'link.md',
      'pipe.md',
    ])
  })

  it('refuses to write through a link that took the place of a file', async () => {
    const { records, path, folder } = await opened()
    const made = await create(records)
    const outside = join(await temporaryFolder(), 'target.md')
    writeFileSync(outside, readFileSync(path('weekly-report.md')))
    const before = readFileSync(outside, 'utf8')
    unlinkSync(path('weekly-report.md'))
    symlinkSync(outside, path('weekly-report.md'))
    await expect(update(records, made.id, { body: 'x' })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(outside, 'utf8')).toBe(before)
    expect(readdirSync(folder)).not.toContain('target.md')
  })

  it.each([
    '../../notes',
    '/etc/hostname',
    '2026-01-01/../../x',
    'outside/secret.md',
    '%2e%2e/',
    '..',
    '.',
    '',
    'a\0.md',
    'C:\\x.md',
    '.recollect-records',
    'x'.repeat(300),
  ])('answers %j as it answers what is absent (S27)', async (which) => {
    const { records, folder } = await opened()
    await create(records)
    const outside = await temporaryFolder()
    writeFileSync(join(outside, 'secret.md'), '# Secret\n\ntext')
    symlinkSync(outside, join(folder, 'outside'))
    const outcome = async (call: Promise<unknown>) =>
      call.catch((error) => ({ code: error.code, message: error.message }))
    const absent = await outcome(records.read(ann, 'absent'))
    const asked = await outcome(records.read(ann, which))
    const named = (answer: unknown, name: string) =>
      JSON.stringify(answer).replace(JSON.stringify(name).slice(1, -1), '')
    expect(named(asked, which)).toBe(named(absent, 'absent'))
    await expect(records.delete(ann, which, { verify: false })).rejects.toMatchObject({ code: 'not_found' })
    const files = createRecordFolder(folder, systemEnv())
    if (which !== MARKER_FILE) expect(await files.read(which)).toBeNull()
    expect(existsSync(join(outside, 'secret.md'))).toBe(true)
  })
})
