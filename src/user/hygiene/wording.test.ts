import { describe, expect, it } from 'vitest'
import { nameLikeness, readName } from './name-likeness.js'
import { statedAliases } from './stated-alias.js'
import { statedFavourite, statedTaste } from './stated-taste.js'

describe('the likeness of names', () => {
  it.each([
    ['SL', 'Sam Lee', 'initials'],
    ['S.L.', 'Sam Lee', 'initials'],
    ['JRO', 'J. R. Okafor', 'initials'],
    ['S. Lee', 'Sam Lee', 'initial'],
    ['Sam', 'Sam Lee', 'given_name'],
    ['José Ruiz', 'jose ruiz', 'spelling'],
    ['Meyer-Lindt', 'Meyer Lindt', 'spelling'],
    ['Anneliese', 'Anneliese Meyer-Lindt', 'given_name'],
  ])('sees %s in %s', (a, b, likeness) => {
    expect(nameLikeness(readName(a), readName(b))).toBe(likeness)
    expect(nameLikeness(readName(b), readName(a))).toBe(likeness)
  })

  it.each([
    ['Lee', 'Sam Lee'],
    ['sl', 'Sam Lee'],
    ['SK', 'Sam Lee'],
    ['Sam Lee', 'Sam Li'],
    ['Sam', 'Samantha Lee'],
    ['王', '王伟'],
    ['', 'Sam Lee'],
    ['Al Lee', 'Sam Lee'],
  ])('sees nothing of %s in %s', (a, b) => {
    expect(nameLikeness(readName(a), readName(b))).toBeUndefined()
    expect(nameLikeness(readName(b), readName(a))).toBeUndefined()
  })
})

describe('two names in one text', () => {
  const states = (text: string, a: string, b: string) =>
    statedAliases(text).some(
      ({ before, after }) =>
        (before.includes(a) && after.includes(b)) || (before.includes(b) && after.includes(a)),
    )

  it.each([
    ['王伟（Wang Wei）负责搜索', 'wang wei', '王伟'],
    ['I met Wang Wei (王伟) today', '王伟', 'wang wei'],
    ['Bob, also known as Robert Hale, called', 'robert hale', 'bob'],
    ['Yesterday J. R. Okafor (aka Jay) came', 'j. r. okafor', 'jay'],
    ['田中健，英文名叫Ken', '田中健', 'ken'],
    ['听说田中又名Ken', '田中', 'ken'],
    ['Bob was here. Later Bob (Robert) left.', 'bob', 'robert'],
  ])('are of one: %s', (text, a, b) => {
    expect(states(text, a, b)).toBe(true)
  })

  it.each([
    ['王伟和Wang Li负责搜索', 'wang li', '王伟'],
    ['Bob called Robert', 'robert', 'bob'],
    ['Bob (Robert is away)', 'robert', 'bob'],
    ['Bob. (Robert)', 'robert', 'bob. '],
    ['', 'robert', 'bob'],
    ['Bob (Robert', 'robert', 'bob'],
  ])('are of two: %s', (text, a, b) => {
    expect(states(text, a, b)).toBe(false)
  })
})

describe('what is said about liking', () => {
  it('tells for from against, and what about', () => {
    expect(statedTaste('I really like green tea', 'green tea')).toEqual({ isFor: true, about: 'green tea' })
    expect(statedTaste("I can't stand green teas", 'green teas')).toEqual({
      isFor: false,
      about: 'green tea',
    })
    expect(statedTaste('I don’t like green tea anymore', 'green tea anymore')).toEqual({
      isFor: false,
      about: 'green tea',
    })
    expect(statedTaste('我不喜欢咖啡', '咖啡')).toEqual({ isFor: false, about: '咖啡' })
    expect(statedTaste('我喜欢咖啡', '咖啡')).toEqual({ isFor: true, about: '咖啡' })
    expect(statedTaste('Green tea is a drink', 'green tea')).toBeUndefined()
  })

  it('finds a favourite by its noun, however it is put', () => {
    const go = { noun: 'languag', value: 'go', shown: { noun: 'language', value: 'go' } }
    expect(statedFavourite('My favourite language is Go.')).toEqual(go)
    expect(statedFavourite("Go is the user's favorite language")).toEqual(go)
    expect(statedFavourite('I think Go is my favorite language, by far')).toEqual(go)
    expect(statedFavourite("The user's favorite language: Go")).toEqual(go)
    expect(statedFavourite('我最喜欢的语言是Go')).toMatchObject({ noun: '语言', value: 'go' })
    expect(statedFavourite('Is Go my favourite language?')).toBeUndefined()
    expect(statedFavourite('A favourite of many')).toBeUndefined()
  })
})
