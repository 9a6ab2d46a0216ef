import { expect, it } from 'vitest'
import { tagsIn } from './tags-in.js'

it('takes tags as people type them', () => {
  expect(tagsIn(' #work, travel  工作、＃旅行 travel ')).toEqual(['work', 'travel', '工作', '旅行'])
  expect(tagsIn(' , # ')).toEqual([])
})
