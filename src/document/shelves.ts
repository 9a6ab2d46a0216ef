import { MemoryError } from '../errors.js'
import { type BankId, documentBankOf, inBank, kindOfBank, type Reach, SYSTEM_DOCUMENTS } from '../reach.js'
import { type Shelf, shelves } from './document.js'

/** The bank of a shelf, as the caller sees it. */
export function bankOfShelf({ actor }: Reach, shelf: Shelf): BankId {
  return shelf === 'system' ? SYSTEM_DOCUMENTS : documentBankOf(actor.user)
}

export function shelfOf(bank: BankId): Shelf {
  return bank === SYSTEM_DOCUMENTS ? 'system' : 'personal'
}

/** The shelves, or the one that is wanted, as far as the caller may see them: their own first. */
export function shelvesOf(reach: Reach, wanted?: Shelf): readonly Shelf[] {
  const inReach = shelves.filter((shelf) => shelf === 'system' || !isAwayFromOwn(reach))
  return wanted === undefined ? inReach : inReach.filter((shelf) => shelf === wanted)
}

/** The banks whose documents the caller may see. */
export function documentBanks(reach: Reach, wanted?: Shelf): readonly BankId[] {
  return shelvesOf(reach, wanted).map((shelf) => bankOfShelf(reach, shelf))
}

/** In a workspace that all share, nobody's own documents are at hand unless their memory is. */
function isAwayFromOwn({ writes, reads }: Reach): boolean {
  return kindOfBank(writes) === 'workspace' && !reads.some((bank) => kindOfBank(bank) === 'user')
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
  if (shelf === 'personal' && isAwayFromOwn(reach)) {
    throw new MemoryError(
      'denied',
      `${operation}: your own documents are not at hand in a workspace`,
      'do it outside of the workspace, or with readsMain: true',
    )
  }
  return inBank(reach, bankOfShelf(reach, shelf))
}
