import { describe, expect, it } from 'vitest'
import { costOf } from './extraction.js'
import { hostilePieces } from './hostile-texts.js'

/** Eight times the text: eight times the cost, sixty-four times where something is quadratic. */
const [SMALL, LARGE] = [8_000, 64_000]
const GROWTH_MAX = 24
/** Below, the noise of the machine is what is measured. */
const NOTICEABLE_MS = 30

describe('the cost of extraction', () => {
  it('grows with the text and not with its square, whatever the text repeats', { timeout: 240_000 }, () => {
    const steep = hostilePieces.filter((piece) => {
      const small = costOf(piece, SMALL, 3)
      if (costOf(piece, LARGE, 1) <= Math.max(NOTICEABLE_MS, GROWTH_MAX * small)) return false
      // once more, warm: a compiler at work in between is no pattern
      const large = costOf(piece, LARGE, 5)
      return large > NOTICEABLE_MS && large > GROWTH_MAX * costOf(piece, SMALL, 5)
    })
    expect(steep).toEqual([])
  })
})
