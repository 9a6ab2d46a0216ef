import { createHash } from 'node:crypto'

/** A bank as others hear of it: its name says whose it is, and whoever may connect to the database may listen. */
export function bankMark(bank: string): string {
  return createHash('sha256').update(bank).digest('hex').slice(0, MARK_CHARS) // slice-ok: hexadecimal
}

const MARK_CHARS = 16
