import type { CommandCall } from '../command.js'
import { homeOf, userOf } from '../home-of.js'
import { type LastList, readLastList, writeLastList } from './last-list.js'

/** Whether numbers can be used for what is shown now, and whether it is this user's first list. */
export type Kept = 'first' | 'kept' | 'not kept'

/**
 * Keeps what is about to be shown as a numbered list, so that `show 1` means its first. Not for programs: they have
 * the ids. Never fails a command: where it cannot be written, ids are shown instead.
 */
export async function keepList(
  { flags, terminal, view }: CommandCall,
  ids: readonly string[],
  about: Pick<LastList, 'kind' | 'workspace' | 'worker'> = {},
): Promise<Kept> {
  if (flags.json) return 'not kept'
  const home = homeOf(flags)
  const user = userOf(flags)
  const isFirst = readLastList(home, user) === undefined
  try {
    await writeLastList(home, { user, at: view.now, ids, ...about })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (!flags.quiet)
      terminal.note(terminal.noteStyle.dim(`Numbers cannot be used: ${home} is not writable (${reason}).`))
    return 'not kept'
  }
  return isFirst ? 'first' : 'kept'
}
