import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { steadyEnv } from '../transfer/stores.js'

const open: Engine[] = []
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

async function library(place: { home?: string; store?: string } = {}) {
  const env = steadyEnv()
  const at = place.store === undefined ? { home: await temporaryFolder() } : {}
  const engine = await openMemory({
    ...at,
    ...place,
    env,
    zone: 'UTC',
    embedder: 'off',
    durability: 'normal',
  })
  open.push(engine)
  return {
    env,
    ann: engine.as({ user: 'ann' }),
    bob: engine.as({ user: 'bob' }),
    boss: engine.as({ user: 'boss', administrator: true }),
    agent: engine.as({ user: 'ann', agent: 'helper' }),
  }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

const document = 'guide.md'
const first =
  '# Guide\n\nHello.\n\n## Install\n\nRun the script.\n\n## Old\n\nGone soon.\n\n## Last\n\nBye.\n\n'
const second =
  '# Guide\n\nHello.\n\n## Last\n\nBye.\n\n## Install\n\nRun the new script.\n\n## New\n\nFresh.\n'

async function published(ann: Memory): Promise<void> {
  await ann.knowledgeImport({ content: first, source: document })
  await ann.knowledgePublish({ document })
}

describe('looking after documents', () => {
  it('lists by words and by task, and shows the outline of any version with where its text begins', async () => {
    const { ann } = await library()
    await published(ann)
    await ann.knowledgeImport({ content: '# 潮汐\n\n每天更新。\n', source: 'tides-zh.md' })
    await ann.knowledgeEdit({ document, content: second, keepPublished: true })
    await ann.knowledgeAttach({ task: 'Release', documents: ['tides-zh.md'] })
    const listed = async (input: Parameters<Memory['knowledgeList']>[0]) => {
      const { documents, everything } = await ann.knowledgeList(input)
      return [documents.map(({ source, sections }) => [source, sections]), everything]
    }
    expect(await listed({ contains: 'GUIDE' })).toEqual([[[document, 4]], null])
    expect(await listed({ contains: '潮' })).toEqual([[['tides-zh.md', 1]], null])
    expect(await listed({ task: 'Release' })).toEqual([[['tides-zh.md', 1]], false])
    await ann.knowledgeAttach({ task: 'Release', all: true })
    expect(await listed({ task: 'Release' })).toEqual([[[document, 4]], true])

    const { outline, text } = await ann.knowledgeShow({ document, outline: true, text: true })
    const heads = outline?.sections.map(({ from }) => text?.content.substring(from).split('\n')[0])
    expect(heads).toEqual(['# Guide', '## Last', '## Install', '## New'])
    expect(outline?.sections.reduce((sum, { chars }) => sum + chars, 0)).toBe(second.length)
    expect(outline?.isComplete).toBe(true)
    const before = await ann.knowledgeShow({ document, outline: true, version: 1 })
    expect(before.outline?.sections.map(({ anchor }) => anchor)).toEqual(['guide', 'install', 'old', 'last'])
  })

  it('shows who did what when, and which version answered at a time', async () => {
    const { ann, env } = await library()
    await ann.knowledgeImport({ content: first, source: document })
    const beforeAll = env.now()
    env.advance(60_000)
    await ann.knowledgePublish({ document })
    const whenFirst = env.now()
    env.advance(60_000)
    await ann.knowledgeEdit({ document, content: second })
    const between = env.now()
    env.advance(60_000)
    await ann.knowledgeReject({ document, note: 'not yet' })
    env.advance(60_000)
    await ann.knowledgePublish({ document, version: 2 })
    const { events, versions } = await ann.knowledgeShow({ document })
    expect(versions.map(({ number }) => number)).toEqual([2, 1])
    expect(events.map(({ event, version, note, actor }) => [event, version, note, actor])).toEqual([
      ['published', 2, null, 'user:ann'],
      ['rejected', 2, 'not yet', 'user:ann'],
      ['edited', 2, null, 'user:ann'],
      ['withdrawn', 1, null, 'user:ann'],
      ['published', 1, null, 'user:ann'],
      ['imported', 1, null, 'user:ann'],
    ])
    const textAt = async (asOf: number) => {
      const { version, text } = await ann.knowledgeShow({ document, asOf, text: true })
      return [version?.number ?? null, text?.content ?? null]
    }
    expect(await textAt(beforeAll)).toEqual([null, null])
    expect(await textAt(whenFirst)).toEqual([1, first])
    expect(await textAt(between)).toEqual([null, null])
    expect(await textAt(env.now())).toEqual([2, second])
    const day = new Date(env.now()).toISOString().replace(/T.*/, '')
    const onDay = await ann.knowledgeShow({ document, asOf: day })
    expect(onDay.version?.number).toBe(2)
    const dayBefore = new Date(env.now() - 86_400_000).toISOString().replace(/T.*/, '')
    expect((await ann.knowledgeShow({ document, asOf: dayBefore })).version).toBeNull()
  })

  it('says which sections are new, gone, changed and moved, and in which lines', async () => {
    const { ann } = await library()
    await published(ann)
    await ann.knowledgeImport({ content: second, source: document, keepPublished: true })
    const { diff } = await ann.knowledgeShow({ document, diff: true })
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      counts: { added: 1, removed: 1, changed: 1, moved: 1 },
      isComplete: true,
    })
    expect(
      diff?.sections.map(({ change, anchor, hunks }) => [change, anchor, hunks?.[0]?.lines ?? null]),
    ).toEqual([
      ['moved', 'last', null],
      ['changed', 'install', [' ## Install', ' ', '-Run the script.', '+Run the new script.', ' ']],
      ['added', 'new', ['+## New', '+', '+Fresh.']],
      ['removed', 'old', ['-## Old', '-', '-Gone soon.', '-']],
    ])
  })

  it('gives the text back in pages, cutting no character', async () => {
    const { ann } = await library()
    const content = `# Long\n\n${'部署😀 and more words.\n'.repeat(400)}\n## Next\n\n${'naïve 😀'.repeat(500)}\n`
    await ann.knowledgeImport({ content, source: document })
    let told = ''
    for (let from: number | null = 0; from !== null; ) {
      const { text } = await ann.knowledgeShow({ document, text: true, from, maxChars: 1_001 })
      expect(text?.content.isWellFormed()).toBe(true)
      told += text?.content ?? ''
      from = text?.next ?? null
    }
    expect(told).toBe(content)
  })

  it('lets an older version answer again', async () => {
    const { ann } = await library()
    await published(ann)
    await ann.knowledgeEdit({ document, content: second })
    await ann.knowledgePublish({ document })
    expect(await ann.knowledgePublish({ document, version: 1 })).toMatchObject({
      published: 1,
      latest: 2,
      status: 'withdrawn',
    })
    expect(await outcome(ann.knowledgePublish({ document, version: 3 }))).toBe('not_found')
    expect(await ann.knowledgePublish({ document })).toMatchObject({ published: 2, status: 'ready' })
  })

  it('publishes what was rejected only where it is named', async () => {
    const { ann } = await library()
    await published(ann)
    await ann.knowledgeEdit({ document, content: second, keepPublished: true })
    await ann.knowledgeReject({ document, note: 'wrong' })
    await expect(ann.knowledgePublish({ document })).rejects.toMatchObject({
      code: 'conflict',
      message: 'version 2 was rejected',
      hint: expect.stringContaining('with `version` 1 the one before'),
    })
    expect(await ann.knowledgeWithdraw({ document })).toMatchObject({
      published: null,
      answered: 1,
      latest: 2,
      status: 'rejected',
    })
    expect(await outcome(ann.knowledgePublish({ document }))).toBe('conflict')
    expect(await ann.knowledgePublish({ document, version: 1 })).toMatchObject({
      published: 1,
      answered: null,
    })
    expect(await ann.knowledgePublish({ document, version: 2 })).toMatchObject({
      published: 2,
      status: 'ready',
    })
  })

  it('refuses what rests on a state that has passed', async () => {
    const { ann } = await library()
    await published(ann)
    const { revision } = (await ann.knowledgeShow({ document })).document
    await ann.knowledgeEdit({ document, content: second, revision })
    const stale = { document, revision }
    expect(await outcome(ann.knowledgeEdit({ ...stale, content: '# Mine\n' }))).toBe('changed')
    expect(await outcome(ann.knowledgePublish(stale))).toBe('changed')
    expect(await outcome(ann.knowledgeReject(stale))).toBe('changed')
    expect(await outcome(ann.knowledgeDelete({ ...stale, verify: false }))).toBe('changed')
    expect(await outcome(ann.knowledgeWithdraw({ document }))).toBe('conflict')
    expect((await ann.knowledgeShow({ document })).versions).toHaveLength(2)
  })

  it('leaves nothing of a deleted document on disk: titles, headings, anchors, sources, notes, texts', async () => {
    const home = await temporaryFolder()
    const { ann } = await library({ home })
    const words = ['zqtitle', 'zqheading', 'zqanchor', 'zqbody', 'zqsource', 'zqnote', 'zqmoved', 'zqold']
    const content = '# zqtitle Plan\n\n## zqheading one {#zqanchor}\n\nzqbody and the rest of it.\n'
    await ann.knowledgeImport({ content: content.replace('zqbody', 'zqold'), source: 'zqsource.md' })
    await ann.knowledgePublish({ document: 'zqsource.md' })
    await ann.knowledgeWithdraw({ document: 'zqsource.md', note: 'because of zqnote' })
    await ann.knowledgeEdit({ document: 'zqsource.md', content })
    await ann.knowledgeImport({ files: [{ path: 'zqmoved.md', content }], covers: [{ source: '' }] })
    await ann.knowledgePublish({ document: 'zqmoved.md' })
    await ann.knowledgeAttach({ documents: ['zqmoved.md'] })
    await ann.knowledgeImport({ content: '# Stays\n\nzqstays\n', source: 'other.md' })
    const receipt = await ann.knowledgeDelete({ document: 'zqmoved.md' })
    expect([receipt.state, receipt.reason]).toEqual(['physical', null])
    const bytes = ['', '-wal'].map((end) => {
      try {
        return readFileSync(`${storeFile(home)}${end}`).toString('latin1')
      } catch {
        return ''
      }
    })
    for (const word of words) expect([word, bytes.some((text) => text.includes(word))]).toEqual([word, false])
    expect(bytes.some((text) => text.includes('zqstays'))).toBe(true)
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    expect(await outcome(ann.knowledgeEdit({ document: 'other.md', content }))).toBe('conflict')
    expect((await ann.knowledgeImport({ content, source: 'x.md' })).counts).toMatchObject({ forgotten: 1 })
    expect((await ann.knowledgeImport({ content, source: 'x.md', again: true })).counts).toMatchObject({
      added: 1,
    })
  })
})

describe("the system's documents", () => {
  it('are looked after by the administrator, and known to others once they are published', async () => {
    const { ann, boss, bob } = await library()
    const shelf = 'system'
    expect(await outcome(ann.knowledgeImport({ content: first, source: document, shelf }))).toBe('denied')
    await boss.knowledgeImport({ content: first, source: document, shelf })
    expect((await ann.knowledgeList({})).documents).toEqual([])
    expect(await outcome(ann.knowledgeShow({ document }))).toBe('not_found')
    expect(await outcome(ann.knowledgePublish({ document }))).toBe('not_found')
    await boss.knowledgePublish({ document })
    for (const one of [ann, bob]) {
      expect((await one.knowledgeList({})).documents).toMatchObject([{ source: document, status: 'ready' }])
      for (const work of [
        () => one.knowledgePublish({ document }),
        () => one.knowledgeReject({ document }),
        () => one.knowledgeWithdraw({ document }),
        () => one.knowledgeEdit({ document, content: second }),
        () => one.knowledgeDelete({ document }),
      ])
        expect(await outcome(work())).toBe('denied')
    }
    await boss.knowledgeEdit({ document, content: second, keepPublished: true })
    const seen = await ann.knowledgeShow({ document, text: true })
    expect(seen.document).toMatchObject({ status: 'ready', latest: 1, published: 1 })
    expect(seen.text?.content).toBe(first)
    expect(seen.versions.map(({ number }) => number)).toEqual([1])
    expect(seen.events).toEqual([])
    expect(await outcome(ann.knowledgeShow({ document, version: 2 }))).toBe('not_found')
    expect(await outcome(ann.knowledgeShow({ document, against: 2 }))).toBe('not_found')
    expect((await ann.knowledgeList({ status: 'pending' })).documents).toEqual([])
    await boss.knowledgePublish({ document })
    expect(await outcome(ann.knowledgeShow({ document, asOf: 0 }))).toBe('done')
    await boss.knowledgeWithdraw({ document })
    expect(await outcome(ann.knowledgeShow({ document }))).toBe('not_found')
    expect((await boss.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('are no matter of an agent', async () => {
    const { ann, agent } = await library()
    await published(ann)
    for (const work of [
      () => agent.knowledgeList({}),
      () => agent.knowledgeShow({ document }),
      () => agent.knowledgeImport({ content: first }),
      () => agent.knowledgePublish({ document }),
      () => agent.knowledgeDelete({ document }),
    ])
      expect(await outcome(work())).toBe('denied')
  })
})

describePostgres('documents on SQLite and PostgreSQL', () => {
  it('give the same answers to the same script', async () => {
    const onSqlite = await script(await library())
    const onPostgres = await script(await library({ store: await newDatabase() }))
    expect(onPostgres).toEqual(onSqlite)
    expect(onSqlite.filter((answer) => typeof answer === 'string')).toEqual([
      'conflict',
      'not_found',
      'denied',
    ])
  })
})

async function script({ ann, boss, env }: Awaited<ReturnType<typeof library>>): Promise<unknown[]> {
  const answers: unknown[] = []
  const ask = async (work: () => Promise<unknown>) => {
    env.advance(1_000)
    answers.push(await work().catch((error: { code?: string }) => error.code ?? String(error)))
  }
  const files = [
    { path: document, content: first },
    { path: 'b/手册.md', content: '---\ntitle: Plan: phase 2\n---\n\ntext 😀\n\n# 部署\n\n多字节\n' },
    { path: 'bad.md', content: Uint8Array.from([0xff]) },
  ]
  // One by one: those of one import are written at once, and come in any order.
  for (const file of [...files, ...files]) await ask(() => ann.knowledgeImport({ files: [file] }))
  await ask(() => ann.knowledgePublish({ document }))
  await ask(() =>
    ann.knowledgeImport({ files: [{ path: 'moved.md', content: first }], covers: [{ source: '' }] }),
  )
  await ask(() => ann.knowledgeEdit({ document: 'moved.md', content: second, keepPublished: true }))
  await ask(() => ann.knowledgeShow({ document: 'moved.md', diff: true, text: true }))
  await ask(() => ann.knowledgePublish({ document: '部署' }))
  await ask(() => ann.knowledgeReject({ document: 'moved.md', note: '为什么' }))
  await ask(() => ann.knowledgePublish({ document: 'moved.md', version: 2 }))
  await ask(() => ann.knowledgeWithdraw({ document: 'moved.md' }))
  await ask(() => ann.knowledgeWithdraw({ document: 'moved.md' }))
  await ask(() => ann.knowledgePublish({ document: 'nothing.md' }))
  await ask(() => ann.knowledgeImport({ content: first, shelf: 'system' }))
  await ask(() => boss.knowledgeImport({ content: first, shelf: 'system' }))
  await ask(() => boss.knowledgeImport({ content: first, shelf: 'system' }))
  await ask(() => ann.knowledgeList({ limit: 1 }))
  await ask(() => ann.knowledgeList({ status: 'withdrawn' }))
  await ask(async () => ({
    ...(await ann.knowledgeDelete({ document: 'moved.md', verify: false })),
    state: undefined,
    reason: undefined,
  }))
  await ask(() => ann.knowledgeImport({ content: second }))
  await ask(() => ann.stats({}))
  await ask(async () => {
    const { rows } = await ann.auditLog({ limit: 1_000 })
    // Summaries are written when there is time.
    return rows.filter(({ operation }) => operation !== 'knowledge.summarise')
  })
  await ask(async () => (await ann.doctor({})).findings.filter(({ isOk }) => !isOk))
  return answers
}
