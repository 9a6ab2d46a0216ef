import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fence } from '../../text/fence.js'
import { createShownTexts } from './shown-texts.js'
import { stripInjected } from './strip-injected.js'

const memory = ['I prefer dark roast coffee in the morning', '我对花生过敏', 'The lease ends on 31 May']
const shownTexts = (kept: readonly string[], shown: readonly string[] = []) => {
  const texts = createShownTexts()
  for (const text of kept) texts.keep(text)
  for (const text of shown) texts.show(text)
  return texts
}
const shown = shownTexts(memory, ['You like strong tea after lunch, as you told me.'])
const left = (text: string) => stripInjected(text, shown).replace(/\s+/g, ' ').trim()

describe('what was injected', () => {
  it.each([
    [
      'a block in its fence',
      fence('core', 'note', [{ text: memory[0] ?? '', origin: 'user', trust: 'stated', day: null }], null),
    ],
    ['without its fence', 'I prefer dark roast coffee in the morning.'],
    ['in other spaces, marks and case', '* I PREFER  dark-roast coffee, in the morning!'],
    ['behind a label', 'Memory: I prefer dark roast coffee in the morning'],
    ['behind a label of its own', '[stated 2026-05-01] - "I prefer dark roast coffee in the morning"'],
    ['wrapped over lines', 'I prefer dark roast\ncoffee in the morning'],
    ['in Chinese', '我对花生过敏。'],
    ['as a line of a list', '- The lease ends on 31 May'],
    ['what the assistant said, quoted back', '"You like strong tea after lunch, as you told me."'],
    ['what the assistant said, nearly word for word', 'You like strong tea after lunch'],
  ])('is taken out: %s', (_, text) => expect(left(`${text}\nWhat now?`)).toBe('What now?'))

  it('leaves what the user says of their own', () => {
    expect(left('I moved to Bergen. I prefer dark roast coffee in the morning.')).toBe('I moved to Bergen.')
    expect(left('I no longer like coffee')).toBe('I no longer like coffee')
    expect(left('The lease ends on 30 June')).toBe('The lease ends on 30 June')
    expect(left('Yes.')).toBe('Yes.')
  })

  it.each([
    ['Call me Alexander.', 'Call me Alex.'],
    ['I live in Oslofjord.', 'I live in Oslo.'],
    ['I live in New York City.', 'I live in New York.'],
    ['I am allergic to nuts and milk.', 'I am allergic to nuts.'],
    ['我住在上海市。', '我住在上海。'],
    [
      'I have been living in Oslo with my wife and two small dogs since 2019.',
      'I have been living in Oslo with my wife and two small dogs since 2021.',
    ],
  ])('is not a part of what memory holds, which says something else: %s', (held, said) => {
    expect(stripInjected(said, shownTexts([held]))).toBe(said)
  })

  it('is each part of what was really shown, between whole words', () => {
    const recalled = shownTexts([], ['I live in New York City, and I call my dog Alexander.'])
    expect(stripInjected('I live in New York.', recalled).trim()).toBe('')
    expect(stripInjected('I call my dog Alex.', recalled)).toBe('I call my dog Alex.')
  })

  it('takes work that grows with what is read, not with text times memory (S20)', () => {
    const sentence = (n: number) =>
      `The ${n}th of ${n % 7} people went to town ${n % 50} with a bag of ${n % 90} things and ${n % 13} more. `
    const stepsOf = (size: number): number => {
      const held = shownTexts([])
      for (let n = 0; n < size; n++) held.keep(sentence(n))
      for (let n = 0; n < size; n++) held.show(sentence(3 * n))
      held.spansIn(Array.from({ length: size }, (_, n) => sentence(2 * n + 1)).join(''))
      return held.steps
    }
    expect(stepsOf(800) / stepsOf(200)).toBeLessThan(8)
    const same = shownTexts(['a '.repeat(10_000)], ['b '.repeat(10_000)])
    same.spansIn(`${'a '.repeat(300)}\n${'b '.repeat(300)}\n`.repeat(20))
    expect(same.steps).toBeLessThan(2_000_000)
  })

  it('leaves places as they were', () => {
    const text = 'Hello!\nI prefer dark roast coffee in the morning.\nI moved to Bergen.'
    const rest = stripInjected(text, shown)
    expect(rest).toHaveLength(text.length)
    expect(rest.indexOf('I moved')).toBe(text.indexOf('I moved'))
  })

  it('never comes through, however it is spaced, cased, marked and labelled (invariant 10)', () => {
    const between = fc.constantFrom(' ', '  ', '\n', '\u00a0', ' \u200b', ', ', ' - ')
    const label = fc.constantFrom('', '- ', '> ', 'Memory: ', '[memory] ', 'note (old): ', '• ')
    const words = (memory[0] ?? '').split(' ')
    fc.assert(
      fc.property(
        fc.array(between, { minLength: words.length, maxLength: words.length }),
        label,
        fc.boolean(),
        (gaps, head, isUpper) => {
          const said = words
            .map((word, at) => `${word}${gaps[at]}`)
            .join('')
            .trim()
          const text = `${head}${isUpper ? said.toUpperCase() : said}`
          expect(
            left(text)
              .replace(/[^\p{L}]/gu, '')
              .toLowerCase(),
          ).not.toContain('roast')
        },
      ),
    )
  })
})
