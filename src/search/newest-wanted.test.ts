import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.js'

const asked = { now: Date.UTC(2025, 5, 1), zone: 'UTC' }
const wanted = (question: string) => readQuestion(question, asked).newestWanted

describe('whether a question asks for the newest of several statements', () => {
  it.each([
    'Where does Mia live?',
    'What is my favourite editor?',
    'How many tops have I bought so far?',
    'What company is Rachel, an old colleague from my previous company, currently working at?',
    'What lens did I buy most recently?',
    '我住在哪里？',
    '玛丽现在在哪家公司工作？',
  ])('clearly does: %s', (question) => {
    expect(wanted(question)).toBe('clearly')
  })

  it.each(['Mia employer', 'What was my best time?', 'Did I finish the book?'])(
    'perhaps does: %s',
    (question) => {
      expect(wanted(question)).toBe('perhaps')
    },
  )

  it.each([
    'When did Mia move?',
    'When is the party?',
    'Where did I live before?',
    'What was my first job?',
    'What was my previous status before I got the current status?',
    'What do I eat in May?',
    'What did we talk about last week?',
    'How many books have I read in total?',
    'Can you recommend a book I like?',
    '我以前住在哪里？',
    '我什么时候搬家的？',
    '去年我在哪里工作？',
  ])('does not: %s', (question) => {
    expect(wanted(question)).toBe('no')
  })
})
