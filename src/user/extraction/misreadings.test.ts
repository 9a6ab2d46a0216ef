import { describe, expect, it } from 'vitest'
import type { Span } from '../../text/span.js'
import { EXTRACT_MAX_CHARS, extract } from './extract.js'

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
    ['My address is 221B Baker Street, London.', 'London'],
    ['I live at 5 Rue de Rivoli, 75001 Paris.', 'Paris'],
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
    "I wouldn't say that I prefer tea.",
    'That I live in Berlin is not true.',
    'Not true: I live in Berlin.',
    'I live in Rome. Not really.',
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
    'From next month I work at Siemens.',
    "I'm a nurse from next month.",
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

describe('what others wrote, or what is to be worked on', () => {
  it.each([
    'Email from Tom:\n\nHi Clara,\nI moved to Munich and work at BMW.\nBest,\nTom',
    'On Mon, 3 May 2026, Tom Berg wrote:\nI live in Rome.',
    'Dear Clara, I moved to Munich. Yours, Tom',
    'Hi Clara,\n\nI moved to Munich and work at BMW.\n\nBest regards,\nTom Berg',
    'Tom wrote me this mail:\nI live in Rome.',
    'Translate into French: I live in Porto',
    'You are Claw. I live in Rome.',
    '# Role\nYou are a senior engineer.\nI prefer tea.',
    'The test sentence is: I live in Porto.',
    'TODO: write that I live in Porto',
    '# Draft\n\nI live in Porto.',
    '## Draft of the mail\n\nI live in Porto.',
    '«I live in Porto»',
    'You are Claw, an agent. My name is Claw and I live in Rome.',
    'You are a helpful assistant. I like tea.',
  ])('is not of the user: %j', (text) => {
    expect(told(text)).toEqual([])
  })

  it('ends with the letter, the draft, or where nobody signs', () => {
    expect(told('Dear Clara,\n\nI moved to Munich.\n\nYours,\nTom Berg\n\nI live in Rome.')).toEqual([
      'location: Rome',
    ])
    expect(told('# Draft\n\nI live in Porto.\n\n# Facts\n\nI live in Rome.')).toEqual(['location: Rome'])
    expect(told('Hi Claude, I live in Oslo. Thanks!')).toEqual(['location: Oslo'])
    expect(told('You are my assistant. I live in Oslo.')).toEqual(['location: Oslo'])
  })
})

describe('where reading ends', () => {
  it('is between two sentences, so that no name is cut', () => {
    const filler = 'The weather was fine. '
    const long = filler.repeat(Math.ceil(EXTRACT_MAX_CHARS / filler.length))
    for (let cut = 1; cut < 24; cut++) {
      const text = `${long.substring(0, EXTRACT_MAX_CHARS - 22 - cut)}. I live in Berlin Mitte. I like tea.`
      expect(['location: Berlin Mitte', undefined]).toContain(told(text)[0])
    }
  })

  it.each([
    ['I live in Ber\u200blin.', 'location: Ber\u200blin'],
    ['I live in Ber\0lin.', 'location: Ber\0lin'],
    ['My name is An\u00adna.', 'name: An\u00adna'],
  ])('is not inside a word for what cannot be seen: %j', (text, fact) => {
    expect(told(text)).toEqual([fact])
  })
})

describe('what there is one of', () => {
  it('holds all languages that are listed, and one more leaves them', () => {
    expect(told('I speak German, English and a little Polish.')).toEqual([
      'language: German, English and a little Polish',
    ])
    expect(told('I speak German as well as English.')).toEqual(['language: German as well as English'])
    expect(told('我说中文和英语')).toEqual(['language: 中文和英语'])
    for (const text of ['I also speak French.', 'I speak French too.']) {
      expect(told(text)).toEqual(['identity: French'])
    }
    expect(told('我也说法语')).toEqual(['identity: 法语'])
  })

  it('is a full name, and not what one is called', () => {
    expect(told('My name is Clara Hoffmann. Call me Clara.')).toEqual([
      'name: Clara Hoffmann',
      'preference: Clara',
    ])
    for (const text of ['You can call me CH.', 'I go by CH.']) expect(told(text)).toEqual(['preference: CH'])
    expect(told('叫我小红')).toEqual(['preference: 小红'])
  })

  it('is an employer that is told, and not some company', () => {
    expect(told('我在一家数据公司工作')).toEqual([])
    expect(told('我在一家叫星云的公司工作')).toEqual(['employer: 星云'])
    expect(told('我在腾讯公司工作')).toEqual(['employer: 腾讯公司'])
  })
})

describe('a value', () => {
  it.each([
    ["I'd rather have tea than coffee.", 'preference: tea than coffee'],
    ["I don't like olives at all.", 'preference: olives'],
    ['I like tea a lot.', 'preference: tea'],
    ['我对花生过敏。', 'identity: 对花生过敏'],
  ])('is what is meant, without what only stands beside it: %s', (text, fact) => {
    expect(told(text)).toEqual([fact])
  })

  it.each(["I don't like tea any more.", "I don't like tea anymore.", 'I no longer like tea.'])(
    'is none where a liking is over: %s',
    (text) => {
      expect(told(text)).toEqual([])
    },
  )

  it('begins at a word: the title of a decision too', () => {
    const text = '我们选择了 Postgres 而不是 MongoDB。'
    const [decision] = extract(text).decisions
    expect(text.substring(...decision!.title)).toBe('Postgres 而不是 MongoDB')
  })

  it.each(['我住在柏林，开玩笑的', '我住在柏林。骗你的。'])('is none where it was a joke: %s', (text) => {
    expect(told(text)).toEqual([])
  })
})

it('reports to the user are a relation, and `me` is the name of no manager', () => {
  const { statements } = extract('Tom reports to me.')
  expect(statements.map(({ attribute, relation }) => [attribute, relation?.type, relation?.object])).toEqual([
    [null, 'reports_to', 'speaker'],
  ])
})
