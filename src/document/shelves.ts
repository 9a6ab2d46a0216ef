import { MemoryError } from '../errors.js'
import { type BankId, documentBankOf, inBank, type Reach, SYSTEM_DOCUMENTS } from '../reach.js'
import { type Shelf, shelves } from './document.js'

/** The bank of a shelf, as the caller sees it. */
export function bankOfShelf({ actor }: Reach, shelf: Shelf): BankId {
  return shelf === 'system' ? SYSTEM_DOCUMENTS : documentBankOf(actor.user)
}

export function shelfOf(bank: BankId): Shelf {
  return bank === SYSTEM_DOCUMENTS ? 'system' : 'personal'
}

/** The banks whose documents the caller may see: their own first. */
export function documentBanks(reach: Reach): readonly BankId[] {
  return shelves.map((shelf) => bankOfShelf(reach, shelf))
}

/**
 * The same caller with one shelf to read and write. A user's own documents are theirs to review; those for everybody are
 * the administrator's: throws `denied` for anyone else.
 */
export function onShelf(reach: Reach, shelf: Shelf, operation: string): Reach {
  if (shelf === 'system' && reach.actor.audience !== 'administrator') {
    throw new MemoryError(
      'denied',
      `${operation}: documents for every user are reviewed by the administrator of the store`,
      "where the store is yours: engine.as({ user: 'me', administrator: true })",
    )
  }
  return inBank(reach, bankOfShelf(reach, shelf))
}
