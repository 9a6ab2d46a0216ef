import { expect, it } from 'vitest'
import { seen } from './seen.js'

it.each([
  ['ann', 'ann'],
  ['Mia Chen', 'Mia Chen'],
  ['部署', '部署'],
  ['👩‍💻 👩🏽‍💻', '👩‍💻 👩🏽‍💻'],
  ['ann\u200b', 'ann⟨U+200B⟩'],
  ['\u202egnp.ann', '⟨U+202E⟩gnp.ann'],
  ['a\u2067b\u2069', 'a⟨U+2067⟩b⟨U+2069⟩'],
  [' ', '⟨U+0020⟩'],
  ['ann ', 'ann⟨U+0020⟩'],
  ['a  b', 'a⟨U+0020⟩ b'],
  ['a\u00a0b', 'a⟨U+00A0⟩b'],
])('shows all of the name %j', (name, shown) => {
  expect(seen(name)).toBe(shown)
})
