import { describe, expect, it } from 'vitest'
import type { Span } from '../../text/span.js'
import { extract } from './extract.js'

/** What was stated of anybody: `location: Oslo`, `preference: tea`, a relation by its type. */
function told(text: string): string[] {
  const of = ([start, end]: Span) => text.substring(start, end)
  return extract(text).statements.map(({ attribute, category, value, relation }) =>
    attribute === null && relation !== null
      ? `${relation.type}: ${of(value)}`
      : `${attribute ?? category}: ${of(value)}`,
  )
}

describe('the name of a place', () => {
  it.each([
    ['I live in Frankfurt am Main and work at Siemens.', 'location: Frankfurt am Main', 'employer: Siemens'],
    ['I moved to Neustadt am Rübenberge', 'location: Neustadt am Rübenberge'],
    ['I live in Rothenburg ob der Tauber.', 'location: Rothenburg ob der Tauber'],
    ['I live in Frankfurt an der Oder.', 'location: Frankfurt an der Oder'],
    ['I live in Burton upon Trent.', 'location: Burton upon Trent'],
  ])('is whole where a river or a hill belongs to it: %s', (text, ...facts) => {
    expect(told(text)).toEqual(facts)
  })

  it.each([
    ['I live at Hauptstraße 5 in Leipzig.', 'Leipzig'],
    ['My new address is Hauptstraße 5, 04109 Leipzig.', 'Leipzig'],
    ['I live at 12 Main Street, Springfield.', 'Springfield'],
    ['My address is Hauptstraße 5.', 'Hauptstraße 5'],
    ['I moved to Berlin 5 years ago', 'Berlin'],
  ])('is the city of an address, and never the street alone: %s', (text, place) => {
    expect(told(text)).toEqual([`location: ${place}`])
  })

  it.each(['I moved to Postgres.', 'We moved to Kubernetes'])('is no technology: %s', (text) => {
    expect(told(text)).toEqual([])
  })
})

describe('a denial', () => {
  it.each([
    "It's not true that I live in Berlin.",
    'I do not like to say that I live in Berlin.',
    'I never said I live in Berlin.',
    "It's a lie that my name is Bo.",
    'I live in Rome, just kidding.',
    'I live in Rome. Just kidding!',
    'My name is Bond. Just kidding.',
    "I can't stand up",
    "I can't stand around all day",
    "My favourite colour is not green, it's blue.",
  ])('affirms nothing: %s', (text) => {
    expect(told(text)).toEqual([])
  })

  it('takes back the sentence before it alone, and lets what stands beside it hold', () => {
    expect(told('I live in Rome. I work at Acme. Just kidding.')).toEqual(['location: Rome'])
    expect(told("I'm not saying that I live in Berlin, but I like tea.")).toEqual(['preference: tea'])
    expect(told('It is no secret that I live in Berlin.')).toEqual(['location: Berlin'])
  })
})

describe('what is to come', () => {
  it.each([
    "We're moving to Berlin next month.",
    "I'm moving to Berlin.",
    "I'm moving to Berlin (on 1 March).",
    'I start at Siemens next month.',
    'I join Siemens in May.',
    'I work at Siemens from next month.',
  ])('does not hold yet: %s', (text) => {
    expect(told(text)).toEqual([])
  })

  it('leaves what happened and what still holds', () => {
    expect(told('I moved to Berlin last month.')).toEqual(['location: Berlin'])
    expect(told('I just started at Siemens.')).toEqual(['employer: Siemens'])
    expect(told('I live in Oslo until next month.')).toEqual(['location: Oslo'])
  })
})

it('work at some time is no project', () => {
  expect(told('I work on weekends.')).toEqual([])
})
