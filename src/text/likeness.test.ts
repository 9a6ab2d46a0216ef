import { describe, expect, it } from 'vitest'
import { isAlike, likenessOf } from './likeness.js'

const alike = (a: string, b: string) => isAlike(likenessOf(a), likenessOf(b))
const sentence =
  'We agreed to deploy the billing service on Friday after the review, with Mia watching the dashboards all night'

describe('likeness', () => {
  it('sees through case and punctuation', () => {
    expect(alike('Mia moved to Lisbon!', 'mia moved to Lisbon')).toBe(true)
    expect(alike('部署方案已定。', '部署方案已定')).toBe(true)
  })

  it('sees a long text again with a word more', () => {
    expect(alike(sentence, `${sentence} again`)).toBe(true)
  })

  it('keeps short texts apart that differ by a word', () => {
    expect(alike('call me at five', 'call me at six')).toBe(false)
    expect(alike('Mia likes Bob', 'Bob likes Mia')).toBe(false)
  })

  it('keeps long texts apart that share a part', () => {
    expect(alike(sentence, `${sentence} and then nobody looked at any of the graphs at all`)).toBe(false)
  })

  it('compares very long texts as a whole only', () => {
    const long = 'word '.repeat(2_000)
    expect(alike(long, `${long}more`)).toBe(false)
    expect(alike(long, long)).toBe(true)
  })
})
