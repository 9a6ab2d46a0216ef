import { describe, expect, it } from 'vitest'
import { answerForm } from './answer-form.js'

const holds = (question: string, text: string) => answerForm(question.toLowerCase())?.isIn(text)

describe('the form of an answer', () => {
  it('is any words where the question asks for no number or time', () => {
    expect(answerForm('where does mia live?')).toBeUndefined()
    expect(answerForm('我住在哪里')).toBeUndefined()
  })

  it('is a number for a count, and names what is counted', () => {
    expect(answerForm('how many more playlists do i have?')?.counted).toBe('playlists')
    expect(answerForm('how many times have i been there?')?.counted).toBeNull()
    expect(holds('how many playlists do I have?', 'I have twenty playlists')).toBe(true)
    expect(holds('how many playlists do I have?', 'I listen to this one playlist')).toBe(false)
    expect(holds('我有几个孩子', '我有两个孩子')).toBe(true)
    expect(holds('我有几个孩子', '我有孩子')).toBe(false)
  })

  it('is a length of time, a frequency, a time of day, a day', () => {
    expect(holds('how long is my commute', 'it takes 45 minutes each way')).toBe(true)
    expect(holds('how long is my commute', 'it costs me $12')).toBe(false)
    expect(holds('how often do I run', 'I run every other day')).toBe(true)
    expect(holds('how often do I run', 'I run in the park')).toBe(false)
    expect(holds('what time do I get up', 'I get up at 6:30 now')).toBe(true)
    expect(holds('what day is the class', 'the class is on Fridays')).toBe(true)
    expect(holds('what day is the class', 'the class is great')).toBe(false)
    expect(holds('我几点起床', '我现在六点起床')).toBe(true)
  })

  it('is looked for in time that grows with the text', () => {
    const question = `how many ${'the my new free '.repeat(2_000)}`
    const text = 'one '.repeat(20_000) + '1 '.repeat(20_000) + '9'.repeat(20_000)
    expect(answerForm(question)).toBeDefined()
    for (const asked of ['how long', 'how often', 'what time', 'what day', 'how many'])
      expect(answerForm(asked)?.isIn(text)).toBeDefined()
  })
})
