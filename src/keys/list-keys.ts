import type { Tx } from '../store/statement.js'
import { type ApiKey, asKey, type KeyPlace, keysAfter } from './api-key.js'

export interface KeyPage {
  readonly keys: readonly ApiKey[]
  /** Where the page ended; undefined where nothing follows. */
  readonly last: KeyPlace | undefined
}

/** Keys in the order in which they were made. */
export function* listKeys(
  after: KeyPlace | undefined,
  { isAll, limit }: { readonly isAll: boolean; readonly limit: number },
): Tx<KeyPage> {
  const rows = yield* keysAfter(after ?? BEFORE_ALL, isAll, limit + 1)
  const keys = rows.slice(0, limit).map(asKey) // slice-ok: a list
  const last = rows.length > limit ? keys.at(-1) : undefined
  return { keys, last: last && [last.createdAt, last.id] }
}

const BEFORE_ALL: KeyPlace = [0, '']
