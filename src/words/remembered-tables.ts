import type { Store } from '../store/store.js'
import type { TextTable } from './text-table.js'

/** Twelve bytes a text: those of five million. */
const BYTES_MAX = 64 * 1024 * 1024

interface Memory {
  /** By bank and stamp; what was asked for last is last. */
  readonly tables: Map<string, TextTable>
  bytes: number
}

const memories = new WeakMap<Store, Memory>()

/** The table of a bank under this stamp, if it is remembered. A stamp names the same table for ever. */
export function tableOf(store: Store, bank: string, stamp: number): TextTable | undefined {
  const key = keyOf(bank, stamp)
  const memory = memories.get(store.whole)
  const table = memory?.tables.get(key)
  if (memory === undefined || table === undefined) return undefined
  memory.tables.delete(key)
  memory.tables.set(key, table)
  return table
}

export function rememberTable(store: Store, bank: string, stamp: number, table: TextTable): void {
  const key = keyOf(bank, stamp)
  const memory = memories.get(store.whole) ?? { tables: new Map(), bytes: 0 }
  memories.set(store.whole, memory)
  if (!memory.tables.has(key)) memory.bytes += bytesOf(table)
  memory.tables.set(key, table)
  for (const [oldest, known] of memory.tables) {
    if (memory.bytes <= BYTES_MAX || oldest === key) return
    memory.tables.delete(oldest)
    memory.bytes -= bytesOf(known)
  }
}

function keyOf(bank: string, stamp: number): string {
  return `${stamp} ${bank}`
}

function bytesOf({ rids, lengths }: TextTable): number {
  return rids.byteLength + lengths.byteLength
}
