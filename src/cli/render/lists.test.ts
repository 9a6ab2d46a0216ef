import { describe, expect, it } from 'vitest'
import { createStyle } from '../wording/style.js'
import { renderBanks } from './banks.js'
import { exactNotes, renderSources } from './fts-hits.js'
import { tagCounts, thoughtNotes } from './thoughts.js'
import type { View } from './view.js'

const view: View = {
  style: createStyle(false),
  columns: 100,
  now: Date.parse('2026-04-02T12:00:00Z'),
  zone: 'UTC',
}

type Exact = Parameters<typeof renderSources>[0]
const source = (session: string | null, matches: number, channel: string | null = null) => ({
  kind: session === null ? ('thought' as const) : ('turn' as const),
  session,
  channel,
  matches,
  lastAt: session === 'undated' ? null : '2026-04-02T09:30:00Z',
})
const exact = (rest: Partial<Exact>): Exact => ({
  hits: [],
  matches: 0,
  isComplete: true,
  sources: [],
  otherSources: 0,
  missing: {},
  clipped: false,
  ...rest,
})

describe('sources of exact words', () => {
  it('line up, with how many come from each', () => {
    const sources = [source('lisbon-trip', 1_204, 'web'), source(null, 31), source('undated', 1)]
    expect(renderSources(exact({ matches: 1_236, sources, otherSources: 2 }), view).split('\n')).toEqual([
      '1,236 items in 5 sources',
      '  lisbon-trip  web  1,204  last today, 09:30',
      '  notes                31  last today, 09:30',
      '  undated               1  undated',
      '  and 2 more',
    ])
  })

  it('take one line where there is one', () => {
    expect(renderSources(exact({ matches: 1, sources: [source(null, 1)] }), view)).toBe('1 item, in notes')
    const many = exact({ matches: 9, isComplete: false, sources: [source('a\u001b[31m', 9)] })
    expect(renderSources(many, view)).toMatch(/^at least 9 items, all in a/)
    expect(renderSources(many, view)).not.toContain('\u001b')
    expect(renderSources(exact({}), view)).toBe('')
  })

  it('come with a hint where there are none, and the reason where nothing was looked for', () => {
    expect(exactNotes(exact({}), { words: 'deploy -x' }).at(-1)).toContain('without -words')
    expect(exactNotes(exact({}), { words: '"a b"' }).at(-1)).toContain('without the quotes')
    expect(exactNotes(exact({}), { words: 'deploys' }).at(-1)).toContain('recollect search')
    expect(exactNotes(exact({}), { words: 'deploys', session: 'harbour' }).at(-1)).toContain('the whole name')
    expect(exactNotes(exact({ missing: { text: 'there is no word to look for' } }), { words: '*' })).toEqual([
      'Nothing was looked for: there is no word to look for.',
    ])
    expect(
      exactNotes(exact({ matches: 3, isComplete: false, clipped: true }), { words: 'the' }),
    ).toHaveLength(2)
  })
})

describe('notes about notes', () => {
  const asked = { contains: undefined, tags: [], isNarrowed: false }
  const none = { items: [], next: null }
  const tags = Array.from({ length: 14 }, (_, i) => ({ tag: `t${i}`, notes: 14 - i }))

  it('name the most used tags, and how many more there are', () => {
    expect(tagCounts(tags)).toMatch(/^t0 14, t1 13, .*, t11 3, and 2 more$/)
  })

  it('say what to try where none was found', () => {
    const stats = { tags: tags.slice(0, 1), notes: 3 }
    expect(thoughtNotes(none, asked, { tags: [], notes: 0 })[0]).toContain('recollect capture')
    expect(thoughtNotes(none, { ...asked, tags: ['#x'] }, stats)).toEqual([
      'No note has the tag #x.',
      'Tags there are: t0 14',
    ])
    expect(thoughtNotes(none, { ...asked, tags: ['x', 'y'] }, { ...stats, tags: [] })).toEqual([
      'No note has all the tags #x #y.',
      'No note has a tag.',
    ])
    expect(thoughtNotes(none, { ...asked, tags: ['x'], isNarrowed: true }, stats)[0]).toBe(
      'No such note has the tag #x.',
    )
    expect(thoughtNotes(none, { ...asked, contains: 'x' }, stats)[1]).toContain('recollect search')
    expect(thoughtNotes(none, { ...asked, isNarrowed: true }, stats)).toEqual(['No notes of that time.'])
  })
})

describe('banks', () => {
  it('stand in columns, an unused one too', () => {
    const bank = { bank: 'u/me/main', kind: 'user', owner: 'me', items: 1_200, sessions: 7, words: 90_000 }
    const shown = renderBanks(
      {
        banks: [
          {
            ...bank,
            since: '2026-03-05T10:00:00Z',
            changedAt: '2026-04-01T10:00:00Z',
            may: ['read', 'write'],
          },
          { ...bank, owner: 'bob', items: 0, sessions: 0, words: 0, since: null, changedAt: null, may: [] },
        ],
        next: null,
      },
      view,
    )
    expect(shown.split('\n')).toEqual([
      'owner  kind  items  sessions   words  since         last change       you may',
      'me     user  1,200         7  90,000  5 March 2026  yesterday, 10:00  read, write',
      'bob    user      0         0       0  unused        never             nothing',
    ])
  })
})
