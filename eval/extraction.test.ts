import { describe, expect, it } from 'vitest'
import { hasDialogues } from './dialogues.js'
import { measureExtraction, measureOwn } from './extraction.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

describe('what the rules read', () => {
  it('is right and nearly all there, in the sentences of our own', () => {
    const { floors } = measureOwn()
    expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
  })

  it.skipIf(folder === '' || !hasDialogues(folder))(
    'is mostly right in dialogues (skipped without the sets)',
    () => {
      const { floors, lines } = measureExtraction(folder)
      expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
      expect(lines.some((line) => line.startsWith('dialogre_zh'))).toBe(true)
    },
  )
})
