import { expect, it } from 'vitest'
import { documentBankOf } from '../../reach.js'
import type { BankIndex } from '../../store/full-text.js'
import type { Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { rememberedIndex } from './remembered-index.js'

const bank = documentBankOf('ann')

/** Rows 1, 2, 3 … of each token, and what was asked for. */
function counting(rows: number) {
  const asked: string[] = []
  const list = (limit = rows) => Array.from({ length: Math.min(rows, limit) }, (_row, index) => index + 1)
  const index: BankIndex = {
    *counts(tokens): Tx<number[]> {
      asked.push(`counts ${tokens.join(' ')}`)
      return tokens.map(() => rows)
    },
    *matches(tokens, limit): Tx<number[][]> {
      asked.push(`matches ${tokens.join(' ')} ${limit}`)
      return tokens.map(() => list(limit))
    },
    // biome-ignore lint/correctness/useYield: this one waits for nothing
    *holding(tokens, limit): Tx<number[]> {
      asked.push(`holding ${tokens.join(' ')}`)
      return list(limit)
    },
  }
  return { index, asked }
}

function aStore(): Store {
  const store = {
    get whole() {
      return store
    },
  } as Store
  return store
}

function resultOf<T>(body: Tx<T>): T {
  const step = body.next()
  if (step.done !== true) throw new Error('it waits for a statement')
  return step.value
}

it('asks the index once for each list and each count, as long as the shelf is the same', () => {
  const { index, asked } = counting(9)
  const store = aStore()
  for (let time = 0; time < 3; time++) {
    const remembered = rememberedIndex(store, { bank, generation: 1 }, index)
    expect(resultOf(remembered.counts(['leave', 'days']))).toEqual([9, 9])
    expect(resultOf(remembered.matches(['leave'], 4))).toEqual([[1, 2, 3, 4]])
    expect(resultOf(remembered.matches(['leave']))[0]).toHaveLength(9)
  }
  expect(asked).toEqual(['counts leave days', 'matches leave 4', 'matches leave undefined'])
})

it('asks for all that it does not know at once, and answers in order', () => {
  const { index, asked } = counting(3)
  const remembered = rememberedIndex(aStore(), { bank, generation: 1 }, index)
  resultOf(remembered.matches(['sick', 'leave'], 1))
  resultOf(remembered.counts(['leave']))
  expect(resultOf(remembered.matches(['days', 'leave', 'off', 'sick'], 1))).toEqual([[1], [1], [1], [1]])
  expect(resultOf(remembered.counts(['off', 'leave', 'sick']))).toEqual([3, 3, 3])
  expect(asked).toEqual(['matches sick leave 1', 'counts leave', 'matches days off 1', 'counts off sick'])
})

it('knows nothing of another generation, another shelf or another store', () => {
  const [before, after] = [counting(2), counting(3)]
  const store = aStore()
  const ask = (of: Store, shelf: { bank: typeof bank; generation: number }, { index }: typeof before) =>
    resultOf(rememberedIndex(of, shelf, index).matches(['leave']))[0]!.length
  expect(ask(store, { bank, generation: 1 }, before)).toBe(2)
  expect(ask(store, { bank, generation: 2 }, after)).toBe(3)
  expect(ask(store, { bank, generation: 1 }, before)).toBe(2)
  expect(ask(store, { bank: documentBankOf('ben'), generation: 1 }, after)).toBe(3)
  expect(ask(aStore(), { bank, generation: 1 }, after)).toBe(3)
})

it('forgets what was not asked for of late rather than remember more than three million rows', () => {
  const { index, asked } = counting(1_200_000)
  const remembered = rememberedIndex(aStore(), { bank, generation: 1 }, index)
  for (const token of ['one', 'two', 'one', 'three', 'one', 'two']) resultOf(remembered.matches([token]))
  expect(asked).toEqual([
    'matches one undefined',
    'matches two undefined',
    'matches three undefined',
    'matches two undefined',
  ])
})
