import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { fold } from '../../src/text/fold.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
let users = 0
let memory: Memory
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
})
afterAll(() => engine.close())

const fresh = () => {
  memory = engine.as({ user: `user${++users}` })
  return memory
}
const texts = async (input: Parameters<Memory['thoughts']>[0]) =>
  (await memory.thoughts(input)).items.map(({ text }) => text)

interface Note {
  readonly text: string
  readonly day: number
  readonly tags: readonly string[]
}

const note: fc.Arbitrary<Note> = fc.record({
  text: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.stringMatching(/^[aAáb% _.]{1,8}$/),
  ),
  day: fc.integer({ min: 1, max: 5 }),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
})

const at = (day: number) => `2026-03-0${day}T10:00:00Z`

describe('thoughts', () => {
  it('gives, over all its pages, each note that was asked for once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(note, {
          selector: ({ text }) => text.toWellFormed().replaceAll('\0', '\ufffd'),
          maxLength: 14,
        }),
        fc.record(
          {
            tags: fc.uniqueArray(fc.constantFrom('a', 'B', '#c'), { maxLength: 3 }),
            contains: fc.oneof(
              fc.stringMatching(/^[aAá%_.]{0,2}$/),
              fc.string({ unit: 'binary', maxLength: 3 }),
            ),
            sinceDay: fc.integer({ min: 1, max: 5 }),
            untilDay: fc.integer({ min: 1, max: 6 }),
          },
          { requiredKeys: [] },
        ),
        fc.integer({ min: 1, max: 4 }),
        async (notes, { sinceDay, untilDay, ...query }, limit) => {
          fresh()
          const kept: (Note & { id: string })[] = []
          for (const one of notes.filter(({ text }) => text.trim() !== '')) {
            const { id } = await memory.capture({
              text: one.text,
              tags: [...one.tags],
              occurredAt: at(one.day),
            })
            kept.push({ ...one, id })
          }
          const wanted = kept
            .filter(
              ({ text, day, tags }) =>
                form(text).includes(form(query.contains ?? '')) &&
                (query.tags ?? []).every((tag) => tags.includes(tag.replace('#', '').toLowerCase())) &&
                day >= (sinceDay ?? 0) &&
                day < (untilDay ?? 9),
            )
            .sort((a, b) => b.day - a.day || (a.id < b.id ? 1 : -1))
          const found: string[] = []
          let before: string | undefined
          do {
            const page = await memory.thoughts({
              ...query,
              ...(sinceDay === undefined ? {} : { since: at(sinceDay) }),
              ...(untilDay === undefined ? {} : { until: at(untilDay) }),
              ...(before === undefined ? {} : { before }),
              limit,
            })
            expect(page.items.length).toBeLessThanOrEqual(limit)
            found.push(...page.items.map(({ id }) => id))
            before = page.next ?? undefined
          } while (before !== undefined)
          expect(found).toEqual(wanted.map(({ id }) => id))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('goes on rightly while notes are added and forgotten', async () => {
    fresh()
    const ids: string[] = []
    for (const day of [1, 2, 3, 4, 5])
      ids.unshift((await memory.capture({ text: `day ${day}`, occurredAt: at(day) })).id)
    const first = await memory.thoughts({ limit: 2 })
    expect(first.items.map(({ text }) => text)).toEqual(['day 5', 'day 4'])
    await memory.capture({ text: 'added meanwhile' })
    await memory.forget({ id: ids[1] ?? '', verify: false })
    await memory.forget({ id: ids[2] ?? '', verify: false })
    const second = await memory.thoughts({ limit: 2, before: first.next ?? '' })
    expect(second.items.map(({ text }) => text)).toEqual(['day 2', 'day 1'])
    expect(second.next).toBeNull()
  })

  it('shows notes alone, with their tags and what matched', async () => {
    fresh()
    await memory.import({ content: JSON.stringify({ role: 'user', content: 'a turn about Lisbon' }) })
    await memory.capture({ text: 'Mia likes LISBON', tags: ['travel'] })
    const { items } = await memory.thoughts({ contains: 'lisb' })
    expect(items).toMatchObject([
      { text: 'Mia likes LISBON', kind: 'thought', tags: ['travel'], matched: [[10, 14]] },
    ])
    expect((await memory.thoughts({})).items).toHaveLength(1)
  })

  it('looks for a piece through many notes, and lets others work meanwhile', async () => {
    fresh()
    for (let i = 0; i < 1_300; i++)
      await memory.capture({ text: `note ${i}${i === 3 ? ' with a needle' : ''}` })
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    expect(await texts({ contains: 'NEEDLE' })).toEqual(['note 3 with a needle'])
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('says what is wrong with a place, a tag and a time', async () => {
    fresh()
    for (const input of [{ before: 'nonsense' }, { tags: ['#'] }, { since: 'soon-ish' }, { before: '1.2' }])
      await expect(memory.thoughts(input)).rejects.toMatchObject({
        code: 'invalid_input',
        hint: expect.any(String),
      })
  })

  it('is logged as a read, without what was looked for', async () => {
    fresh()
    await memory.capture({ text: 'Mia' })
    await memory.thoughts({ contains: 'mia' })
    const { rows } = await memory.auditLog({ operation: 'thoughts' })
    expect(rows).toMatchObject([{ operation: 'memory.thoughts', outcome: 'read', counts: { items: 1 } }])
    expect(JSON.stringify(rows)).not.toContain('mia')
  })
})

/** The comparison, said in another way. */
function form(text: string): string {
  return fold(text.toWellFormed().replaceAll('\0', '\ufffd')).split(/\s+/).join(' ')
}
