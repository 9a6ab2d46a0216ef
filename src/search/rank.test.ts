import { describe, expect, it } from 'vitest'
import type { ItemId } from '../items/item.js'
import { segment } from '../text/segment.js'
import type { Candidate, RowTurn } from './candidate.js'
import { addContext } from './context.js'
import { measure } from './measure.js'
import { readQuestion } from './question.js'
import { scoreText } from './text-score.js'
import { WEIGHTS } from './weights.js'

const asked = { now: Date.UTC(2025, 5, 1), zone: 'UTC' }

describe('ranking by text', () => {
  it('prefers the rarer word', () => {
    expect(
      order('dog brandeis', [note('a dog barked there'), note('we passed Brandeis there')], [50, 1]),
    ).toEqual([1, 0])
  })

  it('prefers the very form of the question among texts with the same stem', () => {
    expect(order('camping', [note('the camp was far away'), note('the camping was far away')])).toEqual([
      1, 0,
    ])
  })

  it('prefers words that stand side by side, as they do in the question', () => {
    const apart = note('the garden of the school has no bench at the gate')
    const together = note('the bench stands at the garden gate of the school')
    expect(order('garden gate', [apart, together])).toEqual([1, 0])
  })

  it('does not prefer a very short text for its shortness alone', () => {
    const [short, full] = scores('trip to Rome', [
      note('Rome!'),
      note('We took a trip to Rome with the whole family in spring'),
    ])
    expect(full).toBeGreaterThan(short!)
  })

  it('prefers the turns of a speaker whom the question names', () => {
    const text = 'I went hiking on Sunday'
    expect(order('Where did Mia go hiking?', [turn(1, text, 'Joe'), turn(2, text, 'Mia')])).toEqual([1, 0])
  })

  it("prefers the asker's own words when the question says I", () => {
    const text = 'the iron supplement should be taken every second day'
    const turns = [turn(1, text, null, 'assistant'), turn(2, text, null, 'user')]
    expect(order('which iron supplement do I take?', turns)).toEqual([1, 0])
    const [assistant, user] = scores('which iron supplement is good?', turns)
    expect(assistant).toBe(user)
  })

  it('prefers what is dated in the month that the question names, in any year', () => {
    const text = 'we went to the lake'
    const march = { ...note(text), occurredAt: Date.UTC(2023, 2, 9) }
    const july = { ...note(text), occurredAt: Date.UTC(2023, 6, 9) }
    expect(order('when were we at the lake in July?', [march, july])).toEqual([1, 0])
    expect(order('when were we at the lake on 9 March 2023?', [july, march])).toEqual([1, 0])
  })

  it('prefers a text with a time in it when the question asks when', () => {
    expect(
      order('When did she paint the lake?', [
        note('she did paint the lake here'),
        note('she did paint the lake in 2022'),
      ]),
    ).toEqual([1, 0])
  })

  it('scores Chinese by pairs and characters', () => {
    expect(order('奶奶喜欢什么花', [note('奶奶今天去了市场买菜'), note('奶奶最喜欢茉莉花的香味')])).toEqual([
      1, 0,
    ])
  })
})

describe('ranking in context', () => {
  it('lets a turn answer with words that only the turn before it has', () => {
    const turns = [
      turn(1, 'When were you in Rome with the choir?'),
      turn(2, 'Last June.'),
      turn(9, 'The kettle is broken again.'),
    ]
    const [, answer, other] = inContext('choir Rome', turns)
    expect(answer?.score).toBeGreaterThan(other?.score ?? 0)
    expect(answer?.fromNeighbours).toBeGreaterThan(0)
  })

  it('never lets a neighbour outrank the turn that has the words', () => {
    const [own, beside] = inContext('choir Rome', [turn(1, 'The choir sang in Rome.'), turn(2, 'How nice!')])
    expect(own?.score).toBeGreaterThan(beside?.score ?? 0)
  })

  it('lends little to a long turn', () => {
    const long = `Here is a plan. ${'First we look at the numbers of the quarter. '.repeat(40)}`
    const gain = (text: string) =>
      inContext('choir Rome', [turn(1, 'The choir sang in Rome.'), turn(2, text)])[1]
    expect(gain(long)?.fromNeighbours).toBeLessThan((gain('How nice!')?.fromNeighbours ?? 0) / 10)
  })

  it('gives notes no context', () => {
    const [only] = inContext('choir Rome', [note('The choir sang in Rome.')])
    expect(only).toMatchObject({ fromNeighbours: 0, fromSession: 0, score: only?.scored.score })
  })
})

function scores(
  question: string,
  candidates: readonly Candidate[],
  frequencies?: readonly number[],
): number[] {
  return scored(question, candidates, frequencies).map(({ score }) => score)
}

/** Indices of the candidates, best first. */
function order(
  question: string,
  candidates: readonly Candidate[],
  frequencies?: readonly number[],
): number[] {
  const values = scores(question, candidates, frequencies)
  return values.map((_, index) => index).sort((a, b) => values[b]! - values[a]!)
}

function inContext(question: string, candidates: readonly Candidate[]) {
  return addContext(scored(question, candidates), WEIGHTS)
}

function scored(question: string, candidates: readonly Candidate[], frequencies?: readonly number[]) {
  const read = readQuestion(question, asked)
  const statistics = {
    items: 100,
    length: 1_500,
    frequencies: read.query.terms.map((_, index) => frequencies?.[index] ?? 3),
  }
  return scoreText(
    read,
    candidates.map((candidate) => measure(candidate, read)),
    statistics,
    WEIGHTS,
  )
}

let rid = 0

function note(text: string): Candidate {
  const { words, parts } = segment(text)
  rid += 1
  return {
    bank: 'u/ann/main',
    rid,
    id: String(rid) as ItemId,
    kind: 'thought',
    trust: 'stated',
    occurredAt: null,
    text,
    turn: null,
    words: words.join(' '),
    parts: parts.join(' '),
    length: Math.ceil(words.length + parts.length / 2),
  }
}

function turn(seq: number, text: string, speaker: string | null = null, role = 'user'): Candidate {
  const place: RowTurn = { session: 1, seq, role, speaker }
  return { ...note(text), kind: 'turn', turn: place }
}
