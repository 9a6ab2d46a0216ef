import type { Trouble } from './embedding.js'
import type { PendingWalk } from './pending-walk.js'

/** What this process knows of a bank in use. */
export interface BankWork {
  /** Items that the queue had no room for. */
  dropped: number
  /** When to look again for what others have left. */
  lookAt: number
  /** Something may be pending that the queue does not name. */
  isBehind: boolean
  walk: (PendingWalk & { found: number }) | undefined
  stale: Trouble | undefined
}

/** The banks in use, in the order of their turns. */
export interface BankTurns {
  /** Of a bank that is not known: one that is to be looked at. */
  of(bank: string): BankWork
  known(bank: string): BankWork | undefined
  all(): Iterable<BankWork>
  /** A bank that something may be pending in; it comes last from now on, so that a large one holds up no other. */
  next(): string | undefined
  /** Lets go of banks that an unknown one would be no different from: many may be used once. */
  tidy(): void
}

export function createBankTurns(now: () => number): BankTurns {
  const banks = new Map<string, BankWork>()
  return {
    of: (bank) => {
      const known = banks.get(bank)
      if (known !== undefined) return known
      const fresh: BankWork = {
        dropped: 0,
        lookAt: now(),
        isBehind: false,
        walk: undefined,
        stale: undefined,
      }
      banks.set(bank, fresh)
      return fresh
    },
    known: (bank) => banks.get(bank),
    all: () => banks.values(),
    next: () => {
      for (const [bank, work] of banks) {
        if (!hasWork(work)) continue
        banks.delete(bank)
        banks.set(bank, work)
        return bank
      }
      return undefined
    },
    tidy: () => {
      for (const [bank, work] of banks)
        if (!hasWork(work) && work.dropped === 0 && work.lookAt <= now()) banks.delete(bank)
    },
  }
}

function hasWork({ isBehind, walk }: BankWork): boolean {
  return isBehind || walk !== undefined
}
