import type { Banks } from '../store.js'

/** How the transactions of a store begin, by the banks that it is held to. */
export interface Scope {
  /** Begins one that reads, on one snapshot for all of its statements. */
  readonly reading: string
  /** Begins one that writes. */
  readonly writing: string
  /** The banks that a writing one has to itself, in the order in which all take them; none where it may touch all. */
  readonly locks: readonly string[]
  /** The banks whose standing what reads may be told by a standby; undefined: the primary alone is asked. */
  readonly laggingIn: readonly string[] | undefined
}

/**
 * For work on the store itself. Nobody's bank is locked, so that the server has to find out what spoils what: read
 * committed was measured to lose updates silently, and repeatable read to let two active facts through.
 */
export const everything: Scope = {
  reading: `${beginOf('repeatable read read only')}; ${settingsOf(['*'], [])}`,
  writing: `${beginOf('serializable read write')}; ${settingsOf(['*'], ['*'])}`,
  locks: [],
  laggingIn: undefined,
}

/** For rows that many take from each other, each by one statement (./job-table.ts): who is second sees what the first did. */
export const competing: Scope = {
  ...everything,
  writing: `${beginOf('read committed read write')}; ${settingsOf(['*'], ['*'])}`,
}

/**
 * Writers of one bank go one behind another (./bank-lock.ts): what each has read is as it was when it commits. Each of their
 * statements sees what was committed before it, so that who waited for the lock need not begin again.
 */
export function scopeOf({ reads = [], writes, changes, mayLag = false }: Banks): Scope {
  const locks = [...new Set(writes)].sort()
  const seen = reads === 'all' ? ['*'] : [...new Set([...reads, ...locks])]
  return {
    reading: `${beginOf('repeatable read read only')}; ${settingsOf(seen, [])}`,
    writing: `${beginOf('read committed read write')}; ${settingsOf(seen, changes === 'all' ? ['*'] : locks)}`,
    locks,
    laggingIn: mayLag ? seen : undefined,
  }
}

function beginOf(mode: string): string {
  return `begin isolation level ${mode}`
}

/** For the policies of migration 11, until the transaction ends. */
function settingsOf(reads: readonly string[], writes: readonly string[]): string {
  return `set local recollect.reads = ${listed(reads)}; set local recollect.writes = ${listed(writes)}`
}

/** No name of a bank holds a comma (../../reach.ts). */
function listed(banks: readonly string[]): string {
  for (const bank of banks) if (/[,\0]/.test(bank)) throw new TypeError(`not the name of a bank: ${bank}`)
  return `'${banks.join(',').replaceAll("'", "''")}'`
}
