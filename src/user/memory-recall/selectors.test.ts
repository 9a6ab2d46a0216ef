import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemId } from '../../items/item.js'
import { segment } from '../../text/segment.js'
import { selectByWords } from './lexical-selector.js'
import { type MeantEntry, selectByMeaning } from './meaning-selector.js'
import { plainRequest } from './plain-request.js'
import { matterOf } from './request-matter.js'

function entry(name: string, description: string, body = '', nearness: number | null = null): MeantEntry {
  const { words, parts } = segment(`${name}\n\n${description}\n\n${body}`)
  const indexed = ` ${words.join(' ')} ${parts.join(' ')} `
  const rest = {
    bank: 'u/ann/main',
    type: 'feedback',
    file: `${name}.md`,
    origin: 'user',
    trust: 'stated',
  } as const
  return { ...rest, id: name as ItemId, name, description, activeAt: 0, indexed, nearness }
}

const records = [
  entry('Weekly report', 'Weekly reports are short, numbers first', 'At most one page.'),
  entry('Hazelnut allergy', 'Hazelnuts cause throat itching; almonds are fine'),
  entry('Editor', 'Edits in Helix, not in Vim', 'Helix with the gopls server.'),
  entry('Release notes', 'Release notes name what a user sees, without commit ids'),
  entry('Staging database', 'The staging database is on pg-stage-2', 'Reset every Sunday.'),
  entry('Knee', 'Knee surgery in 2022; no jumping', 'Stairs are hard.'),
  entry('周报格式', '周报分三栏：进展、风险、需要支持', '周四下午发。'),
  entry('开车', '有驾照，一年只开几次', '家里没有车。'),
  entry('Owls', 'Daughter Ida is crazy about owls'),
]

const chosen = (request: string, from = records, limit = 5) => selectByWords(request, from, limit)

describe('selecting by words', () => {
  it.each([
    ['write the weekly report', ['Weekly report', '周报格式']],
    ['WEEKLY REPORTING, please', ['Weekly report', '周报格式']],
    ['any hazelnuts in this granola?', ['Hazelnut allergy']],
    ['draft release notes', ['Release notes']],
    ['帮我写这周的周报', ['周报格式', 'Weekly report']],
    ['reset the staging database', ['Staging database']],
    ['open it in helix', ['Editor']],
    ['what is the capital of France?', []],
    ['thanks, that was great', []],
    ['好的，继续吧', []],
    ['how do owls turn their heads?', []],
    ['tell Ida something about owls', ['Owls']],
    ['', []],
  ])('%j brings up %j', (request, expected) => {
    expect(chosen(request)).toEqual(expected)
  })

  it('is moved by words of the same subject, less than by the words themselves, and across languages', () => {
    expect(chosen('find me a route without steps, my meniscus hurts')).toEqual(['Knee'])
    const both = [entry('Leg', 'A meniscus that hurts'), ...records]
    expect(chosen('my meniscus', both)[0]).toBe('Leg')
    expect(chosen('my trip needs a car')).toEqual(['开车'])
  })

  it('ranks a word in the name above one in the description, and that above one in the body', () => {
    const three = [
      entry('One', 'nothing', 'the thermostat is upstairs'),
      entry('Two', 'the thermostat'),
      entry('Thermostat', 'nothing'),
    ]
    expect(chosen('turn down the thermostat', [...three, ...records])).toEqual(['Thermostat', 'Two', 'One'])
  })

  it('asks more shared words of a longer request, and more of one that asks of the world', () => {
    const scene = 'a scene in which two knights besiege a castle and someone hurts a knee'
    expect(chosen(scene)).toEqual([])
    expect(chosen('a castle for the knee')).toEqual(['Knee'])
    expect(chosen('which knight besieged castles with a hurt knee')).toEqual([])
    expect(chosen('with my knee, can I besiege castles')).toEqual(['Knee'])
  })

  it('leaves out what has far less of the request than the best has', () => {
    const chance = entry('Chance', 'a database of stamps')
    expect(chosen('reset the staging database', [chance, ...records])).toEqual(['Staging database'])
    expect(chosen('the database', [chance, ...records])).toHaveLength(2)
  })

  it('counts what a shared run of characters says once, however long it is', () => {
    const run = entry('One', '小程序备案')
    const words = entry('Two', '小程序 Fieldnotes Gantry')
    expect(chosen('小程序备案 Fieldnotes Gantry', [run, words, ...records])).toEqual(['Two', 'One'])
  })

  it('lets a word that most records have bring up none of them', () => {
    const many = Array.from({ length: 150 }, (_, i) => entry(`Harbour ${i}`, `harbour rule of pier${i}`))
    expect(chosen('a harbour', many)).toEqual([])
    expect(chosen('the harbour rule of pier7', many)[0]).toBe('Harbour 7')
  })

  it('works in a memory of one record', () => {
    expect(chosen('the weekly report', records.slice(0, 1))).toEqual(['Weekly report'])
    expect(chosen('the weather in Porto', records.slice(0, 1))).toEqual([])
  })

  it('gives for any request ids of the list, each once, no more than wanted, and the same again', () => {
    const word = fc.constantFrom(
      'weekly',
      'report',
      '周报',
      'knee',
      'the',
      '"',
      '-helix',
      '\u0000',
      '😀',
      '?',
    )
    const request = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 5 }), (text, limit) => {
        const ids = chosen(text, records, limit)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeLessThanOrEqual(limit)
        expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
        expect(chosen(text, records, limit)).toEqual(ids)
      }),
      { numRuns: 200 },
    )
  })
})

describe('selecting by meaning', () => {
  const near = (nearness: Readonly<Record<string, number | null>>, from = records) =>
    from.map((one) => ({ ...one, nearness: one.name in nearness ? (nearness[one.name] ?? null) : 0.1 }))

  it('brings up what shares no word, where it stands out among the records', () => {
    expect(chosen('is this Nutella any good')).toEqual([])
    expect(selectByMeaning('is this Nutella any good', near({ 'Hazelnut allergy': 0.5 }), 5)).toEqual([
      'Hazelnut allergy',
    ])
  })

  it('brings up nothing where all records are as far, however near a model says they are', () => {
    const all = (nearness: number) => records.map((one) => ({ ...one, nearness }))
    expect(selectByMeaning('something sweet', all(0.1), 5)).toEqual([])
    expect(selectByMeaning('something sweet', all(0.8), 5)).toEqual([])
  })

  it('lets words say whether there is any: the nearest of all is near in most requests', () => {
    const request = 'a dialogue of a hazelnut and a lonely lighthouse keeper in a storm'
    const nearest = records.map((one, i) => ({
      ...one,
      nearness: one.name === 'Hazelnut allergy' ? 0.35 : (i % 3) / 10,
    }))
    expect(selectByMeaning(request, nearest, 5)).toEqual([])
    expect(selectByMeaning('a dialogue of hazelnuts', nearest, 5)).toEqual(['Hazelnut allergy'])
  })

  it('lets meaning say which of those that share a word is meant', () => {
    const two = [entry('One', 'a bank in the park'), entry('Two', 'a bank for savings'), ...records]
    expect(selectByMeaning('the bank', near({ One: 0.1, Two: 0.3 }, two), 1)).toEqual(['Two'])
    expect(selectByMeaning('the bank', near({ One: 0.3, Two: 0.1 }, two), 1)).toEqual(['One'])
  })

  it('keeps what words alone make clear', () => {
    expect(selectByMeaning('write the weekly report', near({}), 5)[0]).toBe('Weekly report')
    const unread = records.map((one) => ({ ...one, nearness: null }))
    expect(selectByMeaning('write the weekly report', unread, 5)[0]).toBe('Weekly report')
  })
})

describe('what a request is about', () => {
  it.each([
    'how do owls turn their heads?',
    'Who won the cup in 2019?',
    'please tell me what a tsunami is',
    'Can you explain entropy?',
    'write me a haiku about snow',
    'is Saturn bigger than Mars',
    '月球离地球有多远',
    '请问珠峰多高',
    '给我讲个笑话',
  ])('is the world in %j', (request) => expect(matterOf(request)).toBe('world'))

  it.each(['what should I plant next?', 'write a haiku for my mother', 'let’s go on', '我今年哪天过生日？'])(
    'is the asker’s own in %j',
    (request) => expect(matterOf(request)).toBe('own'),
  )

  it.each([
    'where are the backups?',
    'is this query safe?',
    "can't print from the laptop",
    'write the report',
    'roll two dice for me',
    '护照放在哪里',
    '',
  ])('is neither in %j', (request) => expect(matterOf(request)).toBe('any'))
})

describe('a plain request', () => {
  it('has no operators, and of a long one the beginning and the end', () => {
    expect(plainRequest('run "npm test" -v, then --fix')).toBe('run  npm test   v, then  fix')
    const long = `begin ${'pasted '.repeat(2_000)}end`
    expect(plainRequest(long)).toMatch(/^begin pasted[\s\S]+ end$/)
    expect(plainRequest(long).length).toBeLessThanOrEqual(4_096)
    expect(plainRequest('😀'.repeat(5_000)).isWellFormed()).toBe(true)
  })
})
