import { expect, it } from 'vitest'
import { createBankTurns } from './bank-turns.js'

it('gives every bank with work its turn, whatever the first still has', () => {
  const turns = createBankTurns(() => 0)
  for (const bank of ['large', 'small', 'idle']) turns.of(bank).isBehind = bank !== 'idle'
  expect([1, 2, 3, 4].map(() => turns.next())).toEqual(['large', 'small', 'large', 'small'])
  turns.of('small').isBehind = false
  expect([1, 2].map(() => turns.next())).toEqual(['large', 'large'])
  turns.of('large').isBehind = false
  expect(turns.next()).toBeUndefined()
})

it('lets go of banks that were only looked at, and of no other', () => {
  let now = 0
  const turns = createBankTurns(() => now)
  for (const bank of ['used', 'behind', 'dropped', 'recent']) turns.of(bank).lookAt = 30
  turns.of('behind').isBehind = true
  turns.of('dropped').dropped = 1
  turns.of('recent').lookAt = 90
  turns.tidy()
  expect([...turns.all()]).toHaveLength(4)
  now = 60
  turns.tidy()
  expect([...turns.all()]).toHaveLength(3)
  expect(turns.known('used')).toBeUndefined()
})
