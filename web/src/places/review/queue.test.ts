import { describe, expect, it } from 'vitest'
import type { Entry } from './entry.js'
import { isSafeTogether, keyAfter } from './queue.js'

const rows = ['a', 'b', 'c'].map((key) => ({ key }))

describe('what is looked at after a decision', () => {
  it('is the next one, above the end the one before, and nothing once all is decided', () => {
    expect(keyAfter(rows, 'a')).toBe('b')
    expect(keyAfter(rows, 'c')).toBe('b')
    expect(keyAfter([{ key: 'a' }], 'a')).toBeNull()
  })

  it('is the first one where somebody else has decided it meanwhile', () => {
    expect(keyAfter(rows, 'gone')).toBe('a')
    expect(keyAfter([], 'gone')).toBeNull()
  })
})

describe('what may be decided in one go', () => {
  const deed = (isDestructive: boolean) => ({
    call: { operation: 'memory.dismiss', input: {} },
    undo: null,
    isDestructive,
  })
  const entry = (kind: string, isDestructive = false) =>
    ({ kind, accept: deed(isDestructive), reject: null }) as unknown as Entry

  it('deletes nothing', () => {
    expect(isSafeTogether(entry('hygiene'), 'accept')).toBe(true)
    expect(isSafeTogether(entry('hygiene', true), 'accept')).toBe(false)
    expect(isSafeTogether(entry('hygiene'), 'reject')).toBe(false)
  })

  it('needs no reason, and loses no words', () => {
    expect(isSafeTogether(entry('workspace_conflict'), 'accept')).toBe(false)
    const proposal = { ...entry('workspace_proposal'), reject: deed(false) } as Entry
    expect(isSafeTogether(proposal, 'accept')).toBe(true)
    expect(isSafeTogether(proposal, 'reject')).toBe(false)
  })
})
