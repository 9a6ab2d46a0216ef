import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Env } from '../clock.js'
import { sql } from '../store/sql.js'
import { all, batch, column, get } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { SEGMENT_LEAST } from './add-texts.js'
import { chooseMerge, type MergeableSegment } from './choose-merge.js'
import { foldTail } from './fold-tail.js'
import { mergeSegments } from './merge-segments.js'

/** What keeps the word indexes of an open store in few, large segments, in the background. Nothing depends on it but speed. */
export interface WordUpkeep {
  /** Called after each commit that added texts. */
  added(bank: string, texts: number): void
  /** The bank is in use: what others left in it is looked for once. */
  noticed(bank: string): void
  /** Resolves when nothing is left to do that is known of. */
  settled(): Promise<void>
  /** Folds what an older version has indexed, of the whole store: before that, questions read it as it is. */
  takeOver(): Promise<void>
  /** Ends after the transaction at hand; what is left is done the next time. */
  close(): Promise<void>
}

/** Texts of a bank are counted here before anybody looks: a tail may be longer by as many in each process. */
const LOOKED_AFTER = 32

/** Nobody waits for anything else yet. */
const TAKEN_OVER = 4_096

export function createWordUpkeep(store: Store, env: Env): WordUpkeep {
  /** Texts that were added to each bank and not yet looked at; the first ones count as many. */
  const added = new Map<string, number>()
  const waiting = new Set<string>()
  let working: Promise<void> | undefined
  let isClosing = false

  const own = (bank: string) => store.within({ writes: [bank] })

  function wake(bank: string): void {
    waiting.add(bank)
    working ??= work().finally(() => {
      working = undefined
    })
  }

  async function work(): Promise<void> {
    for (const bank of waiting) {
      // Who has just written is answered first.
      await nextTurn()
      waiting.delete(bank)
      // Told by doctor, and met by every question: no caller of today is to fail for it.
      await tidy(bank).catch(() => undefined)
      if (isClosing) return
    }
  }

  async function tidy(bank: string): Promise<void> {
    // Whoever only looks something up is not to wait for a writer.
    if (!(await isDue(own(bank), bank))) return
    while (!isClosing && (await own(bank).tx(foldTail, env, bank, SEGMENT_LEAST)) > 0) await nextTurn()
    while (!isClosing && (await mergeSegments(own(bank), env, bank, () => isClosing)) === 'merged')
      await nextTurn()
  }

  return {
    added: (bank, texts) => {
      if (isClosing) return
      const count = (added.get(bank) ?? LOOKED_AFTER) + texts
      added.set(bank, count >= LOOKED_AFTER ? 0 : count)
      if (count >= LOOKED_AFTER) wake(bank)
    },
    noticed: (bank) => {
      if (isClosing || added.has(bank)) return
      added.set(bank, 0)
      wake(bank)
    },
    settled: async () => {
      while (working !== undefined) await working
    },
    takeOver: async () => {
      const banks = await store.query(
        // bank-ok: of all banks
        column<string>(sql`select distinct bank from posting_tail where content is null`),
      )
      for (const bank of banks) {
        while ((await own(bank).tx(foldTail, env, bank, SEGMENT_LEAST, TAKEN_OVER)) > 0) await nextTurn()
        wake(bank)
      }
    },
    close: async () => {
      isClosing = true
      await working
    },
  }
}

/** Whether there is something to fold or to merge, or left of a merge. */
async function isDue(store: Store, bank: string): Promise<boolean> {
  const [tail, segments] = await store.query(
    batch([
      get<{ texts: number }>(sql`select count(*) as texts from posting_tail where bank = ${bank}`),
      all<MergeableSegment & { readonly state: number }>(sql`
        select segment, texts, gone, state from posting_segment where bank = ${bank}`),
    ]),
  )
  const isSearched = ({ state }: { readonly state: number }) => state === 1
  return (
    (tail?.texts ?? 0) >= SEGMENT_LEAST ||
    !segments.every(isSearched) ||
    chooseMerge(segments.filter(isSearched)).length > 0
  )
}
