import { describe, expect, it } from 'vitest'
import { edgeByRef, refOf } from './picture.js'
import { pictureOf, viewOf } from './picture-for-tests.js'
import { shownOf } from './shown.js'
import { standingOf, timeSpan } from './standing.js'

const team = pictureOf([
  ['ann', 'reports_to', 'mia'],
  ['ann', 'owns', 'p:atlas'],
  ['bob', 'works_on', 'p:atlas'],
  ['mia', 'leads', 'p:atlas', { trust: 'untrusted' }],
  ['ann', 'reports_to', 'old', { status: 'superseded', validFrom: 100, validUntil: 1_000 }],
])
const namesOf = (...given: Parameters<typeof shownOf>) => [...shownOf(...given).nodes.keys()]

describe('what is shown of a picture', () => {
  it('begins with one hop, and goes on only where one is opened', () => {
    expect(namesOf(team, viewOf('ann'))).toEqual(['ann', 'p:atlas', 'mia', 'old'])
    expect(namesOf(team, viewOf('ann', { open: ['p:atlas'] }))).toEqual([
      'ann',
      'p:atlas',
      'mia',
      'old',
      'bob',
    ])
  })

  it('leaves out what was opened from a place that was closed', () => {
    expect(namesOf(team, viewOf('mia', { open: ['bob'] }))).toEqual(['mia', 'p:atlas', 'ann'])
  })

  it('shows whatever joins two that are shown', () => {
    const { edges } = shownOf(team, viewOf('ann'))
    expect(edges.map(({ edge }) => `${edge.from} ${edge.type} ${edge.to}`)).toContain('mia leads p:atlas')
  })

  it('follows no relation that a filter takes away', () => {
    expect(namesOf(team, viewOf('mia', { trust: 'stated' }))).toEqual(['mia', 'ann'])
    expect(namesOf(team, viewOf('ann', { hiddenRelations: new Set(['owns']) }))).not.toContain('bob')
    expect(namesOf(team, viewOf('ann', { hiddenTypes: new Set(['project']) }))).toEqual(['ann', 'mia', 'old'])
    expect(namesOf(team, viewOf('ann', { hasPast: false }))).not.toContain('old')
  })

  it('always shows where one began and the ends of a path, whatever their type', () => {
    const hiddenTypes = new Set(['project', 'person'])
    expect(namesOf(team, viewOf('ann', { hiddenTypes, path: ['ann', 'p:atlas', 'bob'] }))).toEqual([
      'ann',
      'p:atlas',
      'bob',
    ])
  })

  it('hides what was not yet, and marks what holds no more', () => {
    expect(namesOf(team, viewOf('ann', { at: 50 }))).toEqual(['ann'])
    const then = shownOf(team, viewOf('ann', { at: 500 }))
    expect([...then.nodes.values()].map(({ node, isOver }) => [node.name, isOver])).toEqual([
      ['ann', false],
      ['old', false],
    ])
    const now = shownOf(team, viewOf('ann'))
    expect(now.nodes.get('old')?.isOver).toBe(true)
    expect(now.nodes.get('mia')?.isOver).toBe(false)
  })
})

describe('how a relation stands', () => {
  it.each([
    ['active', 10, null, null, 'holds'],
    ['proposed', 10, null, null, 'waits'],
    ['superseded', 10, 20, null, 'over'],
    ['superseded', 10, 20, 15, 'holds'],
    ['superseded', 10, 20, 20, 'over'],
    ['superseded', 10, null, 30, 'over'],
    ['active', 10, null, 9, 'yet'],
    ['active', 10, null, 10, 'holds'],
  ] as const)('%s from %s until %s is at %s: %s', (status, validFrom, validUntil, at, standing) => {
    expect(standingOf({ status, validFrom, validUntil }, at)).toBe(standing)
  })

  it('changes at the times of the slider, and there is none where nothing changes', () => {
    const day = 86_400_000
    const edges = [
      { status: 'superseded', validFrom: day, validUntil: 3 * day },
      { status: 'active', validFrom: 3 * day, validUntil: null },
    ] as const
    expect(timeSpan(edges, 9 * day)).toEqual({ from: day, until: 9 * day, changes: [day, 3 * day] })
    expect(timeSpan([], 9 * day)).toBeUndefined()
  })
})

it('finds an edge again by what an address calls it', () => {
  for (const edge of team.edges.values()) expect(edgeByRef(team, refOf(edge))).toBe(edge)
})
