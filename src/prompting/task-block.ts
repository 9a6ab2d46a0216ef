import { MemoryError } from '../errors.js'
import { readItems } from '../items/read-items.js'
import { sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import { openTaskOf, readTask } from '../task/task-state/read-task.js'
import { renderTask } from '../task/task-state/render-task.js'
import type { Task } from '../task/task-state/task-state.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'
import type { SessionPart } from './session-block.js'

export interface TaskBlock extends Gathered {
  readonly id: string | null
  /** By which its documents are attached. */
  readonly name: string | undefined
}

/**
 * The state of the task that is named, by its name or id, else of the open one that the session works on. A name that no
 * task has may still be one under which documents are attached.
 */
export async function taskBlock(
  { spine, reach }: PromptWorld,
  { task: name, part }: { readonly task: string | undefined; readonly part: SessionPart | null },
): Promise<TaskBlock> {
  return spine.store.read(function* find(): Tx<TaskBlock> {
    const session = part?.session
    const found =
      name === undefined
        ? session && (yield* openTaskOf(spine, session.bank, session.rid))
        : yield* named(name)
    if (found === undefined) return { id: null, name, items: [] }
    const banks = session === undefined ? reach.reads : [...reach.reads, session.bank]
    for (const bank of new Set(banks)) {
      const [item] = yield* readItems(spine, bank, sql`i.id = ${found.id}`)
      if (item === undefined) continue
      const { id, origin, trust } = item
      const text = renderTask(found)
      const state = memoryItem({ id, text, origin, trust, at: found.updatedAt }, spine.zone, {
        authority: 'turn',
      })
      return { id, name: found.name, items: [state] }
    }
    return { id: null, name: found.name, items: [] }
  })

  function* named(wanted: string): Tx<Task | undefined> {
    for (const bank of reach.reads) {
      try {
        return yield* readTask(spine, bank, wanted)
      } catch (error) {
        if (!(error instanceof MemoryError) || error.code !== 'not_found') throw error
      }
    }
    return undefined
  }
}
