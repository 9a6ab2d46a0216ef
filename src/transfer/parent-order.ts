/** Something that may come only behind another one. */
export interface Linked {
  readonly id: string | undefined
  readonly parent: string | undefined
}

/** Puts what was written a little too early behind its parent; all else stays in the order of its source. */
export interface ParentOrder<T extends Linked> {
  /** What may be read now. */
  push(one: T): T[]
  /** What is left at the end: its parents are in no part of this source. */
  flush(): T[]
  /** Whether it was read; of the last {@link SEEN_MAX}. */
  hasCome(id: string): boolean
}

/** Holds back {@link WAITING_MAX} at most: a parent that is further away is in another file, mostly. */
export function createParentOrder<T extends Linked>(): ParentOrder<T> {
  const seen = new Set<string>()
  let waiting: T[] = []

  function settle(one: T, ready: T[]): void {
    ready.push(one)
    if (one.id === undefined) return
    seen.add(one.id)
    if (seen.size <= SEEN_MAX) return
    for (const oldest of seen) {
      seen.delete(oldest)
      break
    }
  }

  /** In their order: whose parent has come by now. */
  function release(ready: T[]): void {
    for (let isMore = waiting.length > 0; isMore; ) {
      const still: T[] = []
      for (const one of waiting) {
        if (isDue(one)) settle(one, ready)
        else still.push(one)
      }
      isMore = still.length < waiting.length && still.length > 0
      waiting = still
    }
  }

  const isDue = ({ parent }: T) => parent === undefined || seen.has(parent)

  return {
    hasCome: (id) => seen.has(id),
    push(one) {
      const ready: T[] = []
      if (isDue(one)) settle(one, ready)
      else waiting.push(one)
      if (waiting.length > WAITING_MAX) {
        const first = waiting.shift()
        if (first !== undefined) settle(first, ready)
      }
      if (ready.length > 0) release(ready)
      return ready
    },
    flush() {
      const ready: T[] = []
      while (waiting.length > 0) {
        const first = waiting.shift()
        if (first !== undefined) settle(first, ready)
        release(ready)
      }
      return ready
    },
  }
}

const WAITING_MAX = 32
const SEEN_MAX = 100_000
