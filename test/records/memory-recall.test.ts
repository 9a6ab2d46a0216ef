import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import type { ChatModels } from '../../src/model/chat/chat-models.js'
import { reachOf } from '../../src/reach.js'
import { stripFenced } from '../../src/text/fence.js'
import { MANIFEST_MAX, readManifest } from '../../src/user/memory-recall/manifest.js'
import { recallRecords } from '../../src/user/memory-recall/memory-recall.js'
import type { RecordStore } from '../../src/user/records/record-store.js'
import { noModels } from '../no-models.js'
import { ann } from '../open-spine.js'
import { allergy, answering, handle, names, report, useRecalls } from './recalling.js'

const world = useRecalls()

describe('a recall', () => {
  it('brings up the records that concern the request, with their bodies, fenced for a prompt', async () => {
    await world.save(report)
    await world.save(allergy)
    const result = await world.recall('please write the weekly report')
    expect(result).toMatchObject({
      outcome: 'recalled',
      failure: null,
      how: 'lexical',
      dropped: [],
      lost: [],
      manifest: { size: 2, beyond: 0, total: 2, problems: 0 },
      missing: {},
    })
    expect(names(result)).toEqual(['Weekly report'])
    expect(result.records[0]).toMatchObject({
      origin: 'user',
      trust: 'stated',
      record: { body: 'At most one page.', file: 'weekly-report.md' },
    })
    expect(result.block.split('\n')).toEqual([
      '<recollect-memory kind="records">',
      expect.any(String),
      '[memory 2026-01-01 user stated] Weekly report (feedback, weekly-report.md): Weekly reports are short, numbers first',
      '  At most one page.',
      '</recollect-memory>',
    ])
    expect(stripFenced(result.block).trim()).toBe('')
  })

  it('brings up nothing where nothing concerns the request, and says so', async () => {
    expect(await world.recall('the weekly report')).toMatchObject({
      outcome: 'no_records',
      how: null,
      records: [],
    })
    await world.save(report)
    const result = await world.recall('what is the capital of Burkina Faso?')
    expect(result).toMatchObject({ outcome: 'nothing_relevant', how: 'lexical', records: [], block: '' })
  })

  it.each(['', '   ', '"', '-', '-- "', '?!', '🦉', 'the of and', '\u0000', '-weekly "report"'])(
    'takes %j as a request like any other',
    async (request) => {
      await world.save(report)
      expect((await world.recall(request)).failure).toBeNull()
    },
  )

  it('takes quotes and dashes in a request for what they are: no operators', async () => {
    await world.save(report)
    expect(names(await world.recall('write a "numbers only" weekly report -v'))).toEqual(['Weekly report'])
  })

  it('returns five at most, and fewer where fewer are asked for', async () => {
    for (let i = 0; i < 9; i++)
      await world.save({ name: `Report ${i}`, description: `Quarterly report for site ${i}` })
    expect((await world.recall('the quarterly report')).records).toHaveLength(5)
    expect((await world.recall('the quarterly report', { limit: 2 })).records).toHaveLength(2)
  })

  it('stands in later prompts as count and status, without a word of the records', async () => {
    await world.save(report)
    await world.save({ name: 'Report colours', description: 'Weekly report colours: blue and orange' })
    const { compact } = await world.recall('the weekly report')
    expect(compact).toBe('<recollect-memory kind="recall">2 memory records were recalled.</recollect-memory>')
    expect(stripFenced(compact).trim()).toBe('')
    expect((await world.recall('hazelnuts')).compact).toContain('No memory record concerned the request.')
  })
})

describe('a recall counts', () => {
  it('what it returned, in the batch of the read log, and nothing else', async () => {
    const used = await world.save(report)
    const other = await world.save(allergy)
    world.clock += 86_400_000
    await world.recall('the weekly report')
    await world.readLog.flush()
    expect(await world.store.read(ann, used.id)).toMatchObject({ useCount: 1, lastUsedAt: world.clock })
    expect(await world.store.read(ann, used.id)).toMatchObject({
      record: { recallCount: 1, lastRecalledAt: world.clock, revision: used.record.revision },
    })
    expect(await world.store.read(ann, other.id)).toMatchObject({ useCount: 0, lastUsedAt: null })
  })

  it('as activity: what is recalled stays in the window', async () => {
    await world.save(report)
    await world.save(allergy)
    world.clock += 86_400_000
    await world.recall('the weekly report')
    await world.readLog.flush()
    const { records } = await world.store.list(ann, { limit: 10 })
    expect(records.map(({ name }) => name)).toEqual(['Weekly report', 'Hazelnut allergy'])
  })

  it('nothing of what could not be read, and nothing in a bank that it may only read', async () => {
    const mine = await world.save(report)
    const helper = reachOf({ user: 'ann', worker: 'helper', readsMain: true })
    const { spine, store: records, readLog } = world
    const models = answering({ ok: false, reason: 'off' })
    const result = await recallRecords({ spine, records, models, readLog }, helper, {
      request: 'the weekly report',
      limit: 5,
      select: 'auto',
    })
    expect(names(result)).toEqual(['Weekly report'])
    await world.recall('the weekly report', {
      records: { ...world.store, read: () => Promise.reject(new Error('gone')) },
    })
    await world.readLog.flush()
    expect(await world.store.read(ann, mine.id)).toMatchObject({ useCount: 0, lastUsedAt: null })
  })
})

describe('a manifest', () => {
  const read = (request: string) =>
    readManifest({ spine: world.spine, records: world.store }, ann, {
      request,
      meaning: 'no',
      signal: undefined,
    })

  it('holds no body and is never longer than 200, whatever there is', async () => {
    for (let i = 0; i < MANIFEST_MAX + 60; i++)
      await world.save({ name: `Site ${i}`, description: `Notes on site ${i}` })
    const manifest = await read('notes on the site')
    expect(manifest.entries).toHaveLength(MANIFEST_MAX)
    expect(manifest).toMatchObject({ total: 260, problems: 0 })
    expect(manifest.beyond).toBeLessThanOrEqual(MANIFEST_MAX / 4)
    expect(new Set(manifest.entries.map(({ id }) => id)).size).toBe(MANIFEST_MAX)
    expect(manifest.entries[0]).not.toHaveProperty('body')
  })

  it('reaches what has not been used for long by what the request says', async () => {
    await world.save(allergy)
    for (let i = 0; i < MANIFEST_MAX + 20; i++)
      await world.save({ name: `Site ${i}`, description: `Notes on site ${i}` })
    const manifest = await read('is there hazelnut in this granola?')
    expect(manifest.beyond).toBe(1)
    expect(manifest.entries.at(-1)).toMatchObject({ name: 'Hazelnut allergy', file: 'hazelnut-allergy.md' })
    expect((await read('something else')).beyond).toBe(0)
    const result = await world.recall('is there hazelnut in this granola?')
    expect(names(result)).toEqual(['Hazelnut allergy'])
    expect(result.manifest).toMatchObject({ size: MANIFEST_MAX, beyond: 1, total: 221 })
  })

  it('keeps what the search found in the last quarter of the window', async () => {
    const target = await world.save(allergy)
    for (let i = 0; i < 60; i++)
      await world.save({ name: `Hazelnut ${i}`, description: `hazelnut hedge number ${i}` })
    for (let i = 0; i < MANIFEST_MAX - 20; i++)
      await world.save({ name: `Site ${i}`, description: `Notes on site ${i}` })
    const manifest = await read('hazelnut throat itching')
    expect(manifest.entries).toHaveLength(MANIFEST_MAX)
    expect(manifest.entries.map(({ id }) => id)).toContain(target.id)
  })
})

describe('a recall never fails its caller', () => {
  const broken = (message: string) => () => Promise.reject(new Error(message))

  it('where the records cannot be listed', async () => {
    await world.save(report)
    const records = { ...world.store, list: broken('SECRET') }
    const result = await world.recall('the weekly report', { records })
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { reason: 'records_unavailable', detail: 'an unexpected error' },
      records: [],
    })
    const busy = () => Promise.reject(new MemoryError('store_busy', 'the store is busy'))
    expect((await world.recall('report', { records: { ...world.store, list: busy } })).failure).toEqual({
      reason: 'records_unavailable',
      detail: expect.stringContaining('the store is busy'),
    })
  })

  it('where a body has vanished, or cannot be read, since the manifest', async () => {
    const gone = await world.save(report)
    const kept = await world.save({
      name: 'Report colours',
      description: 'Weekly report colours: blue and orange',
    })
    const failing = (ids: readonly string[]): RecordStore => ({
      ...world.store,
      read: (reach, which) =>
        ids.includes(which)
          ? Promise.reject(new MemoryError('not_found', `no record is called ${which}`))
          : world.store.read(reach, which),
    })
    const result = await world.recall('the weekly report', { records: failing([gone.id]) })
    expect(result).toMatchObject({ outcome: 'recalled', lost: [gone.id], failure: null })
    expect(names(result)).toEqual(['Report colours'])
    const nothing = await world.recall('the weekly report', { records: failing([gone.id, kept.id]) })
    expect(nothing).toMatchObject({
      outcome: 'failed',
      failure: { reason: 'bodies_unavailable' },
      records: [],
    })
    expect(nothing.lost).toHaveLength(2)
  })

  it('where a record is forgotten while a model chooses', async () => {
    const gone = await world.save(report)
    const models = answering({ ok: true, ids: [handle(gone)] })
    const ask: ChatModels['ask'] = async (reach, question) => {
      await world.store.delete(ann, gone.id, { verify: false })
      return models.ask(reach, question)
    }
    const result = await world.recall('the weekly report', { models: { ...models, ask } })
    expect(result).toMatchObject({ outcome: 'failed', failure: { reason: 'bodies_unavailable' } })
  })

  it('where a selector throws', async () => {
    await world.save(report)
    const models = { ...noModels, nameOf: () => 'x', ask: broken('SECRET') }
    expect(await world.recall('the weekly report', { models })).toMatchObject({
      outcome: 'failed',
      failure: { reason: 'selector_failed', detail: 'an unexpected error' },
    })
  })

  it('where the caller gave up before, or while somebody is waited for', async () => {
    await world.save(report)
    const failure = { reason: 'aborted', detail: 'the caller gave up' }
    expect(await world.recall('report', { signal: AbortSignal.abort() })).toMatchObject({
      outcome: 'failed',
      failure,
    })
    const forever = () => new Promise<never>(() => undefined)
    const giveUp = new AbortController()
    const hanging = { ...noModels, nameOf: () => 'x', ask: forever }
    const waiting = world.recall('report', { models: hanging, signal: giveUp.signal })
    giveUp.abort()
    expect(await waiting).toMatchObject({ outcome: 'failed', failure })
    const other = new AbortController()
    const listing = world.recall('report', {
      records: { ...world.store, list: forever },
      signal: other.signal,
    })
    other.abort()
    expect(await listing).toMatchObject({ outcome: 'failed', failure })
  })

  it('but for what it may not do', async () => {
    const denied = () => Promise.reject(new MemoryError('denied', 'not yours'))
    await expect(world.recall('report', { records: { ...world.store, list: denied } })).rejects.toMatchObject(
      {
        code: 'denied',
      },
    )
  })
})
