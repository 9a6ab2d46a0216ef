import type { Spine } from '../../items/spine.js'
import { type BankId, kindOfBank, type Reach } from '../../reach.js'
import { search } from '../../search/search.js'
import { inInt, sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { readNotes, type WorkspaceNote } from './note.js'
import { OLD_ENOUGH_MS } from './promote-notes.js'

/** A note for a prompt, and why: it answers the question, it lasts, or it is of the last 30 days. */
export interface PromptNote extends WorkspaceNote {
  readonly bank: BankId
  readonly why: 'answers' | 'lasting' | 'recent'
}

/**
 * The notes of a workspace that belong into a prompt, the most wanted first: those that answer the question, then what
 * lasts by its importance, then what is new. Nothing superseded; of what nobody has decided, both sides, each with the
 * ids of its `conflicts`. Empty where the reach reads no workspace.
 */
export async function workspaceNotes(
  spine: Spine,
  reach: Reach,
  question: string,
  limit: number,
): Promise<readonly PromptNote[]> {
  const bank = reach.reads.find((one) => kindOfBank(one) === 'workspace')
  if (bank === undefined || limit < 1) return []
  const found = await answering(spine, { ...reach, reads: [bank] }, question, limit)
  const since = spine.env.now() - OLD_ENOUGH_MS
  return spine.store.read(function* choose(): Tx<PromptNote[]> {
    const answers = yield* readNotes(bank, sql`n.item_rid ${inInt(found)} and n.status <> 'superseded'`)
    const lasting = yield* readNotes(
      bank,
      sql`n.status = 'lasting'`,
      sql`order by n.importance desc, n.at desc, n.item_rid desc limit ${limit}`,
    )
    const recent = yield* readNotes(
      bank,
      sql`n.status = 'daily' and n.at >= ${since}`,
      sql`order by n.at desc, n.item_rid desc limit ${limit}`,
    )
    answers.sort((a, b) => found.indexOf(a.rid) - found.indexOf(b.rid))
    const chosen = new Map<number, PromptNote>()
    for (const [why, notes] of [
      ['answers', answers],
      ['lasting', lasting],
      ['recent', recent],
    ] as const)
      for (const note of notes)
        if (chosen.size < limit && !chosen.has(note.rid)) chosen.set(note.rid, { ...note, bank, why })
    return [...chosen.values()]
  })
}

/** Row numbers, best first. */
async function answering(spine: Spine, reach: Reach, question: string, limit: number): Promise<number[]> {
  if (question.trim() === '') return []
  const { hits } = await search(spine, reach, question, { kinds: ['thought'], limit: 2 * limit })
  return hits.map(({ item }) => item.rid)
}
