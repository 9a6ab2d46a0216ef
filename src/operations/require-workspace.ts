import { MemoryError } from '../errors.js'
import { type Reach, workspaceOf } from '../reach.js'

/** The name of the workspace that a call is made in. Throws `invalid_input` anywhere else. */
export function requireWorkspace({ writes }: Reach, operation: string): string {
  const name = workspaceOf(writes)
  if (name !== undefined) return name
  throw new MemoryError(
    'invalid_input',
    `${operation} is for a workspace`,
    "name it: engine.as({ user: 'ann', workspace: 'acme/web' }), or --workspace NAME; --workspace . for the project here",
  )
}
