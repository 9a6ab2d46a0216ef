import { describe, expect, it } from 'vitest'
import { problemsOf, type RecordDraft, rebased } from './record-draft.js'

const base: RecordDraft = { name: 'Report', description: 'Weekly', type: 'feedback', body: 'one page' }

describe('a draft of a record', () => {
  it('joins what two have written in different fields, and leaves to a person what both wrote', () => {
    const there = { ...base, description: 'Monthly', name: 'The report' }
    expect(rebased(base, there, { ...base, body: 'two pages' })).toEqual({
      draft: { ...there, body: 'two pages' },
      both: [],
    })
    expect(rebased(base, there, { ...base, description: 'Daily', body: 'short' })).toEqual({
      draft: { ...there, description: 'Daily', body: 'short' },
      both: ['description'],
    })
    expect(rebased(base, there, there)).toEqual({ draft: there, both: [] })
  })

  it('says why it cannot be saved, by the characters that people count', () => {
    expect(problemsOf(base)).toEqual([])
    expect(problemsOf({ ...base, name: ' ', description: '' })).toEqual(['nameMissing', 'descriptionMissing'])
    expect(problemsOf({ ...base, name: '😀'.repeat(120) })).toEqual([])
    expect(problemsOf({ ...base, name: '字'.repeat(121), body: '字'.repeat(22_000) })).toEqual([
      'nameTooLong',
      'bodyTooLarge',
    ])
  })
})
