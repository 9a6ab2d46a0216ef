import { describe, expect, it } from 'vitest'
import type { ItemId, Trust } from '../items/item.js'
import { segment } from '../text/segment.js'
import type { FoundRow, RowTurn } from './candidate.js'
import type { Fused } from './fuse.js'
import { newestFirst } from './newest-first.js'
import { readQuestion } from './question.js'
import { WEIGHTS } from './weights.js'

const now = Date.UTC(2025, 5, 1)

describe('the newest statement first', () => {
  it('puts what was said last before what says much the same', () => {
    const hits = [
      said('2025-01-10', 'I live in Lisbon with two cats'),
      said('2025-03-02', 'I live in Porto now'),
    ]
    const found = order('Where do I live?', hits)
    expect(found.map(({ row }) => row.text)).toEqual([
      'I live in Porto now',
      'I live in Lisbon with two cats',
    ])
    expect(found[0]).toMatchObject({
      score: hits[0]?.score,
      reasons: [{ kind: 'newer', than: hits[0]?.row.id }],
    })
    expect(found[1]?.reasons).toEqual([])
  })

  it('does so in Chinese', () => {
    const hits = [
      said('2025-01-10', '我住在上海，有两只猫。'),
      said('2025-03-02', '上周搬家了。我住在北京。'),
    ]
    expect(texts('我现在住在哪里？', hits)).toEqual([hits[1]?.row.text, hits[0]?.row.text])
  })

  it('orders three statements, and keeps what is of something else in its place', () => {
    const hits = [
      said('2025-01-10', 'My team has 4 engineers'),
      said('2025-01-11', 'My engineers drink tea'),
      said('2025-02-10', 'My team has 5 engineers'),
      said('2025-03-10', 'My team has six engineers'),
    ]
    expect(texts('How many engineers are in my team?', hits)).toEqual([
      'My team has six engineers',
      'My team has 5 engineers',
      'My team has 4 engineers',
      'My engineers drink tea',
    ])
  })

  it('leaves the order alone where the question asks for what was, or when', () => {
    const hits = [said('2025-01-10', 'I live in Lisbon'), said('2025-03-02', 'I live in Porto now')]
    for (const question of [
      'Where did I live before?',
      'When did I live in Lisbon?',
      'Where did I live in May?',
    ])
      expect(texts(question, hits)).toEqual(hits.map(({ row }) => row.text))
  })

  it('wants of the newer a number where a number is asked for, beside what is counted', () => {
    const older = said('2025-01-10', 'I have 20 playlists on Spotify')
    expect(
      texts('How many playlists do I have on Spotify?', [
        older,
        said('2025-02-10', 'I like this one playlist on Spotify'),
      ])[0],
    ).toBe(older.row.text)
    expect(
      texts('How many playlists do I have on Spotify?', [
        older,
        said('2025-02-10', 'The playlists on Spotify grew. I have 23 playlists'),
      ])[0],
    ).toBe('The playlists on Spotify grew. I have 23 playlists')
  })

  it('lets an older statement with clearly more of the question keep its place', () => {
    const hits = [
      said('2025-01-10', 'My sister Ines lives in the old town of Porto'),
      said('2025-02-10', 'Ines lives well', { score: 0.7 }),
    ]
    expect(texts('In which town does my sister Ines live?', hits)[0]).toBe(hits[0]?.row.text)
  })

  it.each<[string, Partial<FoundRow>]>([
    ['is less trusted', { trust: 'observed' }],
    ['is another speaker’s', { turn: turn(2, 'user', 'Joe') }],
    ['is an assistant’s', { turn: turn(2, 'assistant') }],
    ['is of the same conversation', { turn: turn(1) }],
    ['has no date', { occurredAt: null }],
    ['is dated after the question is asked', { occurredAt: now + 3 * 86_400_000 }],
    ['is in another bank', { bank: 'u/ben/main' }],
  ])('does not move a newer one that %s', (_what, change) => {
    const stated = said('2025-01-10', 'I live in Lisbon')
    const older = { ...stated, row: { ...stated.row, turn: turn(1) } }
    const newer = said('2025-03-02', 'I live in Porto')
    const hits = [older, { ...newer, row: { ...newer.row, ...change } }]
    expect(order('Where do I live?', hits)).toEqual(hits)
  })

  it('takes a note and a turn of the user for one person’s', () => {
    const note = said('2025-03-02', 'I live in Porto')
    const hits = [said('2025-01-10', 'I live in Lisbon'), { ...note, row: { ...note.row, turn: null } }]
    expect(texts('Where do I live?', hits)[0]).toBe('I live in Porto')
  })

  it('looks at the first hits alone, and loses none', () => {
    const others = Array.from({ length: WEIGHTS.newestAmong }, (_, index) =>
      said('2025-01-01', `live music ${index}`),
    )
    const hits = [said('2025-01-10', 'I live in Lisbon'), ...others, said('2025-03-02', 'I live in Porto')]
    expect(new Set(order('Where do I live?', hits))).toEqual(new Set(hits))
    expect(order('Where do I live?', hits)[0]).toBe(hits[0])
  })
})

function order(question: string, hits: readonly Fused[]): Fused[] {
  return newestFirst(hits, readQuestion(question, { now, zone: 'UTC' }), WEIGHTS)
}

function texts(question: string, hits: readonly Fused[]): string[] {
  return order(question, hits).map(({ row }) => row.text)
}

let rid = 0

/** A hit, each in a conversation of its own, and each a little below the one that was made before it. */
function said(date: string, text: string, { score = 1 - rid / 1e6, trust = 'stated' as Trust } = {}): Fused {
  rid += 1
  const { words, parts } = segment(text)
  const row = {
    bank: 'u/ann/main',
    rid,
    id: `id-${rid}` as ItemId,
    kind: 'turn' as const,
    trust,
    occurredAt: Date.parse(date),
    text,
    turn: turn(100 + rid),
    words: words.join(' '),
    parts: parts.join(' '),
    length: words.length,
  }
  return { row, score, layers: [], reasons: [] }
}

function turn(session: number, role = 'user', speaker: string | null = null): RowTurn {
  return { session, seq: 1, role, speaker }
}
