import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cueGate } from './cue-gate.js'

const kindsOf = (text: string, isAnswer = false) => [
  ...new Set(cueGate(text, { isAnswer }).cues.map(({ kind }) => kind)),
]

describe('the gate opens', () => {
  it.each([
    ['I am allergic to peanuts.', 'identity'],
    ['My name is Anna and I live in Oslo.', 'identity'],
    ['I prefer dark roast coffee over tea.', 'preference'],
    ['Please always answer in French.', 'preference'],
    ['Actually, my daily fare is actually $6, not $5.', 'correction'],
    ['I meant FreshMart, the grocery store.', 'correction'],
    ["I'm working on a novel about the sea, and I finished the third chapter last week.", 'project'],
    ['Our runbooks are in Notion under Ops.', 'project'],
    ['By the way, I just adopted two cats from the shelter in Bergen last Saturday.', 'event'],
  ])('for English: %s', (text, kind) => expect(kindsOf(text)).toContain(kind))

  it.each([
    ['我对花生过敏。', 'identity'],
    ['我住在上海，平时喜欢喝茶。', 'preference'],
    ['以后请用中文回答我。', 'preference'],
    ['不对，我是说下周三。', 'correction'],
    ['我正在写一本关于长城的小说。', 'project'],
    ['我的女儿今年五岁。', 'identity'],
    ['顺便说一下，我上个月搬到了杭州，在一家新公司上班，每天坐地铁通勤一个小时。', 'event'],
    ['最近我在准备雅思考试，每天学两个小时。', 'project'],
  ])('for Chinese: %s', (text, kind) => expect(kindsOf(text)).toContain(kind))

  it('for a confirmation only where the assistant said something before', () => {
    expect(kindsOf('Yes, that’s right.', true)).toEqual(['confirmation'])
    expect(kindsOf("You're right, exactly.", true)).toEqual(['confirmation'])
    expect(kindsOf("You're right, exactly.")).toEqual([])
    expect(kindsOf('对，没错。', true)).toEqual(['confirmation'])
    expect(kindsOf('对，没错。')).toEqual([])
  })
})

describe('the gate stays shut', () => {
  it.each([
    'Write a poem about autumn',
    'What is the capital of France?',
    'Thanks!',
    'Can you make it shorter?',
    'How do I sort a list in Python?',
    'Act as a travel guide. I want you to suggest places. You should be brief.',
    '帮我写一首关于秋天的诗',
    '今天天气怎么样？',
    '谢谢！',
    '这个函数为什么报错？',
    '把上面的内容翻译成英文',
    '推荐几本好看的科幻小说',
    '',
    '   \n\n ',
  ])('for %j', (text) => expect(cueGate(text).isOpen).toBe(false))

  it('for what was only pasted', () => {
    expect(cueGate('```\nI live in Oslo and I work at Acme.\n```').isOpen).toBe(false)
  })
})

describe('the gate', () => {
  it('says where each cue stands', () => {
    const text = 'Hello there. I am allergic to peanuts. What can I cook?'
    const { cues } = cueGate(text)
    expect(cues.map(({ span }) => text.slice(...span))).toContain('I am allergic to peanuts.')
  })

  it('is open exactly where it has cues, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { isOpen, cues } = cueGate(text)
        expect(cues.length > 0).toBe(isOpen)
        for (const { span } of cues) {
          expect(span[0]).toBeGreaterThanOrEqual(0)
          expect(span[1]).toBeLessThanOrEqual(text.length)
          expect(span[0]).toBeLessThanOrEqual(span[1])
        }
      }),
    )
  })

  // A pattern that backtracks over one of these takes minutes.
  it.each(
    [
      ['Th', 'EACIAACIA', 200],
      ['', 'my ', 3_000],
      ['', 'I', 9_000],
      ['', ', i ', 3_000],
      ['', 'my a is actually ', 900],
      ['', '我', 9_000],
      ['', '我对', 5_000],
      ['我在', '，', 9_000],
      ['', 'the x is in ', 1_300],
    ].map(
      ([head, piece, times]) =>
        [`${head}${piece} …`, `${head}${String(piece).repeat(Number(times))}`] as const,
    ),
  )('reads hostile text in one pass (S20): %s', (_, text) => {
    expect(cueGate(text).cues.length).toBeLessThan(20_000)
  })
})
