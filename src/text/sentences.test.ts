import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.js'

describe('sentencesOf', () => {
  it('parts a text at the ends of its sentences and lines', () => {
    expect(sentencesOf('I moved. Is it far? No!\nHere it is 25.5 degrees')).toEqual([
      'I moved.',
      'Is it far?',
      'No!',
      'Here it is 25.5 degrees',
    ])
  })

  it('needs no space between Chinese sentences', () => {
    expect(sentencesOf('我搬家了。现在住在上海！你呢？')).toEqual(['我搬家了。', '现在住在上海！', '你呢？'])
  })

  it('finds none in a text without any', () => {
    expect(sentencesOf(' \n\n ')).toEqual([])
  })
})
