import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableLine } from './printable.js'

describe('printable', () => {
  it('shows an escape sequence instead of obeying it', () => {
    expect(printable('\u001b[2J\u0007\u009b31m')).toBe('␛[2J␇�31m')
  })

  it('takes the power from characters that turn writing around', () => {
    expect(printable('safe\u202egpj.exe')).toBe('safe�gpj.exe')
  })

  it('keeps newlines, tabs, emoji and accents', () => {
    expect(printable('a\n\tb 😀 é 中')).toBe('a\n\tb 😀 é 中')
  })

  it('never lets a control character through, and keeps every position', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printableLine(text)
        expect(shown).toHaveLength(text.length)
        expect(shown).not.toMatch(/\p{Cc}/u)
        expect(shown.isWellFormed()).toBe(true)
      }),
    )
  })
})
