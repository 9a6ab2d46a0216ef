// Long, because searching and answering meet the same library, whatever is asked of it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publishDocument } from '../../src/document/library/publish-document.js'
import { withdrawDocument } from '../../src/document/library/review-document.js'
import { saveDocument } from '../../src/document/library/save-document.js'
import { answerFromPassages } from '../../src/document/section-search/answer-from-passages.js'
import { type FoundSections, searchSections } from '../../src/document/section-search/search-sections.js'
import { attachDocuments } from '../../src/document/tasks/attach-documents.js'
import type { ItemId } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { documentBankOf, inBank, reachOf } from '../../src/reach.js'
import { isWellFormed } from '../../src/text/well-formed.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { annsShelf, draftOf, save } from './open-documents.js'

const ann = reachOf({ user: 'ann' })
const task = 'default'

const HANDBOOK = `---
title: Handbook
---
Welcome to the company.

# Time off

Everybody may rest.

## Vacation

Twenty-five days a year. Days that are **carried** over end in *March*.

## Sick leave

Call before nine; see ADR-016, \`atomic_write_json\` and the user's note v2026.4.10.

# 部署

今天讨论了部署方案。这是重**要**的[决定](https://example.org/path)，要先测试。

# しりとり

しりとりをする。

# 조직

조직에서는 매주 회의를 합니다.
`

const OTHER =
  '# Garden\n\nRoses want sun. 上 海 署 部\n\n## Deploying roses\n\nIn spring, before the vacation of the gardener.\n'

async function opened(): Promise<Spine> {
  return openSpine(await temporaryFolder(), { durability: 'normal' })
}

async function kept(spine: Spine, source: string, text: string): Promise<ItemId> {
  const saved = await save(spine, text, { source })
  if (saved.outcome === 'forgotten') throw new Error('forgotten')
  return saved.id
}

async function published(spine: Spine, source: string, text: string): Promise<ItemId> {
  const id = await kept(spine, source, text)
  await publishDocument(spine, annsShelf, id)
  return id
}

async function library(): Promise<Spine> {
  const spine = await opened()
  await published(spine, 'handbook.md', HANDBOOK)
  await published(spine, 'garden.md', OTHER)
  await attachDocuments(spine, ann, { task, documents: 'everything' })
  return spine
}

function find(spine: Spine, question: string, document?: string, limit = 10): Promise<FoundSections> {
  return spine.store.read(searchSections, spine, ann, { question, task, document, limit, maxChars: 240 })
}

async function places(spine: Spine, question: string, document?: string): Promise<string[]> {
  const { hits } = await find(spine, question, document)
  return hits.map(({ document: { source }, anchor }) => `${source}#${anchor}`)
}

const ask = (spine: Spine, question: string) => answerFromPassages(spine, ann, { question, task })

describe('searching the sections of documents', () => {
  it('says where a section stands, with one passage word for word and its matches', async () => {
    const { hits } = await find(await library(), 'how many vacation days do I have')
    const [first] = hits
    expect(first).toMatchObject({
      document: { title: 'Handbook', source: 'handbook.md', version: 1, shelf: 'personal' },
      anchor: 'vacation',
      level: 2,
      headings: ['Time off', 'Vacation'],
      line: 10,
      lastLine: 13,
    })
    const { passage } = first!
    expect(passage).toMatchObject({ line: 12, lastLine: 12 })
    expect(HANDBOOK).toContain(passage.text)
    expect(passage.matched.map(([start, end]) => passage.text.substring(start, end))).toContain('days')
  })

  it('finds a section by its heading before those that only speak of it', async () => {
    expect((await places(await library(), 'Vacation'))[0]).toBe('handbook.md#vacation')
  })

  it.each([
    ['tier1-test AND unicode'],
    ['"--error-on-warnings"'],
    ["user's"],
    ['what is it?'],
    ['note;'],
    ['a:b'],
    ['v2026.4.10'],
    ['*'],
    ['foo AND'],
    ['NEAR('],
    ['"open'],
    [''],
    ['-'],
    ['""'],
    ['bank : "u/ann/documents"'],
    ['¶vacat'],
  ])('takes %j for a question (BUGS S08)', async (question) => {
    const { hits, missing } = await find(await library(), question)
    expect(Array.isArray(hits)).toBe(true)
    expect(missing === null || hits.length === 0).toBe(true)
  })

  it.each([
    ['ADR-016'],
    ["user's"],
    ['note;'],
    ['v2026.4.10'],
    ['atomic_write_json'],
    ['atomicWriteJson'],
    ['write json'],
  ])('finds %j as it is written (BUGS S08, S09)', async (question) => {
    expect((await places(await library(), question))[0]).toBe('handbook.md#sick-leave')
  })

  it.each([
    ['部署', '部署'],
    ['部署方案', '部署'],
    ['しりとり', 'しりとり'],
    ['조직', '조직'],
  ])(
    'finds %j in its run of characters, before what shares single ones (BUGS S10)',
    async (question, anchor) => {
      expect((await places(await library(), question))[0]).toBe(`handbook.md#${anchor}`)
    },
  )

  it('answers any string within bounds, and word for word', async () => {
    const spine = await library()
    const word = fc.constantFrom(
      'vacation',
      '"carried over"',
      '-garden',
      '部署',
      '"',
      'days',
      '\ud800',
      '重要',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
        ),
        async (question) => {
          const { hits } = await find(spine, question, undefined, 3)
          expect(hits.length).toBeLessThanOrEqual(3)
          for (const { passage, document } of hits) {
            expect(passage.text.length).toBeLessThanOrEqual(240)
            expect(isWellFormed(passage.text)).toBe(true)
            expect(document.source === 'garden.md' ? OTHER : HANDBOOK).toContain(passage.text)
            for (const [start, end] of passage.matched) {
              expect(start).toBeLessThan(end)
              expect(end).toBeLessThanOrEqual(passage.text.length)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('finds a long section once, by the part that holds the words', async () => {
    const spine = await opened()
    const filler = 'Nothing happens in this paragraph.\n\n'.repeat(1_200)
    await published(
      spine,
      'long.md',
      `# Long\n\n${filler}The quokka smiles.\n\n${filler}The quokka sleeps.\n`,
    )
    await attachDocuments(spine, ann, { task, documents: 'everything' })
    const { hits } = await find(spine, 'quokka')
    expect(hits.map(({ anchor }) => anchor)).toEqual(['long'])
    expect(hits[0]?.passage.text).toContain('quokka')
  })
})

describe('phrases, exclusions and one document', () => {
  it.each([
    ['"carried over end in March"', 'handbook.md#vacation'],
    ['"重要的决定"', 'handbook.md#部署'],
    ['"部署方案"', 'handbook.md#部署'],
    ['"call before NINE"', 'handbook.md#sick-leave'],
  ])('finds %s exactly, markup or not', async (question, place) => {
    const spine = await library()
    expect(await places(spine, question)).toEqual([place])
    const [hit] = (await find(spine, question)).hits
    expect(hit?.passage.matched.length).toBeGreaterThan(0)
  })

  it.each([['"days a century"'], ['"决定的重要"'], ['"over carried"']])(
    'finds nothing for %s, which stands nowhere',
    async (question) => {
      expect(await places(await library(), question)).toEqual([])
    },
  )

  it('asks for the words of a phrase that nothing holds where there are others, and says so', async () => {
    const { hits, relaxed } = await find(await library(), 'vacation "for ever and ever"')
    expect(relaxed).toEqual(['for ever and ever'])
    expect(hits.length).toBeGreaterThan(0)
  })

  it('leaves out what is excluded', async () => {
    const spine = await library()
    expect(await places(spine, 'vacation')).toContain('garden.md#deploying-roses')
    expect(await places(spine, 'vacation -roses')).not.toContain('garden.md#deploying-roses')
    expect(await places(spine, 'vacation -"in spring"')).not.toContain('garden.md#deploying-roses')
  })

  it('looks in one document alone, and in none that is not visible', async () => {
    const spine = await library()
    expect(await places(spine, 'vacation', 'garden.md')).toEqual(['garden.md#deploying-roses'])
    await kept(spine, 'draft.md', '# Draft\n\nvacation')
    await expect(find(spine, 'vacation', 'draft.md')).rejects.toMatchObject({ code: 'not_found' })
    await expect(find(spine, 'vacation', 'absent.md')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what is not visible', () => {
  const QUESTIONS = [
    'vacation of the quokka',
    'quokka',
    'zebra days',
    '"quokka rules"',
    'sick leave',
    '熊猫政策',
  ]
  const HIDDEN = '# Quokka rules\n\nquokka rules: the quokka has vacation. zebra zebra days. 熊猫政策。\n'

  async function answersOf(spine: Spine): Promise<unknown[]> {
    const told: unknown[] = []
    for (const question of QUESTIONS) {
      const { hits, frequencies, relaxed, missing } = await find(spine, question)
      const { answer, citations, gaps } = await ask(spine, question)
      told.push({
        hits: hits.map(({ document: { source }, anchor, passage, score, covered }) => ({
          source,
          anchor,
          passage,
          score,
          covered,
        })),
        frequencies,
        relaxed,
        missing,
        answer,
        quotes: citations.map(({ anchor, quote }) => ({ anchor, quote })),
        gaps,
      })
    }
    return told
  }

  async function onlyHandbook(): Promise<{ spine: Spine; id: ItemId }> {
    const spine = await opened()
    const id = await published(spine, 'handbook.md', HANDBOOK)
    await attachDocuments(spine, ann, { task, documents: [id] })
    return { spine, id }
  }

  it('changes nothing of an answer: no hit, no rank, no count, no gap, no excerpt', async () => {
    const expected = await answersOf((await onlyHandbook()).spine)

    const { spine } = await onlyHandbook()
    await kept(spine, 'pending.md', HIDDEN)
    await published(spine, 'unattached.md', `${HIDDEN}\nunattached`)
    const withdrawn = await published(spine, 'withdrawn.md', `${HIDDEN}\nwithdrawn`)
    await attachDocuments(spine, ann, { task, documents: [withdrawn] })
    await withdrawDocument(spine, annsShelf, withdrawn, {})
    const bobs = inBank(reachOf({ user: 'bob' }), documentBankOf('bob'))
    const theirs = await saveDocument(
      spine,
      bobs,
      draftOf(HIDDEN),
      { source: 'theirs.md' },
      { operation: 'knowledge.import' },
    )
    if (theirs.outcome === 'forgotten') throw new Error('forgotten')
    await publishDocument(spine, bobs, theirs.id)
    expect(await answersOf(spine)).toEqual(expected)
  })

  it('is found once it is attached, and not after it is edited', async () => {
    const { spine } = await onlyHandbook()
    const id = await published(spine, 'quokka.md', HIDDEN)
    expect(await places(spine, 'quokka')).toEqual([])
    await attachDocuments(spine, ann, { task, documents: [id] })
    expect(await places(spine, 'quokka')).toEqual(['quokka.md#quokka-rules'])
    await save(spine, `${HIDDEN}\nand more`, { source: 'quokka.md' })
    expect(await places(spine, 'quokka')).toEqual([])
  })

  it('does not drown a small attached set, nor one of hundreds of sections', async () => {
    const spine = await opened()
    const many = (word: string, count: number) =>
      Array.from(
        { length: count },
        (_, i) => `# ${word} ${i}\n\nThe common word stands here, ${word}${i}.\n`,
      ).join('\n')
    await published(spine, 'large.md', many('large', 700))
    const small = await published(spine, 'small.md', many('small', 3))
    await attachDocuments(spine, ann, { task, documents: [small] })
    expect(await places(spine, 'common word')).toEqual([
      'small.md#small-0',
      'small.md#small-1',
      'small.md#small-2',
    ])
    const middle = await published(spine, 'middle.md', many('middle', 450))
    await attachDocuments(spine, ann, { task, documents: [middle] })
    const found = await places(spine, 'common word')
    expect(found).toHaveLength(10)
    expect(found.filter((place) => place.startsWith('large.md'))).toEqual([])
    expect((await places(spine, 'middle449'))[0]).toBe('middle.md#middle-449')
    expect(await places(spine, 'large5')).not.toContain('large.md#large-5')
  })
})

describe('answering from passages', () => {
  it('quotes the best passages with their places', async () => {
    const { answer, citations, gaps, by } = await ask(
      await library(),
      'how many vacation days are there in a year?',
    )
    expect(by).toBe('passages')
    expect(citations[0]).toMatchObject({
      title: 'Handbook',
      version: 1,
      anchor: 'vacation',
      headings: ['Time off', 'Vacation'],
    })
    for (const { quote } of citations) expect(HANDBOOK + OTHER).toContain(quote)
    expect(answer).toContain(`${citations[0]?.quote} [1]`)
    expect(gaps).toEqual([])
  })

  it('says what of a question no section covers, as the asker wrote it', async () => {
    const spine = await library()
    expect((await ask(spine, 'vacation days on Mars for Contractors')).gaps).toEqual(['Mars', 'Contractors'])
    expect((await ask(spine, '量子部署方案')).gaps).toEqual(['量子'])
    expect((await ask(spine, 'does atomic_write_json write?')).gaps).toEqual([])
  })

  it.each([['what is the capital of France?'], ['Kubernetes ingress'], ['how do quokkas sleep']])(
    'says that no section covers %j',
    async (question) => {
      const { answer, citations, gaps } = await ask(await library(), question)
      expect(answer).toBe('no section covers enough of the question')
      expect(citations).toEqual([])
      expect(gaps.length).toBeGreaterThan(0)
    },
  )

  it.each([
    ['Hello! I would like to ask about sick leave'],
    ['Could you please say whether there is anything about sick leave?'],
    ['sick-leave'],
    ['sick_leave'],
    ['sickLeave'],
    ['sick/leave'],
  ])('answers %j as it does without the manners, in whatever spelling', async (question) => {
    const { citations, gaps } = await ask(await library(), question)
    expect(citations[0]?.anchor).toBe('sick-leave')
    expect(gaps).toEqual([])
  })

  it('answers a polite question in Chinese as one that is not', async () => {
    const { citations, gaps } = await ask(await library(), '您好，请问部署方案')
    expect(citations[0]?.anchor).toBe('部署')
    expect(gaps).toEqual([])
  })

  it.each([['the'], ['is the'], ['what is it?'], ['是什么']])(
    'finds no word to look for in %j',
    async (question) => {
      expect(await ask(await library(), question)).toMatchObject({
        citations: [],
        gaps: [],
        answer: 'the question has no word to look for',
      })
    },
  )

  it('says so where what is excluded takes the answer away', async () => {
    const { answer, citations } = await ask(await library(), 'roses -spring -sun')
    expect(citations).toEqual([])
    expect(answer).toBe('each section that covers the question holds a word that it excludes (-word)')
    expect((await ask(await library(), 'quokka -spring')).answer).toBe(
      'no section covers enough of the question',
    )
  })

  it('shows neither what a document says of itself nor a heading alone for an answer', async () => {
    const spine = await opened()
    await published(
      spine,
      'k.md',
      '---\ntitle: Kubernetes\n---\n\n# Kubernetes\n\n## Clusters\n\nOf Kubernetes there are two.\n',
    )
    await published(spine, 'empty.md', '---\ntitle: Zebra\n---\n')
    await published(spine, 'setext.md', 'Quokka\n======\n')
    await attachDocuments(spine, ann, { task, documents: 'everything' })
    const { citations, answer } = await ask(spine, 'Kubernetes')
    expect(citations).toMatchObject([{ anchor: 'clusters', source: 'k.md' }])
    expect(answer).toBe('Of Kubernetes there are two. [1]')
    for (const question of ['Zebra', 'Quokka']) expect((await ask(spine, question)).citations).toEqual([])
  })

  it('shows no half of a link', async () => {
    const spine = await opened()
    const words = Array.from({ length: 60 }, (_, at) => `quokka word${at}`).join(' ')
    const links = (at: number) =>
      `${words.substring(0, 420 + at)} [the long guide to it](https://a.example/b "of all") and on`
    await published(
      spine,
      'links.md',
      Array.from({ length: 60 }, (_, at) => `# P${at}\n\n${links(at)}\n`).join('\n'),
    )
    await attachDocuments(spine, ann, { task, documents: 'everything' })
    for (let at = 0; at < 60; at += 6) {
      const { citations } = await ask(spine, `P${at} quokka`)
      for (const { quote } of citations) expect(quote).not.toMatch(/\[[^)]*$/)
    }
  })

  it('says so where there is nothing to look for', async () => {
    expect(await ask(await library(), '?')).toMatchObject({
      citations: [],
      gaps: [],
      answer: 'the question has no word to look for',
    })
  })
})
