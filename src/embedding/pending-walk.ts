import type { Store } from '../store/store.js'
import { type PendingText, pendingPage, readPending } from './pending.js'

/** A walk through what a bank holds without vectors, newest first. */
export interface PendingWalk {
  /** Some texts; none where those at hand are gone by now, undefined at the end. */
  next(limit: number): Promise<readonly PendingText[] | undefined>
}

export function createPendingWalk(store: Store, bank: string): PendingWalk {
  const found: string[] = []
  let behind: string | undefined
  let isAtEnd = false
  return {
    async next(limit) {
      while (found.length === 0 && !isAtEnd) {
        const page = await store.aside.read(pendingPage, bank, behind)
        found.push(...page.ids)
        behind = page.next
        isAtEnd = behind === undefined
      }
      if (found.length === 0) return undefined
      return store.read(readPending, bank, found.splice(0, limit))
    },
  }
}
