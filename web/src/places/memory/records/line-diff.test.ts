import fc from 'fast-check'
import { expect, it } from 'vitest'
import { folded, lineDiff } from './line-diff.js'

const shown = (theirs: string, mine: string) =>
  lineDiff(theirs, mine).map(({ text, side }) => `${{ kept: ' ', theirs: '-', mine: '+' }[side]}${text}`)

it('shows what differs between two texts, line by line', () => {
  expect(shown('# Report\none page\nby Friday\n', '# Report\nnumbers first\nby Friday\nto Mia\n')).toEqual([
    ' # Report',
    '-one page',
    '+numbers first',
    ' by Friday',
    '+to Mia',
    ' ',
  ])
  expect(shown('same', 'same')).toEqual([' same'])
  expect(shown('', 'new')).toEqual(['-', '+new'])
})

it('leaves out what is far from a change', () => {
  const text = (last: string) => [...'abcdefgh', last].join('\n')
  expect(folded(lineDiff(text('x'), text('y')), 1).map((line) => line?.text ?? '⋯')).toEqual([
    '⋯',
    'h',
    'x',
    'y',
  ])
  expect(folded(lineDiff('a\nb\nc\nd', 'a\nb\nc\nd'), 1)).toEqual([null])
})

it('holds both texts whole, whatever they are', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', '中'), { maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (theirs, mine) => {
      const lines = lineDiff(theirs, mine)
      const of = (side: string) => lines.filter((line) => line.side !== side).map((line) => line.text)
      expect([of('mine').join('\n'), of('theirs').join('\n')]).toEqual([theirs, mine])
    }),
    { numRuns: 100 },
  )
})
