import { describe, expect, it } from 'vitest'
import { ownHeading, ownText } from './own-heading.js'

describe('what a section is about', () => {
  it('is its own heading, the last name of its context', () => {
    expect(ownHeading('Handbook › Leave › Paid leave\n## Paid leave\nTen days.')).toBe('Paid leave')
  })

  it('is the title before the first heading', () => {
    expect(ownHeading('Handbook\nWelcome.')).toBe('Handbook')
  })

  it('is nothing for a text without context', () => {
    expect(ownHeading('Welcome.')).toBe('')
    expect(ownHeading('')).toBe('')
  })
})

describe('the text of a section', () => {
  it('stands behind the line of its context, whatever it begins with', () => {
    expect(ownText('Handbook › Leave\n\r\n## Leave\n')).toBe('\r\n## Leave\n')
    expect(ownText('Handbook\n')).toBe('')
  })
})
