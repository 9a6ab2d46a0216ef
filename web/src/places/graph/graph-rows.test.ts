import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphRows } from './graph-rows.js'
import { pictureOf, viewOf } from './picture-for-tests.js'
import { shownOf } from './shown.js'

const lines = (told: Parameters<typeof pictureOf>, view: ReturnType<typeof viewOf>) => {
  const picture = pictureOf(...told)
  return graphRows(shownOf(picture, view), picture).map((row) =>
    row.kind === 'more'
      ? `${'  '.repeat(row.depth)}${row.left} more`
      : `${'  '.repeat(row.depth)}${row.via === null ? '' : row.isForward ? `${row.via.type} ` : `is what ${row.via.type} `}${row.node.name}${row.isAgain ? ' again' : ''}`,
  )
}

describe('the picture as a list', () => {
  it('says under each node what it is related to', () => {
    const told = [
      ['ann', 'owns', 'p:atlas'],
      ['ann', 'reports_to', 'mia'],
      ['bob', 'works_on', 'p:atlas'],
      ['mia', 'leads', 'p:atlas'],
    ] as const
    expect(lines([told, ['p:atlas']], viewOf('ann', { open: ['p:atlas'] }))).toEqual([
      'ann',
      '  owns p:atlas',
      '    is what leads mia again',
      '    is what works_on bob',
      '    5 more',
      '  reports_to mia',
    ])
  })

  it('holds every node once and every relation at least once, however they are opened', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const name = fc.constantFrom(...names)
    const relation = fc.tuple(name, fc.constantFrom('owns', 'uses'), name).filter(([a, , b]) => a !== b)
    fc.assert(
      fc.property(fc.array(relation, { minLength: 1, maxLength: 20 }), fc.subarray(names), (told, open) => {
        const picture = pictureOf(told)
        const shown = shownOf(picture, viewOf(told[0]?.[0] ?? '', { open }))
        const rows = graphRows(shown, picture).filter((row) => row.kind === 'node')
        const own = rows.filter(({ isAgain }) => !isAgain).map(({ node }) => node.id)
        expect([...own].sort()).toEqual([...shown.nodes.keys()].sort())
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        const listed = new Set(rows.map(({ via }) => via?.key))
        for (const { edge } of shown.edges) expect(listed).toContain(edge.key)
        for (const [index, row] of rows.entries())
          if (row.parent !== null)
            expect(rows.slice(0, index).some(({ key }) => key === row.parent)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
