import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../../text/span.js'
import { isWellFormed } from '../../text/well-formed.js'
import { EXTRACT_MAX_CHARS, extract } from './extract.js'
import type { Extracted, Party } from './extracted.js'

/** Words that rules start on, between anything: plain random text hardly ever meets a rule. */
const pieces = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    'I ',
    'my ',
    'name is ',
    'live in ',
    'Ana ',
    'Bo Li ',
    'reports to ',
    'and ',
    'is my ',
    'wife ',
    '😀',
    '"',
  ),
  fc.constantFrom(
    'prefer ',
    'always ',
    'Decision: ',
    'use ',
    'instead of ',
    '\n',
    '. ',
    ', ',
    '; ',
    '“',
    "'s ",
    'we decided ',
  ),
  fc.constantFrom(
    '我',
    '叫',
    '李明',
    '住在',
    '是',
    '我的',
    '经理',
    '，',
    '。',
    '决定',
    '用',
    '以后',
    '和',
    '每周一',
    '开会',
    '\ud83d',
  ),
)
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

describe('extraction, whatever the text', () => {
  it('answers places of the text, none empty, none cutting a character, and parties that exist', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isDialogue) => {
        const extracted = extract(text, { isDialogue })
        for (const [start, end] of spansOf(extracted)) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          if (isWellFormed(text)) expect(isWellFormed(text.substring(start, end))).toBe(true)
        }
        for (const party of partiesOf(extracted)) {
          if (party !== 'speaker') expect(extracted.entities[party]).toBeDefined()
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('answers the same again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(extract(text)).toEqual(extract(text))
      }),
    )
  })

  it('does not read what lies behind its limit', () => {
    const filler = 'The weather was nice. '.repeat(EXTRACT_MAX_CHARS / 20)
    expect(extract(`I live in Oslo. ${filler}`).statements).toHaveLength(1)
    expect(extract(`${filler}I live in Oslo.`).statements).toEqual([])
  })
})

/** Each tells of other people, in its own words. */
const unrelated = [
  'I live in Oslo.',
  'My favourite colour is teal.',
  'Always answer in French.',
  'Ana Lima reports to Bram de Vries.',
  'Chidi Okafor moved to Lisbon.',
  'Dagny Holm and Emre Kaya are married.',
  'The parser depends on the lexer.',
  'Farid Nasser is our QA lead.',
  'I prefer trains to planes.',
  "let's go with Postgres instead of MySQL because we need JSON",
  'What is the capital of France?',
  '王芳住在北京。',
  '我最喜欢的水果是芒果。',
  '张伟负责登录模块。',
  '请不要使用表情符号。',
]

describe('extraction from several sentences', () => {
  it('finds in all of them what it finds in each', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(unrelated, { minLength: 1 }), (sentences) => {
        const text = sentences.join('\n\n')
        expect(wordsOf(text).sort()).toEqual(sentences.flatMap(wordsOf).sort())
      }),
    )
  })
})

function wordsOf(text: string): string[] {
  const { entities, statements, decisions } = extract(text)
  const of = (span: Span) => text.substring(...span)
  const nameOf = (party: Party) => (party === 'speaker' ? 'me' : of(entities[party]!.names[0]!))
  return [
    ...statements.map(({ subject, attribute, value, relation }) =>
      [nameOf(subject), attribute, of(value), relation?.type, relation && nameOf(relation.object)].join(' '),
    ),
    ...decisions.map(({ title, alternatives, reasons }) =>
      [title, ...alternatives, ...reasons].map(of).join(' '),
    ),
  ]
}

function spansOf({ entities, statements, decisions }: Extracted): Span[] {
  return [
    ...entities.flatMap(({ names }) => names),
    ...statements.flatMap(({ clause, value, relation }) => [
      clause,
      value,
      ...(relation?.attributes ?? []).map((attribute) => attribute.value),
    ]),
    ...decisions.flatMap(({ clause, title, choice, alternatives, reasons, tradeOffs }) => [
      clause,
      title,
      ...(choice === null ? [] : [choice]),
      ...alternatives,
      ...reasons,
      ...tradeOffs,
    ]),
  ]
}

function partiesOf({ statements, decisions }: Extracted): Party[] {
  return [
    ...statements.flatMap(({ subject, relation }) =>
      relation === null ? [subject] : [subject, relation.object],
    ),
    ...decisions.flatMap(({ appliesTo }) => appliesTo),
  ]
}
