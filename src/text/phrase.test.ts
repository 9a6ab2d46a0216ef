import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPhrase, type Phrase, phraseOf } from './phrase.js'
import { parseQuery } from './query.js'
import { segment } from './segment.js'
import { matchSpans } from './spans.js'

function exact(text: string): Phrase {
  const phrase = phraseOf(text, true)
  if (phrase === undefined) throw new Error(`no phrase in ${text}`)
  return phrase
}

/** The marked pieces of a text. */
function marked(text: string, question: string): readonly string[] {
  return matchSpans(text, parseQuery(question)).map(([start, end]) => text.substring(start, end))
}

describe('matchesPhrase', () => {
  it.each([
    ['art', 'The art, of it', true],
    ['art', 'party', false],
    ['art', 'artful', false],
    ['blue green', 'a BLUE\n green deploy', true],
    ['blue green', 'blue and green', false],
    ['cafe', 'Au Café Noir', true],
    ['straße', 'STRASSE', true],
    ['署方', '部署方案', true],
    ['部署方案', '部署的方案', false],
    ['text/segment', 'src/text/segment.ts', true],
    ['--error-on-warnings', 'run with --error-on-warnings=all', true],
    ["user's guide", 'the user’s guide', true],
    ['학교', '학교에서', true],
    ['React框架', '使用React框架', true],
  ])('%j in %j: %s', (wording, text, expected) => {
    expect(matchesPhrase(text, exact(wording))).toBe(expected)
  })

  it('finds a phrase by tokens that every text with the phrase has', () => {
    const unit = fc.constantFrom(..."ab B1 _-./学习が한é'".split(''))
    fc.assert(
      fc.property(
        fc.string({ unit }),
        fc.string({ unit, minLength: 1, maxLength: 8 }),
        fc.string({ unit }),
        (left, wording, right) => {
          const phrase = phraseOf(wording, true)
          const text = `${left} ${wording} ${right}`
          if (phrase === undefined || !matchesPhrase(text, phrase)) return
          const { words, parts } = segment(text)
          expect([...words, ...parts]).toEqual(expect.arrayContaining([...phrase.tokens]))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('asks for rare words only, unless there are none', () => {
    expect(exact('the state of the art').tokens).toEqual(['state', 'art'])
    expect(exact('to be').tokens).toEqual(['to', 'be'])
  })

  it('makes no phrase of what cannot be searched', () => {
    expect(phraseOf('!? 😀', true)).toBeUndefined()
  })
})

describe('matchSpans', () => {
  it('marks words in any inflection', () => {
    expect(marked('We deployed; deployments went well.', 'deploying')).toEqual(['deployed', 'deployments'])
  })

  it('marks the text as given where folding changes its length', () => {
    expect(marked('İİ ﬁle in Straße and CAFÉ', 'file strasse cafe')).toEqual(['ﬁle', 'Straße', 'CAFÉ'])
    expect(marked('①\u00ad② x\u0301y', 'xy')).toEqual(['x\u0301y'])
    expect(marked('ｶﾞﾗｽの家', 'ガラス')).toEqual(['ｶﾞﾗｽ'])
  })

  it('marks pairs of Chinese, not stray characters', () => {
    expect(marked('署名,今天部署方案', '部署')).toEqual(['部署'])
    expect(marked('小猫和大猫', '猫')).toEqual(['猫', '猫'])
  })

  it('marks phrases over line breaks, as one', () => {
    expect(marked('see Blue \n GREEN deploy', '"blue green"')).toEqual(['Blue \n GREEN'])
  })

  it('gives sorted, disjoint spans between characters for any text', () => {
    const strings = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(strings, strings, (text, question) => {
        const whole = `${text} ${question}`
        let previous = 0
        for (const [start, end] of matchSpans(whole, parseQuery(question))) {
          expect(start).toBeGreaterThanOrEqual(previous)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(whole.length)
          expect(cutsPair(whole, start) || cutsPair(whole, end)).toBe(false)
          previous = end
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

function cutsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.substring(at - 1, at + 1))
}
