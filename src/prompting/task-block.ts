import type { Gathered, PromptWorld } from './gathered.js'
import type { SessionPart } from './session-block.js'

export interface TaskBlock extends Gathered {
  readonly id: string | null
  /** By which its documents are attached. */
  readonly name: string | undefined
}

/** The state of the task that is named, else of the one that the session works on. */
export async function taskBlock(
  _world: PromptWorld,
  { task }: { readonly task: string | undefined; readonly part: SessionPart | null },
): Promise<TaskBlock> {
  return { id: null, name: task, items: [] }
}
