import { describe, expect, it } from 'vitest'
import { costOf } from './extraction.js'
import { hostilePieces } from './hostile-texts.js'

/** A quadratic pattern makes it four; what the processor does beside adds its noise. */
const GROWTH_MAX = 3.4
/** Below, the noise is what is measured. */
const NOTICEABLE_MS = 40

describe('the cost of extraction', () => {
  it('grows with the text and not with its square, whatever the text repeats', { timeout: 240_000 }, () => {
    const steep = hostilePieces.filter((piece) => {
      if (costOf(piece, 50_000, 1) <= NOTICEABLE_MS) return false
      return costOf(piece, 50_000, 3) > GROWTH_MAX * costOf(piece, 25_000, 3)
    })
    expect(steep).toEqual([])
  })
})
