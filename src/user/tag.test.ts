import { describe, expect, it } from 'vitest'
import type { Spine } from '../items/spine.js'
import { readTags, TAGS_MAX } from './tag.js'

const spine = { identityKey: new Uint8Array(32) } as Spine
const names = (...given: string[]) => readTags(spine, 'bank', given).map(({ name }) => name)
const keyOf = (name: string, bank = 'bank') =>
  Buffer.from(readTags(spine, bank, [name])[0]?.key ?? []).toString('hex')

describe('readTags', () => {
  it('keeps a tag as it was given, without its # and the space around it', () => {
    expect(names('#Work', ' home ', 'Q3 planning', '部署', '# travel', 'C#')).toEqual([
      'Work',
      'home',
      'Q3 planning',
      '部署',
      'travel',
      'C#',
    ])
  })

  it('takes each tag once, whatever its case, accents, width and spaces', () => {
    expect(names('Café', '#cafe', 'CAFÉ', 'ｃａｆｅ', 'cafe\u0301')).toEqual(['Café'])
    expect(names('to  do', 'To do')).toEqual(['to  do'])
  })

  it('keeps the same tag of two banks apart', () => {
    expect(keyOf('work', 'a')).not.toBe(keyOf('work', 'b'))
    expect(keyOf('work')).toBe(keyOf('#WORK'))
  })

  it.each([[['']], [['#']], [['   ']], [['a\nb']], [['a\u0007']], [['\u200d\ufe0f']], [['x'.repeat(65)]]])(
    'refuses %j in words',
    (given) => {
      expect(() => names(...given)).toThrow('not a usable tag')
    },
  )

  it('takes as many as a note may have, and no more', () => {
    const many = Array.from({ length: TAGS_MAX }, (_, i) => `tag ${i}`)
    expect(names(...many, '#TAG 0')).toEqual(many)
    expect(() => names(...many, 'one more')).toThrow('at most 32 tags')
  })

  it('replaces half an emoji, as texts do', () => {
    expect(names('a\ud83d')).toEqual(['a\ufffd'])
  })
})
