import { createHash } from 'node:crypto'
import type { Table } from './catalogue.js'
import type { Row } from './row.js'

/** What a bank has in a table: how many rows, and a sum of their hashes, whatever the order in which they are read. */
export interface Digest {
  rows: number
  readonly sum: Uint32Array
}

/** By bank; rows of tables without banks under an empty name. */
export type Digests = Map<string, Digest>

/** Counts a row in, as it stands on PostgreSQL or, where nothing was shifted, anywhere. */
export function countIn(digests: Digests, table: Table, row: Row): void {
  const bank = bankOf(table, row)
  let digest = digests.get(bank)
  if (digest === undefined) {
    digest = { rows: 0, sum: new Uint32Array(LANES) }
    digests.set(bank, digest)
  }
  const hash = hashOf(table, row)
  digest.rows += 1
  for (let lane = 0; lane < LANES; lane++)
    digest.sum[lane] = (digest.sum[lane] ?? 0) + hash.readUInt32LE(lane * 4)
}

export function bankOf(table: Table, row: Row): string {
  return table.hasBank ? String(row['bank']) : ''
}

/** The banks whose rows differ. */
export function differing(a: Digests, b: Digests): string[] {
  const banks = new Set([...a.keys(), ...b.keys()])
  return [...banks].filter((bank) => !isSame(a.get(bank), b.get(bank)))
}

export function rowsIn(digests: Digests): number {
  let rows = 0
  for (const digest of digests.values()) rows += digest.rows
  return rows
}

// SHA-256, in pieces of 32 bits that are summed each for itself.
const LANES = 8

function hashOf({ columns }: Table, row: Row): Buffer {
  const hash = createHash('sha256')
  const plain: unknown[] = []
  for (const { name } of columns) {
    const value = row[name] ?? null
    if (value instanceof Uint8Array) {
      plain.push(value.length)
      hash.update(value)
    } else plain.push(value === null ? null : [value])
  }
  return hash.update(JSON.stringify(plain)).digest()
}

function isSame(a: Digest | undefined, b: Digest | undefined): boolean {
  if (a === undefined || b === undefined) return (a?.rows ?? 0) === (b?.rows ?? 0)
  return a.rows === b.rows && a.sum.every((value, lane) => value === b.sum[lane])
}
