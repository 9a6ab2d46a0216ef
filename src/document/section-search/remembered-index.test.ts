import { expect, it } from 'vitest'
import { documentBankOf } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import type { BankIndex, Store } from '../../store/store.js'
import { rememberedIndex } from './remembered-index.js'

const bank = documentBankOf('ann')

/** Rows 1, 2, 3 … of each token, and what was asked for. */
function counting(rows: number) {
  const asked: string[] = []
  const list = (limit = rows) => Array.from({ length: Math.min(rows, limit) }, (_row, index) => index + 1)
  const index: BankIndex = {
    // biome-ignore lint/correctness/useYield: this one waits for nothing
    *count(token): Tx<number> {
      asked.push(`count ${token}`)
      return rows
    },
    // biome-ignore lint/correctness/useYield: this one waits for nothing
    *matches(token, limit): Tx<number[]> {
      asked.push(`matches ${token} ${limit}`)
      return list(limit)
    },
    // biome-ignore lint/correctness/useYield: this one waits for nothing
    *holding(tokens, limit): Tx<number[]> {
      asked.push(`holding ${tokens.join(' ')}`)
      return list(limit)
    },
  }
  return { index, asked }
}

function resultOf<T>(body: Tx<T>): T {
  const step = body.next()
  if (step.done !== true) throw new Error('it waits for a statement')
  return step.value
}

it('asks the index once for each list and each count, as long as the shelf is the same', () => {
  const { index, asked } = counting(9)
  const store = {} as Store
  for (let time = 0; time < 3; time++) {
    const remembered = rememberedIndex(store, { bank, generation: 1 }, index)
    expect(resultOf(remembered.count('leave'))).toBe(9)
    expect(resultOf(remembered.matches('leave', 4))).toEqual([1, 2, 3, 4])
    expect(resultOf(remembered.matches('leave'))).toHaveLength(9)
  }
  expect(asked).toEqual(['count leave', 'matches leave 4', 'matches leave undefined'])
})

it('knows nothing of another generation, another shelf or another store', () => {
  const [before, after] = [counting(2), counting(3)]
  const store = {} as Store
  const ask = (of: Store, shelf: { bank: typeof bank; generation: number }, { index }: typeof before) =>
    resultOf(rememberedIndex(of, shelf, index).matches('leave')).length
  expect(ask(store, { bank, generation: 1 }, before)).toBe(2)
  expect(ask(store, { bank, generation: 2 }, after)).toBe(3)
  expect(ask(store, { bank, generation: 1 }, before)).toBe(2)
  expect(ask(store, { bank: documentBankOf('ben'), generation: 1 }, after)).toBe(3)
  expect(ask({} as Store, { bank, generation: 1 }, after)).toBe(3)
})

it('forgets what was not asked for of late rather than remember more than three million rows', () => {
  const { index, asked } = counting(1_200_000)
  const remembered = rememberedIndex({} as Store, { bank, generation: 1 }, index)
  for (const token of ['one', 'two', 'one', 'three', 'one', 'two']) resultOf(remembered.matches(token))
  expect(asked).toEqual([
    'matches one undefined',
    'matches two undefined',
    'matches three undefined',
    'matches two undefined',
  ])
})
