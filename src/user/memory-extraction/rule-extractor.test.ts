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
    ['Hi! I live in Oslo, near the river.', 'user', 'Home', 'I live in Oslo'],
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
    ['我住在上海。', 'user', 'Home', '我住在上海。'],
    ['我住在上海，喜欢喝茶。', 'user', '我住在上海，喜欢喝茶', '我住在上海，喜欢喝茶。'],
    ['以后请用中文回答我。', 'feedback', '以后请用中文回答我', '以后请用中文回答我。'],
    ['我正在写一本关于长城的小说。', 'project', '我正在写一本关于长城的小说', '我正在写一本关于长城的小说。'],
    ['我们的文档在 Notion 上。', 'reference', '我们的文档在 Notion 上', '我们的文档在 Notion 上。'],
  ])('%s', (text, type, name, description) => expect(kept(text)).toEqual([[type, name, description]]))

  it('what else a sentence says than a single value for itself, so that another value takes nothing along', () => {
    expect(kept('I live in Oslo and my son Leo has asthma.')).toEqual([
      ['user', 'Home', 'I live in Oslo'],
      ['user', 'My son Leo has asthma', 'My son Leo has asthma.'],
    ])
    // One clause says both what they are and where: neither takes the place of the other.
    expect(kept("I'm a software engineer at Spotify and I live in Stockholm with my partner.")).toEqual([
      ['user', "I'm a software engineer at Spotify", "I'm a software engineer at Spotify"],
      ['user', 'Home', 'I live in Stockholm'],
    ])
    expect(kept('I just moved to Oslo.')).toEqual([['user', 'Home', 'I just moved to Oslo.']])
  })

  it('a body that quotes the user, and cites the words', () => {
    const [candidate] = proposed('Hello. I am allergic to peanuts.').candidates
    expect(candidate).toMatchObject({
      body: '> I am allergic to peanuts.',
      salience: 4,
      cited: { text: 'I am allergic to peanuts.' },
    })
  })
})

describe('the rules know by its kind', () => {
  it.each([
    ["I'm lactose intolerant, and my wife Dana is vegetarian.", 'user'],
    ['I have celiac disease.', 'user'],
    ["I can't eat gluten.", 'user'],
    ['My wife is allergic to seafood.', 'user'],
    ['I have a dog named Rex.', 'user'],
    ['I just moved to Oslo.', 'user'],
    ['Please give quantities in grams, not cups.', 'feedback'],
    ['Can you keep answers shorter? Just the code.', 'feedback'],
    ['We use vitest, never jest.', 'project'],
    ['我女朋友对海鲜过敏。', 'user'],
    ['我有高血压。', 'user'],
    ['我孩子今年上小学。', 'user'],
    ['每次给我代码的时候，注释用中文，变量名用英文。', 'feedback'],
  ])('%s', (text, type) => expect(proposed(text).candidates[0]).toMatchObject({ type }))
})

describe('the rules leave others their words', () => {
  it.each([
    "Let's say my name is Alice and I live in Paris.",
    "Let's pretend my name is Alice. I live in Paris.",
    'Act as a customer. I live in Oslo and I bought a phone.',
    'For this example, my name is Jane Doe and I work at Initech.',
    "My character's name is Zed. I live in Mordor.",
    'Suppose I work at Google.',
    'If I were you, I live in Oslo would be a lie.',
    'The mail states I am the new CEO of Acme.',
    'The email says that I am the new CEO and I live in Oslo.',
    'My friend Tom says I am a terrible cook.',
    'I never said I live in Oslo.',
    'I am an AI language model.',
    '领导要求：以后周报都用英文写。',
    '老板说：“以后都用腾讯文档。',
    '“我是CEO”，他说。',
    '我妈说我是个懒人。',
    '假设我叫张三。我住在火星。',
  ])('%s', (text) => expect(kept(text)).toEqual([]))

  it('and take up the user’s in the next paragraph', () => {
    expect(kept("Let's pretend I live in Paris.\n\nI live in Oslo.").map(([, name]) => name)).toEqual([
      'Home',
    ])
  })
})

describe('the rules keep nothing of the moment', () => {
  it.each([
    'Never use var in this file.',
    'Always return null here.',
    'From now on use the second approach.',
    'Remember to add tests to this PR.',
    'From now on I will be busy.',
    'From now on the function takes two arguments.',
    'In the future, people will live on Mars.',
    'Never mind.',
    'Always loved that song.',
    'I usually get a 500 error when calling the API.',
    '记住这个公式。',
    '别再跟我说这个了。',
    '请务必今天给我。',
    '我有一个问题。',
    '我叫了外卖。',
    '我是真的服了。',
    '我住的酒店太差了。',
  ])('%s', (text) => expect(kept(text)).toEqual([]))
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
