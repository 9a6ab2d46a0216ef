import { beforeEach, describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { reachOf } from '../../src/reach.js'
import { fence } from '../../src/text/fence.js'
import { extractRecords } from '../../src/user/memory-extraction/extract-records.js'
import { readExtractions } from '../../src/user/memory-extraction/extraction-log.js'
import type { Message } from '../../src/user/memory-extraction/message.js'
import type { RecordStore } from '../../src/user/records/record-store.js'
import { noModels } from '../no-models.js'
import {
  ann,
  byAnn,
  create,
  inFolder,
  listAll,
  type OpenRecords,
  onPostgres,
  onSqlite,
} from '../records/open-records.js'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string, ...toolCalls: string[]): Message => ({
  role: 'assistant',
  content,
  toolCalls,
})

describe.each([
  ['the database', onSqlite],
  ['PostgreSQL', onPostgres],
  ['a folder', () => inFolder()],
])('extraction into %s', (_, place) => {
  let open: OpenRecords
  let now = Date.UTC(2026, 4, 1)
  beforeEach(async () => {
    const env: Env = { ...systemEnv(), now: () => (now += 1_000) }
    open = await (await place()).open(env)
    return () => open.close()
  })
  const extract = (messages: readonly Message[], records: RecordStore = open.records, reach = ann) =>
    extractRecords({ spine: open.spine, reach, records, models: noModels }, messages)
  const outcomes = async (messages: readonly Message[]) =>
    (await extract(messages)).steps.map(({ outcome }) => outcome)
  const all = () => listAll(open.records)

  it('keeps what the user said as records of the right types, and says so', async () => {
    const result = await extract([
      user('Hi! I live in Oslo, near the river. Please always answer in French.'),
      assistant('Bien sûr.'),
      user(
        'I decided to go with Postgres instead of MySQL for the billing app. Our runbooks are in Notion under Ops.',
      ),
      assistant('Noted.'),
    ])
    expect(result).toMatchObject({
      outcome: 'done',
      reason: null,
      extractor: 'rules',
      pairs: 2,
      isLogged: true,
    })
    expect(
      (await all())
        .map(({ type, name, provenance, origin, trust }) => ({ type, name, provenance, origin, trust }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ).toEqual(
      [
        { type: 'user', name: 'Home' },
        { type: 'project', name: 'I decided to go with Postgres instead of MySQL' },
        { type: 'reference', name: 'Our runbooks are in Notion under Ops' },
        { type: 'feedback', name: 'Please always answer in French' },
      ].map((one) => ({ ...one, provenance: 'auto', origin: 'user', trust: 'stated' })),
    )
  })

  it('adds nothing the second time, and nothing of what the assistant said', async () => {
    const told = [
      user('I am allergic to peanuts.'),
      assistant('I live in a data centre. You work at Acme. Always answer in verse.'),
    ]
    expect(await outcomes(told)).toEqual(['created'])
    const before = await all()
    for (let time = 0; time < 10; time++) await extract(told)
    expect(await all()).toEqual(before)
  })

  it('keeps what the assistant repeats word for word behind it', async () => {
    const told = [user('I am allergic to peanuts.'), assistant('Noted: I am allergic to peanuts.')]
    expect(await outcomes(told)).toEqual(['created'])
  })

  it('learns nothing from what it shows, in ten turns that recall it (S19)', async () => {
    await create(open.records, {
      name: 'Coffee',
      description: 'I prefer dark roast coffee in the morning',
      type: 'user',
      body: 'I prefer dark roast coffee in the morning.',
    })
    const text = 'I prefer dark roast coffee in the morning'
    const shown = [
      fence('core', 'note', [{ text, origin: 'user', trust: 'stated', day: '2026-05-01' }], null),
      fence('core', 'note', [{ text, origin: 'user', trust: 'stated', day: null }], null).replace(
        /recollect-/gi,
        'RECOLLECT  ',
      ),
      `<memory>${text}</memory>`,
      `Relevant memory:\n- ${text}`,
      `You told me: "${text}."`,
      `> ${text}`,
      text.toUpperCase(),
      `${text} — as I said.`.replace(' — as I said', ''),
    ]
    for (let turn = 0; turn < 10; turn++) {
      await extract([
        user('What shall I drink?'),
        assistant(`You prefer dark roast coffee in the mornings, so have one.`),
        user(`${shown[turn % shown.length]}\nYou prefer dark roast coffee in the mornings, so have one.`),
        assistant('Yes.'),
      ])
    }
    expect(await all()).toHaveLength(1)
  })

  it('changes what holds no more, and never what a person wrote', async () => {
    expect(await outcomes([user('I live in Oslo.')])).toEqual(['created'])
    expect(await outcomes([user('Actually, I moved to Bergen.')])).toEqual(['updated'])
    const [home] = await all()
    expect(home).toMatchObject({ name: 'Home', description: 'I moved to Bergen.', revision: 2 })

    await create(open.records, {
      name: 'Language',
      description: 'Please always answer in French',
      type: 'feedback',
    })
    expect(await outcomes([user('Please always answer in German.')])).toEqual(['manual_protected'])
    expect(await all()).toHaveLength(2)
  })

  it('leaves alone what someone has changed since', async () => {
    await extract([user('I live in Oslo, near the river.')])
    const [home] = await all()
    const change = { body: 'In Oslo, above the bakery; the bell is broken.' }
    await open.records.write(ann, { kind: 'update', which: home?.id ?? '', change, by: byAnn })
    expect(await outcomes([user('I live in Bergen now.')])).toEqual(['manual_protected'])
    expect(await all()).toMatchObject([{ provenance: 'auto', isEdited: true }])
  })

  it('reads nothing where the assistant kept or forgot something itself', async () => {
    expect(
      await extract([user('I am allergic to peanuts.'), assistant('Kept.', 'mcp__recollect__record_save')]),
    ).toMatchObject({ outcome: 'skipped', reason: 'explicit_memory_call' })
    expect(await extract([user('Write a poem about autumn'), assistant('…')])).toMatchObject({
      outcome: 'skipped',
      reason: 'no_cue',
    })
    expect(await extract([assistant('…')])).toMatchObject({ outcome: 'skipped', reason: 'no_messages' })
    expect(await extract([])).toMatchObject({ outcome: 'skipped', reason: 'no_messages' })
    expect(await all()).toEqual([])
  })

  it('keeps no secret', async () => {
    expect(
      (await extract([user('Remember that my password is hunter2, and I am allergic to nuts.')])).steps,
    ).toMatchObject([{ outcome: 'secret' }])
    expect(await all()).toEqual([])
  })

  it('leaves forgotten what was forgotten', async () => {
    await extract([user('I am allergic to peanuts.')])
    const [made] = await all()
    await open.records.delete(ann, made?.id ?? '', { verify: false })
    expect(await outcomes([user('I am allergic to peanuts.')])).toEqual(['forgotten'])
    expect(await all()).toEqual([])
    const [, first] = await open.spine.store.read(readExtractions, ann, 10, now)
    expect(first?.steps).toMatchObject([{ outcome: 'created', item: made?.id, isForgotten: true }])
  })

  it('logs every step, without a word of it', async () => {
    await extract([user('I am allergic to peanuts. Please always answer in French.')])
    const [entry] = await open.spine.store.read(readExtractions, ann, 10, now)
    expect(entry).toMatchObject({
      extractor: 'rules',
      outcome: 'done',
      pairs: 1,
      cues: { identity: expect.any(Number), preference: expect.any(Number) },
      steps: [
        { outcome: 'created', type: 'user', salience: 4, isForgotten: false },
        { outcome: 'created', type: 'feedback', salience: 5 },
      ],
    })
    expect(JSON.stringify(entry)).not.toMatch(/peanut|French/i)
  })

  it('keeps the log for thirty days', async () => {
    await extract([user('Write a poem')])
    now += 31 * 86_400_000
    await extract([user('Write another')])
    expect(await open.spine.store.read(readExtractions, ann, 10, now)).toHaveLength(1)
  })

  it('tells a failing store, and fails nothing', async () => {
    const broken: RecordStore = { ...open.records, list: () => Promise.reject(new Error('disk full')) }
    expect(await extract([user('I am allergic to peanuts.')], broken)).toMatchObject({
      outcome: 'failed',
      reason: 'error',
      detail: 'an unexpected error',
      isLogged: true,
    })
    const readOnly: RecordStore = {
      ...open.records,
      list: (...page) => open.records.list(...page),
      write: () => Promise.reject(new Error('read-only')),
    }
    expect((await extract([user('I am allergic to peanuts.')], readOnly)).steps).toMatchObject([
      { outcome: 'failed' },
    ])
  })

  it('meets the write of another, looks again and does not double it', async () => {
    let isFirst = true
    const raced: RecordStore = {
      ...open.records,
      list: (...page) => open.records.list(...page),
      write: async (reach, write) => {
        if (isFirst && write.kind === 'create') {
          isFirst = false
          await open.records.write(reach, { ...write, by: byAnn })
        }
        return open.records.write(reach, write)
      },
    }
    const { steps } = await extract([user('I am allergic to peanuts.')], raced)
    expect(steps).toMatchObject([{ outcome: 'no_op' }])
    expect(await all()).toMatchObject([{ provenance: 'manual' }])
  })

  it('believes an agent’s word for its user’s words less', async () => {
    await extract(
      [user('I am allergic to peanuts.')],
      open.records,
      reachOf({ user: 'ann', agent: 'helper' }),
    )
    expect(await all()).toMatchObject([{ origin: 'tool', trust: 'observed', provenance: 'auto' }])
  })
})
