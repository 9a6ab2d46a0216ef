import { describe, expect, it } from 'vitest'
import { cueGate } from './cue-gate.js'
import { proposeByRules } from './rule-extractor.js'

const proposed = (text: string) => {
  const extraction = proposeByRules([
    { text, item: null, at: null, isAnswer: false, cues: cueGate(text).cues },
  ])
  if (!extraction.ok) throw new Error(extraction.reason)
  return extraction
}
const kept = (text: string) =>
  proposed(text).candidates.map(({ type, name, description }) => [type, name, description])

describe('the rules propose', () => {
  it.each([
    ['Hi! I live in Oslo, near the river.', 'user', 'Home', 'I live in Oslo, near the river.'],
    ['By the way, my manager is Sarah Chen.', 'user', 'Manager', 'My manager is Sarah Chen.'],
    [
      'My favorite recipe is Chicken Pot Pie.',
      'user',
      'Favourite recipe',
      'My favorite recipe is Chicken Pot Pie.',
    ],
    ["I'm Craig, a hands-on developer, can you help me?", 'user', 'Name', "I'm Craig"],
    [
      'I prefer short answers with examples.',
      'user',
      'I prefer short answers with examples',
      'I prefer short answers with examples.',
    ],
    [
      'Please always answer in French.',
      'feedback',
      'Please always answer in French',
      'Please always answer in French.',
    ],
    [
      "Don't use emojis in replies.",
      'feedback',
      "Don't use emojis in replies",
      "Don't use emojis in replies.",
    ],
    ['Remember that I am vegetarian.', 'user', 'I am vegetarian', 'I am vegetarian.'],
    [
      'We decided to use Postgres for the billing service.',
      'project',
      'We decided to use Postgres for the billing service',
      'We decided to use Postgres for the billing service.',
    ],
    [
      'Our runbooks are in Notion under Ops.',
      'reference',
      'Our runbooks are in Notion under Ops',
      'Our runbooks are in Notion under Ops.',
    ],
    ['我住在上海，喜欢喝茶。', 'user', 'Home', '我住在上海，喜欢喝茶。'],
    ['以后请用中文回答我。', 'feedback', '以后请用中文回答我', '以后请用中文回答我。'],
    ['我正在写一本关于长城的小说。', 'project', '我正在写一本关于长城的小说', '我正在写一本关于长城的小说。'],
    ['我们的文档在 Notion 上。', 'reference', '我们的文档在 Notion 上', '我们的文档在 Notion 上。'],
  ])('%s', (text, type, name, description) => expect(kept(text)).toEqual([[type, name, description]]))

  it('a body that quotes the user, and cites the words', () => {
    const [candidate] = proposed('Hello. I am allergic to peanuts.').candidates
    expect(candidate).toMatchObject({
      body: '> I am allergic to peanuts.',
      salience: 4,
      cited: { text: 'I am allergic to peanuts.' },
    })
  })
})

describe('the rules leave out', () => {
  it.each([
    ['what refers to what was said before', 'I love it when they do that.'],
    ['what holds today', 'I live on coffee today, and I need a break this week.'],
    ['what is only thought', 'I think I am an expert hiker now.'],
    ['cheers', 'Never give up! You can always count on me.'],
    ['what is asked', 'Do you think I should move to Oslo?'],
    ['what is said of others', 'He lives in Oslo and she works at Acme.'],
    ['what was cut in the middle', "I've got three kids, Emma, Tom and little Zoe, who you met, what now?"],
    ['what was only done', 'I went to the store and bought milk, bread and eggs for breakfast.'],
    ['tools of the moment', "I'm using Flask 2.3.1 and SQLite 3.39 for my database."],
  ])('%s', (_, text) => expect(kept(text)).toEqual([]))

  it('secrets, and say so', () => {
    expect(proposed('Remember that my password is hunter2.')).toMatchObject({
      candidates: [],
      refused: [{ reason: 'secret' }],
    })
  })
})
