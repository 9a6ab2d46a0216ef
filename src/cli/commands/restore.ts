import { existsSync } from 'node:fs'
import { MemoryError } from '../../errors.js'
import { type Restored, restoreBackup } from '../../transfer/restore-backup.js'
import type { RestorePlan } from '../../transfer/restore-plan.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { homeOf, storeOf } from '../home-of.js'
import { keepList } from '../lists/keep-list.js'
import { renderRestored, renderRestorePlan } from '../render/restore.js'
import { show } from './run-operation.js'

/** Shows what a backup holds and what would be lost, asks, and restores it. */
export async function runRestore(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const isConfirmed = input['yes'] === true
  const file = String(input['file'])
  if (storeOf(flags).engine === 'postgres')
    throw new MemoryError(
      'unsupported',
      'a database is restored by the tools of its server',
      'run: pg_restore (docs/backup.md); or bring the file in as a store of its own: recollect migrate --from FILE --to URL',
    )
  // Before anything is asked, and before a store is made where there is none.
  if (!existsSync(file)) throw new MemoryError('not_found', `there is no backup ${file}`, 'check the path')
  if (!isConfirmed && !terminal.isInteractive) {
    throw new UsageError(
      'restoring replaces what is remembered now, and no one is here to ask',
      'add --yes, after a backup of the present: recollect backup FILE',
    )
  }
  const asked = async (plan: RestorePlan): Promise<boolean> => {
    if (!flags.quiet && !flags.json)
      terminal.note(renderRestorePlan(plan, { ...view, style: terminal.noteStyle }))
    return isConfirmed || confirm(terminal, 'Restore it?')
  }
  const restored = await restoreBackup({ home: homeOf(flags), file, confirm: asked })
  if (!restored.isRestored) {
    terminal.note('Left as it is.')
    return 1
  }
  await keepList(call, [])
  show<Restored>(call, restored, () => renderRestored(restored, view))
  return 0
}
