import { describe, expect, it } from 'vitest'
import { fuzzy, hasWords } from './fuzzy.js'

describe('fuzzy', () => {
  it('wants every letter, in order', () => {
    expect(fuzzy('sm', 'memory.search')).toBe(0)
    expect(fuzzy('mse', 'memory.search')).toBeGreaterThan(0)
  })

  it('prefers what begins a word to what stands within one', () => {
    expect(fuzzy('ms', 'memory.search')).toBeGreaterThan(fuzzy('ms', 'items'))
  })

  it('prefers the whole beginning, and the shorter of two that fit alike', () => {
    expect(fuzzy('sea', 'search')).toBeGreaterThan(fuzzy('sea', 'set e a'))
    expect(fuzzy('pin', 'pin')).toBeGreaterThan(fuzzy('pin', 'pin a fact to every prompt'))
  })

  it('takes everything where nothing was typed', () => {
    expect(fuzzy(' ', 'anything')).toBe(1)
  })
})

describe('hasWords', () => {
  it('wants each word to begin one of the name, as it is written or divided', () => {
    expect(hasWords('note', 'Remember a note memory.capture')).toBe(true)
    expect(hasWords('mem sea', 'memory.search')).toBe(true)
    expect(hasWords('memory.search', 'Find what was said memory.search')).toBe(true)
    expect(hasWords('note', 'Send no text')).toBe(false)
    expect(hasWords('笔记', '记下一条笔记')).toBe(true)
  })
})
