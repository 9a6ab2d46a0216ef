import { describe, expect, it } from 'vitest'
import { quotePlace } from './quote-place.js'

describe('the place of a quote in its section', () => {
  it.each([
    [
      'Releases\nWe release on Mondays. Never on Fridays.',
      'We release on **Mondays**.',
      'We release on Mondays.',
    ],
    ['See the plan for\nall boats!', '[See the plan](https://x.example) for all boats!', null],
    ['潮汐数据每天更新。提前一周发布。', '提前一周发布。', '提前一周发布。'],
    ['a 𝒳 b', '𝒳', '𝒳'],
    ['something else', 'not there', null],
    ['anything', ' — ', null],
  ])('in %j of %j is %j', (shown, quote, found) => {
    const place = quotePlace(shown, quote)
    expect(place === null ? null : shown.substring(...place)).toBe(found)
  })
})
