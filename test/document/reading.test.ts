import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { documentMap } from '../../src/document/reading/document-map.js'
import { readDocumentOutline } from '../../src/document/reading/document-outline.js'
import {
  readSection,
  type SectionPage,
  type SectionWanted,
} from '../../src/document/reading/section-reader.js'
import { attachDocuments, detachDocuments } from '../../src/document/tasks/attach-documents.js'
import { visibleDocuments } from '../../src/document/tasks/visible-documents.js'
import { MemoryError } from '../../src/errors.js'
import type { ItemId } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { reachOf } from '../../src/reach.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, save } from './open-documents.js'

const ann = reachOf({ user: 'ann' })
const task = 'default'

const HANDBOOK = `---
title: Handbook
---
Welcome.

# Time off

All of it.

## Vacation

Twenty-five days a year.

### Carrying over

Five days, until March.

## Sick leave

Call before nine.

# Money

Paid on the 25th.
`

async function published(spine: Spine, text: string, source: string): Promise<ItemId> {
  const saved = await save(spine, text, { source })
  if (saved.outcome === 'forgotten') throw new Error('forgotten')
  await publishDocument(spine, annsShelf, saved.id)
  return saved.id
}

async function attached(text: string): Promise<{ spine: Spine; id: ItemId }> {
  const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  const id = await published(spine, text, 'handbook.md')
  await attachDocuments(spine, ann, { task, documents: [id] })
  return { spine, id }
}

function read(spine: Spine, wanted: Partial<SectionWanted>): Promise<SectionPage> {
  return spine.store.read(readSection, spine, ann, {
    task,
    document: 'handbook.md',
    maxTokens: 1_500,
    ...wanted,
  })
}

async function allPages(spine: Spine, anchor: string, maxTokens: number): Promise<SectionPage[]> {
  const pages = [await read(spine, { anchor, maxTokens })]
  for (let next = pages[0]?.next; typeof next === 'string'; next = pages.at(-1)?.next)
    pages.push(await read(spine, { cursor: next, maxTokens }))
  return pages
}

describe('the outline of a document', () => {
  it('shows every section in order, and under one only those that stand there', async () => {
    const { spine } = await attached(HANDBOOK)
    const outline = (under?: string) =>
      spine.store.read(readDocumentOutline, spine, ann, {
        task,
        document: 'Handbook',
        maxTokens: 1_500,
        under,
      })
    const { sections, next, size } = await outline()
    expect(sections.map(({ level, anchor }) => [level, anchor])).toEqual([
      [0, ''],
      [1, 'time-off'],
      [2, 'vacation'],
      [3, 'carrying-over'],
      [2, 'sick-leave'],
      [1, 'money'],
    ])
    expect(next).toBeNull()
    expect(size.sections).toBe(6)
    const { sections: under } = await outline('#vacation')
    expect(under.map(({ anchor }) => anchor)).toEqual(['vacation', 'carrying-over'])
    await expect(outline('nothing')).rejects.toMatchObject({ code: 'not_found' })
    await spine.store.close()
  })

  it('comes in pages that together hold each section once, a long one with all of its parts', async () => {
    const long = `## Long\n\n${'A sentence of some words.\n'.repeat(4_000)}`
    const { spine } = await attached(`# Top\n${'## One\n'.repeat(150)}${long}## Last\n`)
    const anchors: string[] = []
    let cursor: string | undefined
    do {
      const page = await spine.store.read(readDocumentOutline, spine, ann, {
        task,
        document: 'Top',
        maxTokens: 300,
        cursor,
      })
      anchors.push(...page.sections.map((one) => one.anchor))
      const whole = page.sections.find(({ anchor }) => anchor === 'long')
      if (whole !== undefined) expect(whole.chars).toBe(long.length)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(anchors).toHaveLength(153)
    expect(new Set(anchors).size).toBe(153)
    await spine.store.close()
  })
})

describe('a section', () => {
  it('is read word for word, with what it stands under and what stands under it', async () => {
    const { spine } = await attached(HANDBOOK)
    expect(await read(spine, { anchor: 'vacation' })).toMatchObject({
      text: '## Vacation\n\nTwenty-five days a year.\n\n',
      heading: 'Vacation',
      level: 2,
      line: 10,
      lastLine: 13,
      under: [{ anchor: 'time-off' }],
      children: [{ anchor: 'carrying-over' }],
      next: null,
    })
    expect((await read(spine, { anchor: '' })).text).toBe('---\ntitle: Handbook\n---\nWelcome.\n\n')
    await spine.store.close()
  })

  it('is found as a link spells its anchor', async () => {
    const { spine } = await attached('# Straße und 部署\n\nText.\n')
    for (const anchor of ['straße-und-部署', '#straße-und-部署', `#${encodeURIComponent('straße-und-部署')}`])
      expect((await read(spine, { anchor })).heading).toBe('Straße und 部署')
    for (const anchor of ['%', '%e2%', '../x', "' or 1=1 --"])
      await expect(read(spine, { anchor })).rejects.toMatchObject({ code: 'not_found' })
    await spine.store.close()
  })

  it('says which section is wanted where nothing was said', async () => {
    const { spine } = await attached(HANDBOOK)
    await expect(read(spine, {})).rejects.toMatchObject({ code: 'invalid_input' })
    await spine.store.close()
  })

  it('comes in pages that put together are the section, with their lines, whatever it holds', async () => {
    const piece = fc.constantFrom(
      'word ',
      '部署方案。',
      '😀',
      '\n',
      '\r\n',
      '\n\n',
      'a'.repeat(700),
      '- x\n',
      '\t',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(piece, { maxLength: 400 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 100, max: 400 }),
        async (bodies, maxTokens) => {
          const sections = bodies.map(
            (body, index) => `## S${index}\n\n${body.join('').replaceAll('\r\n\n', '\r\n')}\n`,
          )
          const text = sections.join('')
          const { spine } = await attached(text)
          let read = ''
          for (const [index, section] of sections.entries()) {
            const pages = await allPages(spine, `s${index}`, maxTokens)
            expect(pages.map((page) => page.text).join('')).toBe(section)
            for (const page of pages) {
              expect(page.line).toBe(read.split(/\r\n|\r|\n/).length)
              read += page.text
              expect(page.tokens).toBeLessThanOrEqual(maxTokens)
            }
          }
          expect(read).toBe(text)
          await spine.store.close()
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('a cursor', () => {
  const long = `# Long\n\n${'A sentence of some words.\n'.repeat(400)}`

  it('is refused once the document has changed, and works for nothing else', async () => {
    const { spine, id } = await attached(long)
    const { next } = await read(spine, { anchor: 'long' })
    const cursor = String(next)
    expect((await read(spine, { cursor })).text.startsWith('A sentence')).toBe(true)
    await published(spine, `${long}More.\n`, 'handbook.md')
    await expect(read(spine, { cursor })).rejects.toMatchObject({ code: 'conflict' })
    await publishDocument(spine, annsShelf, id, { version: 1 })
    expect((await read(spine, { cursor })).text.startsWith('A sentence')).toBe(true)
    await published(spine, long.replace('Long', 'Other'), 'other.md')
    await attachDocuments(spine, ann, { task, documents: ['other.md'] })
    await expect(read(spine, { document: 'other.md', cursor })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await spine.store.close()
  })

  it('cannot be made up', async () => {
    const { spine } = await attached(long)
    const { next } = await read(spine, { anchor: 'long' })
    const [version, seq, offset, seal] = String(next).split('.')
    const forged = [
      '',
      '*',
      `${version}.${seq}.0.${seal}`,
      `${version}.9.${offset}.${seal}`,
      `2.${seq}.${offset}.${seal}`,
    ]
    for (const cursor of [...forged, `${next}x`, '1.1.1', '-1.-1.-1.x'])
      await expect(read(spine, { cursor })).rejects.toMatchObject({ code: 'invalid_input' })
    await spine.store.close()
  })
})

describe('what a task may ask', () => {
  it('is what is published and attached, from the next call on', async () => {
    const { spine, id } = await attached(HANDBOOK)
    const titles = async (of = task) =>
      (await spine.store.read(visibleDocuments, spine, ann, of)).map(({ title }) => title)
    expect(await titles()).toEqual(['Handbook'])
    expect(await titles('other')).toEqual([])
    await detachDocuments(spine, ann, { task, documents: ['Handbook'] })
    expect(await titles()).toEqual([])
    await expect(read(spine, { anchor: 'vacation' })).rejects.toMatchObject({ code: 'not_found' })
    await attachDocuments(spine, ann, { task, documents: 'everything' })
    await published(spine, '# Second\n', 'second.md')
    expect(await titles()).toEqual(['Handbook', 'Second'])
    const left = await detachDocuments(spine, ann, { task, documents: ['second.md'] })
    expect(left).toMatchObject({ isEverything: false, changed: 1, documents: [{ id }] })
    await published(spine, '# Third\n', 'third.md')
    expect(await titles()).toEqual(['Handbook'])
    await detachDocuments(spine, ann, { task, documents: 'everything' })
    expect(await titles()).toEqual([])
    await spine.store.close()
  })

  it('holds what is not published without effect, until it is', async () => {
    const { spine, id } = await attached(HANDBOOK)
    await save(spine, `${HANDBOOK}\n# New\n`, { source: 'handbook.md' })
    const map = () => spine.store.read(documentMap, spine, ann, { task, limit: 10 })
    expect(await map()).toMatchObject({ total: 0, documents: [] })
    const pending = await attachDocuments(spine, ann, { task, documents: ['handbook.md'] })
    expect(pending).toMatchObject({ changed: 0, documents: [{ id, published: null }] })
    await publishDocument(spine, annsShelf, id)
    expect(await map()).toMatchObject({ total: 1, documents: [{ id, version: 2, sections: 7 }] })
    await spine.store.close()
  })

  it('never holds what is another user’s', async () => {
    const { spine, id } = await attached(HANDBOOK)
    const bob = reachOf({ user: 'bob' })
    for (const name of [id, 'handbook.md', 'Handbook']) {
      const attempt = attachDocuments(spine, bob, { task, documents: [name] })
      await expect(attempt).rejects.toBeInstanceOf(MemoryError)
    }
    await attachDocuments(spine, bob, { task, documents: 'everything' })
    expect(await spine.store.read(visibleDocuments, spine, bob, task)).toEqual([])
    await spine.store.close()
  })

  it('is known by the file of its source, where only one has it', async () => {
    const { spine } = await attached(HANDBOOK)
    const names = [
      await published(spine, '# A\n', 'docs/a.md'),
      await published(spine, '# B\n', 'docs/b/部署.md'),
    ]
    await published(spine, '# C\n', 'old/a.md')
    const attach = (name: string) => attachDocuments(spine, ann, { task: 'x', documents: [name] })
    await expect(attach('a.md')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(attach('.md')).rejects.toMatchObject({ code: 'not_found' })
    await attach('docs/a.md')
    await attach('部署.md')
    const visible = await spine.store.read(visibleDocuments, spine, ann, 'x')
    expect(visible.map(({ id }) => id)).toEqual(names)
    await spine.store.close()
  })

  it('is listed by title, a page at a time', async () => {
    const { spine } = await attached('# B\n')
    await published(spine, '# C\n', 'c.md')
    await published(spine, '# A\n', 'a.md')
    await attachDocuments(spine, ann, { task, documents: 'everything' })
    const first = await spine.store.read(documentMap, spine, ann, { task, limit: 2 })
    expect(first.documents.map(({ title }) => title)).toEqual(['A', 'B'])
    const second = await spine.store.read(documentMap, spine, ann, {
      task,
      limit: 2,
      after: first.next ?? '',
    })
    expect(second).toMatchObject({ documents: [{ title: 'C' }], next: null, total: 3 })
    await spine.store.close()
  })
})
