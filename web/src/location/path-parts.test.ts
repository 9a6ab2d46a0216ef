import { describe, expect, it } from 'vitest'
import { partsOf, pathOf } from './path-parts.js'

const NAMES = [
  '.',
  '..',
  '~.',
  '~~..',
  '~',
  '...',
  'v1.2',
  'a/b',
  'a\nb',
  'a\u2028b',
  '%2e',
  '100 %',
  '猫',
  '?#',
]

describe('the path of a page', () => {
  it('brings back every name, also those that an address would take away', () => {
    for (const name of NAMES) {
      const { pathname } = new URL(pathOf(['tasks', name]), 'http://127.0.0.1/memory')
      expect([name, partsOf(pathname)]).toEqual([name, ['tasks', name]])
    }
  })

  it('is read as it stands where no browser wrote it', () => {
    expect(partsOf('/memory//facts/')).toEqual(['memory', 'facts'])
    expect(partsOf('/tasks/100%')).toEqual(['tasks', '100%'])
  })
})
