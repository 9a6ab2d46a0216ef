import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import type { OutputOf } from '../../api/operation-types.js'

/** Opens a task again that was closed, with all that was said of it while it was open. */
export async function reopenTask({
  id,
  name,
  goal,
  plan,
  state,
  session,
}: OutputOf<'task.show'>['task']): Promise<void> {
  await call('task.open', { name, goal, plan, ...(session === null ? {} : { session }) })
  if (state !== null) await call('task.update', { task: id, state })
  noticeChange()
}
