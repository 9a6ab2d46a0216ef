import type { Store } from '../store/store.js'
import type { TextTable } from './text-table.js'

/** Twelve bytes a text: those of five million. */
const BYTES_MAX = 64 * 1024 * 1024

interface Memory {
  /** By stamp; what was asked for last is last. */
  readonly tables: Map<number, TextTable>
  bytes: number
}

const memories = new WeakMap<Store, Memory>()

/** The table under this stamp, if it is remembered. A stamp names the same table for ever. */
export function tableOf(store: Store, stamp: number): TextTable | undefined {
  const memory = memories.get(store.whole)
  const table = memory?.tables.get(stamp)
  if (memory === undefined || table === undefined) return undefined
  memory.tables.delete(stamp)
  memory.tables.set(stamp, table)
  return table
}

export function rememberTable(store: Store, stamp: number, table: TextTable): void {
  const memory = memories.get(store.whole) ?? { tables: new Map(), bytes: 0 }
  memories.set(store.whole, memory)
  if (!memory.tables.has(stamp)) memory.bytes += bytesOf(table)
  memory.tables.set(stamp, table)
  for (const [oldest, known] of memory.tables) {
    if (memory.bytes <= BYTES_MAX || oldest === stamp) return
    memory.tables.delete(oldest)
    memory.bytes -= bytesOf(known)
  }
}

function bytesOf({ rids, lengths }: TextTable): number {
  return rids.byteLength + lengths.byteLength
}
