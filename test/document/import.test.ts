import { describe, expect, it } from 'vitest'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import {
  type ImportDocumentsOptions,
  importDocuments,
} from '../../src/transfer/documents/import-documents.js'
import type { ImportReport } from '../../src/transfer/documents/import-report.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, shown, textsOf } from './open-documents.js'

type Files = Readonly<Record<string, string | Uint8Array>>

function importFiles(
  spine: Spine,
  files: Files,
  options: Partial<ImportDocumentsOptions> = {},
): Promise<ImportReport> {
  const given = Object.entries(files).map(([path, content]) => ({ path, content }))
  return importDocuments(spine, annsShelf, given, {
    dryRun: false,
    maxBytes: 1_000_000,
    covers: [{ source: '' }],
    ...options,
  })
}

const open = async () => openSpine(await temporaryFolder())

describe('importing documents', () => {
  it('keeps new files as pending documents, to the byte', async () => {
    const spine = await open()
    const text = '\uFEFF# Plan: phase 2\r\n\r\nFirst.\r\n## Next\r\n```\n# no heading\n```\n'
    const report = await importFiles(spine, { 'a/plan.md': text, 'empty.md': ' \n' })
    expect(report.counts).toMatchObject({ added: 1 })
    expect(report.problems).toMatchObject([{ path: 'empty.md', reason: 'there is no text in it' }])
    expect(await shown(spine)).toMatchObject([
      { title: 'Plan: phase 2', source: 'a/plan.md', status: 'pending', latest: 1, published: null },
    ])
    expect(await textsOf(spine, 'a/plan.md')).toEqual([text])
    expect((await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('changes nothing where nothing changed', async () => {
    const spine = await open()
    const files = { 'a.md': '# A\n', 'b.md': '# B\n' }
    await importFiles(spine, files)
    const before = await shown(spine)
    expect((await importFiles(spine, files)).counts).toMatchObject({ unchanged: 2, added: 0 })
    expect(await shown(spine)).toEqual(before)
  })

  it('makes a new version of what says something else, which waits for review', async () => {
    const spine = await open()
    await importFiles(spine, { 'a.md': '# A\n\none\n' })
    const [known] = await shown(spine)
    await publishDocument(spine, annsShelf, known!.id)
    expect(await shown(spine)).toMatchObject([{ status: 'ready', published: 1 }])
    expect((await importFiles(spine, { 'a.md': '# A\n\ntwo\n' })).counts).toMatchObject({ changed: 1 })
    expect(await shown(spine)).toMatchObject([
      { id: known!.id, status: 'pending', latest: 2, published: null },
    ])
    expect(await textsOf(spine, 'a.md')).toEqual(['# A\n\none\n', '# A\n\ntwo\n'])
    await publishDocument(spine, annsShelf, known!.id)
    await importFiles(spine, { 'a.md': '# A\n\nthree\n' }, { keepPublished: true })
    expect(await shown(spine)).toMatchObject([{ status: 'pending', latest: 3, published: 2 }])
  })

  it('knows a file again that only stands elsewhere', async () => {
    const spine = await open()
    await importFiles(spine, { 'a.md': '# A\n' })
    const [known] = await shown(spine)
    expect(await importFiles(spine, { 'docs/a.md': '# A\n' })).toMatchObject({
      counts: { moved: 1, added: 0 },
      documents: [{ path: 'docs/a.md', outcome: 'moved', id: known!.id, version: 1 }],
    })
    expect(await shown(spine)).toMatchObject([{ id: known!.id, source: 'docs/a.md' }])
  })

  it('takes no file for moved where nobody says that the old one is gone', async () => {
    const spine = await open()
    await importFiles(spine, { 'a.md': '# A\n' })
    const report = await importFiles(spine, { 'docs/a.md': '# A\n' }, { covers: [] })
    expect(report.counts).toMatchObject({ added: 1, moved: 0 })
    expect((await shown(spine)).map(({ source }) => source)).toEqual(['a.md', 'docs/a.md'])
  })

  it('keeps a copy as a document of its own where the old place is still there, in any order', async () => {
    for (const order of [
      ['a.md', 'copy.md'],
      ['copy.md', 'a.md'],
    ]) {
      const spine = await open()
      await importFiles(spine, { 'a.md': '# A\n' })
      const report = await importFiles(spine, Object.fromEntries(order.map((path) => [path, '# A\n'])))
      expect(report.counts).toMatchObject({ unchanged: 1, added: 1, moved: 0 })
      expect((await shown(spine)).map(({ source }) => source).sort()).toEqual(['a.md', 'copy.md'])
    }
  })

  it('goes on where one file cannot be taken', async () => {
    const spine = await open()
    const report = await importFiles(spine, {
      'bad.md': Uint8Array.from([0x23, 0x20, 0xff, 0xfe]),
      'long.md': 'x'.repeat(1_000_001),
      'good.md': '---\ntitle: Plan: phase 2\n---\n# Good\n',
    })
    expect(report).toMatchObject({ failed: 2, counts: { added: 1 } })
    expect(report.problems.map(({ path }) => path)).toEqual(expect.arrayContaining(['bad.md', 'long.md']))
    for (const { hint } of report.problems) expect(hint).not.toBe(null)
    // A colon in a title is no YAML: it is told where, and the file is there (S23).
    expect(report.problems.at(-1)).toMatchObject({ path: 'good.md', line: 2 })
    expect(await shown(spine)).toHaveLength(1)
  })

  it('says what would happen, and does nothing', async () => {
    const spine = await open()
    await importFiles(spine, { 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' })
    const before = await shown(spine)
    const files = { 'a.md': '# A\n', 'b.md': '# B 2\n', 'd.md': '# C\n', 'e.md': '# E\n' }
    const report = await importFiles(spine, files, { dryRun: true })
    expect(report.counts).toEqual({ added: 1, changed: 1, unchanged: 1, moved: 1, forgotten: 0 })
    expect(await shown(spine)).toEqual(before)
    expect((await importFiles(spine, files)).counts).toEqual(report.counts)
  })

  it('keeps forgotten what was forgotten, in any version, unless it is asked again', async () => {
    const spine = await open()
    await importFiles(spine, { 'a.md': '# A\n\none\n' })
    await importFiles(spine, { 'a.md': '# A\n\ntwo\n' })
    const [known] = await shown(spine)
    await forget(spine, annsShelf, known!.id, { verify: false, operation: 'knowledge.delete' })
    expect(await shown(spine)).toEqual([])
    for (const text of ['# A\n\none\n', '# A\n\ntwo\n'])
      expect((await importFiles(spine, { 'b.md': text })).counts).toMatchObject({ forgotten: 1, added: 0 })
    expect((await importFiles(spine, { 'b.md': '# A\n\none\n' }, { again: true })).counts).toMatchObject({
      added: 1,
    })
    expect((await doctor(spine, annsShelf)).filter(({ isOk }) => !isOk)).toEqual([])
  })
})
