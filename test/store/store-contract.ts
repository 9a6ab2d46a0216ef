import { describe } from 'vitest'
import { asideContract } from './aside-contract.js'
import { concurrencyContract } from './concurrency-contract.js'
import { lifetimeContract } from './lifetime-contract.js'
import type { NewPlace } from './place.js'
import { portableSqlContract } from './portable-sql-contract.js'
import { transactionContract } from './transaction-contract.js'
import { valueContract } from './value-contract.js'
import { wordIndexContract } from './word-index-contract.js'

/** What every engine must do alike; statements written above the port rely on nothing else. */
export function storeContract(name: string, newPlace: NewPlace): void {
  describe(`store contract: ${name}`, () => {
    describe('portable SQL', () => portableSqlContract(newPlace))
    describe('values', () => valueContract(newPlace))
    describe('transactions', () => transactionContract(newPlace))
    describe('concurrency', () => concurrencyContract(newPlace))
    describe('aside', () => asideContract(newPlace))
    describe('full-text', () => wordIndexContract(newPlace))
    describe('lifetime', () => lifetimeContract(newPlace))
  })
}
