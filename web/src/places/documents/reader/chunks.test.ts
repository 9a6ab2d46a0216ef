import { describe, expect, it } from 'vitest'
import { chunkOf, chunksOf, type OutlineSection, piecesOf } from './chunks.js'

describe('a document in stretches', () => {
  it('holds every character once, and begins each stretch with a section where it can', () => {
    const outline = sectionsOf([200, 20_000, 3_000, 10_000, 260_000, 50])
    const total = 293_250
    const chunks = chunksOf(outline, total)
    expect(chunks[0]?.from).toBe(0)
    for (const [index, { from, chars }] of chunks.entries()) {
      expect(chars).toBeGreaterThan(0)
      expect(chars).toBeLessThanOrEqual(100_000)
      expect(from + chars).toBe(chunks[index + 1]?.from ?? total)
    }
    expect(chunks.flatMap(({ sections }) => sections)).toEqual(outline)
    expect(chunks.map(({ sections }) => sections.length)).toEqual([3, 1, 1, 0, 0, 1])
    expect(chunkOf(chunks, 's3')).toBe(1)
    expect(chunkOf(chunks, 'gone')).toBe(0)
  })

  it('goes on to the end where the outline does not', () => {
    const chunks = chunksOf(sectionsOf([10]), 150_000)
    expect(chunks.reduce((sum, { chars }) => sum + chars, 0)).toBe(150_000)
    expect(chunksOf([], 0)).toEqual([])
  })

  it('gives each section its own text', () => {
    const [first] = chunksOf(sectionsOf([4, 6]), 10)
    if (first === undefined) throw new Error('no stretch')
    expect(piecesOf(first, '# A\n## B\nb')).toEqual([
      { anchor: 's0', text: '# A\n' },
      { anchor: 's1', text: '## B\nb' },
    ])
    expect(piecesOf({ ...first, sections: [] }, 'goes on')).toEqual([{ anchor: null, text: 'goes on' }])
  })
})

function sectionsOf(lengths: readonly number[]): OutlineSection[] {
  let from = 0
  return lengths.map((chars, index) => {
    const section = {
      anchor: `s${index}`,
      heading: `S ${index}`,
      level: 2,
      line: 1,
      lines: 1,
      tokens: 1,
      from,
      chars,
    }
    from += chars
    return section
  })
}
