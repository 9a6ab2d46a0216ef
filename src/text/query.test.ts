import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPhrase } from './phrase.js'
import { parseQuery, QUERY_MAX_CHARS, QUERY_MAX_TERMS, type Query } from './query.js'
import { segment } from './segment.js'
import { isWellFormed } from './well-formed.js'

function tokens(query: Query): readonly string[] {
  return query.terms.map((term) => term.token)
}

function weight(query: Query, token: string): number | undefined {
  return query.terms.find((term) => term.token === token)?.weight
}

/** Sum of the weights a text would collect, as a stand-in for a search. */
function collected(query: Query, text: string): number {
  const { words, parts } = segment(text)
  const indexed = new Set([...words, ...parts])
  return query.terms.reduce((sum, term) => sum + (indexed.has(term.token) ? term.weight : 0), 0)
}

describe('parseQuery: terms', () => {
  it('drops stop words, keeps order, form and gaps', () => {
    expect(parseQuery('Where did the Deployments of Anna go?').terms).toEqual([
      { token: 'deploy', form: 'deployments', weight: 1, kind: 'word', position: 3 },
      { token: 'anna', form: 'anna', weight: 1, kind: 'word', position: 5 },
      { token: 'go', form: 'go', weight: 1, kind: 'word', position: 6 },
    ])
  })

  it('keeps stop words when nothing else is left', () => {
    expect(tokens(parseQuery('what is it?'))).toEqual(['what', 'is', 'it'])
    expect(tokens(parseQuery('什么是'))).toContain('什么')
  })

  it('drops contractions and typographic ones alike', () => {
    expect(tokens(parseQuery("why don't we’re I'm tea"))).toEqual(['tea'])
  })

  it('keeps names that are spelled like stop words', () => {
    expect(tokens(parseQuery('Where in the US did Will meet IT?'))).toEqual(['us', 'will', 'meet', 'it'])
    expect(tokens(parseQuery('Will it help us? may be AND'))).toEqual(['help'])
  })

  it('names each token once, at its greatest weight', () => {
    const query = parseQuery('variable my-variable variables')
    expect(tokens(query).filter((token) => token === 'variabl')).toHaveLength(1)
    expect(weight(query, 'variabl')).toBe(1)
  })

  it('weighs parts of an identifier below the whole', () => {
    const query = parseQuery('atomic_write_json')
    expect(weight(query, 'atomic_write_json')).toBe(1)
    for (const part of ['atom', 'write', 'json']) expect(weight(query, part)).toBeLessThan(0.5)
  })

  it('notices first person', () => {
    for (const text of [
      'What do I like?',
      'my dog',
      'tell me',
      "where i've been",
      '我喜欢什么',
      'I’m where?',
    ]) {
      expect(parseQuery(text).firstPerson, text).toBe(true)
    }
    for (const text of ['What does Ann like?', 'mystery item', 'part i of it', 'AI', '他喜欢什么', '']) {
      expect(parseQuery(text).firstPerson, text).toBe(false)
    }
  })
})

describe('parseQuery: Chinese, Japanese, Korean (S10)', () => {
  it.each([
    ['two Chinese characters', '部署', '今天讨论了部署方案', '全部的人'],
    ['four Chinese characters', '部署方案', '今天讨论了部署方案', '署名的方法'],
    ['Japanese', 'しりとり', '昨日しりとりをした', 'りんご'],
    ['Korean noun in a particle-joined word', '학교', '내일 학교에서 만나요', '교실'],
    ['Korean particle-joined word to bare noun', '학교에서', '학교 앞', '에어컨'],
  ])('finds %s above a text that shares one character', (_name, question, wanted, other) => {
    const query = parseQuery(question)
    expect(collected(query, wanted)).toBeGreaterThanOrEqual(0.6)
    expect(collected(query, other)).toBeLessThan(collected(query, wanted) / 2)
  })

  it('drops function words of Chinese and keeps the pair they touch at less', () => {
    const query = parseQuery('为什么部署的方案')
    expect(tokens(query)).not.toContain('什么')
    expect(tokens(query)).not.toContain('的')
    expect(weight(query, '部署')).toBe(1)
    expect(weight(query, '署的')).toBeLessThan(1)
  })

  it('weighs a character that stands alone as a word', () => {
    expect(weight(parseQuery('猫'), '猫')).toBe(1)
  })
})

describe('parseQuery: phrases and exclusions', () => {
  it('reads "phrase", -word and -"phrase"', () => {
    const query = parseQuery('deploys "Blue  green" -kubernetes -"big bang"')
    expect(tokens(query)).toEqual(['deploy', 'blue', 'green'])
    expect(query.phrases).toEqual([{ text: 'Blue  green', exact: true, tokens: ['blue', 'green'] }])
    expect(query.excluded).toEqual([
      { text: 'kubernetes', exact: false, tokens: ['kubernet'] },
      { text: 'big bang', exact: true, tokens: ['big', 'bang'] },
    ])
  })

  it('reads typographic and full-width quotes', () => {
    expect(parseQuery('“blue green”').phrases).toHaveLength(1)
    expect(parseQuery('＂蓝绿＂').phrases[0]?.tokens).toEqual(['蓝绿'])
  })

  it('takes an unbalanced quote, a switch and a negative number for text', () => {
    const query = parseQuery('"open -v -5 --flag well-known a - b')
    expect(query.phrases).toEqual([])
    expect(query.excluded).toEqual([])
    expect(tokens(query)).toEqual(expect.arrayContaining(['open', '5', 'flag', 'well-known']))
  })

  it('ignores quotes around nothing that can be searched', () => {
    expect(parseQuery('"" "!?" tea')).toMatchObject({ phrases: [], excluded: [] })
    expect(tokens(parseQuery('"" "!?" tea'))).toEqual(['tea'])
  })

  it('excludes by the indexed form of a word', () => {
    const [excluded] = parseQuery('tea -deployments').excluded
    expect(excluded && matchesPhrase('we deploy on Friday', excluded)).toBe(true)
    expect(excluded && matchesPhrase('we drink tea', excluded)).toBe(false)
  })
})

describe('parseQuery: limits', () => {
  it('says when it clipped', () => {
    expect(parseQuery('a'.repeat(QUERY_MAX_CHARS)).clipped).toBe(false)
    expect(parseQuery('a'.repeat(QUERY_MAX_CHARS + 1)).clipped).toBe(true)
    const many = Array.from({ length: QUERY_MAX_TERMS + 1 }, (_, i) => `word${i}x`).join(' ')
    expect(parseQuery(many).terms).toHaveLength(QUERY_MAX_TERMS)
    expect(parseQuery(many).clipped).toBe(true)
  })
})

describe('parseQuery: any string (invariant 9)', () => {
  it.each([
    'tier1-test AND unicode',
    '"--error-on-warnings"',
    'ADR-016',
    "user's",
    'what is it?',
    'note;',
    'a:b',
    'v2026.4.10',
    '*',
    'foo AND',
    'NEAR(',
    '"open',
    '',
  ])('reads %j (S08)', (text) => {
    const indexed = segment(text)
    const query = parseQuery(text)
    if (indexed.words.length > 0) expect(query.terms.length).toBeGreaterThan(0)
    for (const token of tokens(query)) expect([...indexed.words, ...indexed.parts]).toContain(token)
  })

  it('finds ADR-016 in the document that holds it (S08)', () => {
    expect(collected(parseQuery('ADR-016'), 'As ADR-016 says, …')).toBeGreaterThan(
      collected(parseQuery('ADR-016'), 'As ADR-017 says, …'),
    )
  })

  it('never throws, and gives clean tokens that the same text has', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must never reach a token
    const forbidden = /[\s"\u0000-\u001f\u007f-\u009f]/
    const strings = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
        .map((units) => String.fromCharCode(...units)),
      fc.string({
        unit: fc.constantFrom(...'aB9_-./@:\'*()"“”+ 学が한é'.split(''), 'AND', 'NEAR('),
        maxLength: 100,
      }),
    )
    fc.assert(
      fc.property(strings, (text) => {
        const query = parseQuery(text)
        const phrases = [...query.phrases, ...query.excluded]
        for (const token of [...tokens(query), ...phrases.flatMap((phrase) => phrase.tokens)]) {
          expect(token).not.toMatch(forbidden)
          expect(token).not.toBe('')
          expect(isWellFormed(token)).toBe(true)
        }
        for (const { weight: share } of query.terms) expect(share > 0 && share <= 1).toBe(true)
        for (const phrase of phrases) expect(phrase.tokens.length).toBeGreaterThan(0)
        expect(new Set(tokens(query)).size).toBe(query.terms.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads 100 KB of anything within a moment', () => {
    for (const pump of ['"', '-"', '“', 'a ', '部', '-a ', '" "a" ', 'EACIAACIA']) {
      const before = process.cpuUsage()
      expect(parseQuery(pump.repeat(100_000 / pump.length)).clipped).toBe(true)
      expect(process.cpuUsage(before).user / 1000, JSON.stringify(pump)).toBeLessThan(500)
    }
  })
})
