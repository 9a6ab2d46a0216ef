import { describe, expect, it } from 'vitest'
import { createCorpus, isChinese } from './corpus.js'

describe('the corpus', () => {
  it('gives the same texts and questions for the same seed, and others for another', () => {
    const some = (seed: number) => {
      const corpus = createCorpus(seed)
      return Array.from({ length: 50 }, () => {
        const text = corpus.text()
        return [text, corpus.question(text, 1), corpus.question(text, 3), corpus.question(text, 8)]
      })
    }
    expect(some(7)).toEqual(some(7))
    expect(some(7)).not.toEqual(some(8))
  })

  it('asks with as many words as were wanted, the content words out of the text', () => {
    const corpus = createCorpus(1)
    const text = english(corpus)
    expect(text.split(' ')).toContain(corpus.question(text, 1))
    expect(corpus.question(text, 3).split(' ')).toHaveLength(3)
    const words = corpus.question(text, 8).split(' ')
    expect(words).toHaveLength(8)
    expect(text.split(' ')).toEqual(expect.arrayContaining([words[2], words[6], words[7]]))
  })

  it('is about a twentieth Chinese, asked with words that stand in the text', () => {
    const corpus = createCorpus(2)
    const texts = Array.from({ length: 2_000 }, () => corpus.text())
    const chinese = texts.filter(isChinese)
    expect(chinese.length).toBeGreaterThan(60)
    expect(chinese.length).toBeLessThan(140)
    for (const text of chinese) {
      const [first = '', second = ''] = corpus.question(text, 8).split('的')
      expect([text.includes(first), text.includes(second)]).toEqual([true, true])
    }
  })

  it('has in chats words that stand in 5 to 20 of a hundred texts, and asks with them', () => {
    const corpus = createCorpus(4, 'chat')
    const texts = Array.from({ length: 4_000 }, () => corpus.text()).filter((text) => !isChinese(text))
    const shareOf = (word: string) =>
      texts.filter((text) => text.split(' ').includes(word)).length / texts.length
    for (const word of ['great', 'like', 'time', 'plan']) {
      expect(shareOf(word)).toBeGreaterThan(0.04)
      expect(shareOf(word)).toBeLessThan(0.24)
    }
    const asked = texts.flatMap((text) => corpus.chatQuestion(text, false) ?? [])
    expect(asked.length).toBeGreaterThan(texts.length / 4)
    const words = asked.flatMap((question) => question.split(' ').slice(2, 4))
    for (const word of new Set(words)) expect(shareOf(word)).toBeGreaterThan(0.03)
    const plain = createCorpus(4)
    expect(Array.from({ length: 200 }, () => plain.text()).join(' ')).not.toContain(' great ')
  })

  it('repeats no text', () => {
    const corpus = createCorpus(3)
    expect(new Set(Array.from({ length: 2_000 }, () => corpus.text())).size).toBe(2_000)
  })

  function english(corpus: ReturnType<typeof createCorpus>): string {
    for (;;) {
      const text = corpus.text()
      if (!isChinese(text)) return text
    }
  }
})
