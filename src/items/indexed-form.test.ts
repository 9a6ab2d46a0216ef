import { describe, expect, it } from 'vitest'
import { segment } from '../text/segment.js'
import { headingToken, indexedForm } from './indexed-form.js'

describe('what the indexes hold of a text', () => {
  it('is its segmented text', () => {
    const { words, parts } = segment('Deploy my_service on 上海')
    expect(indexedForm('Deploy my_service on 上海')).toMatchObject({
      words: words.join(' '),
      parts: parts.join(' '),
    })
  })

  it('marks the words of a heading, each once, and counts them into no length', () => {
    const plain = indexedForm('Paid leave, leave of absence: ten days')
    const headed = indexedForm('Paid leave, leave of absence: ten days', 'Paid leave, leave')
    expect(headed.words).toBe(plain.words)
    expect(headed.parts.split(' ')).toEqual([headingToken('paid'), headingToken('leav')])
    expect(headed.length).toBe(plain.length)
  })

  it('lets no text forge the mark', () => {
    const { words, parts } = indexedForm(`${headingToken('leav')} ¶leave # ¶¶ leave`)
    expect(`${words} ${parts}`).not.toContain('¶')
  })
})
