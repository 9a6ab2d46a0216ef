import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { renderClearedRecalls } from '../render/receipt.js'
import { show } from './run-operation.js'

/** Says how much the log of searches holds, asks, and deletes it. */
export async function runClearRecalls(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, view } = call
  const isConfirmed = input['yes'] === true
  if (!isConfirmed && !terminal.isInteractive) {
    throw new UsageError(
      'no one is here to ask',
      'to delete the log of searches: recollect clear-recalls --yes',
    )
  }
  const { memory } = await call.open()
  if (!isConfirmed) {
    const { recalls } = await memory.recalls({ limit: COUNTED })
    if (recalls.length === 0) {
      terminal.note('There is nothing to delete: no search is remembered.')
      return 0
    }
    const many = recalls.length === COUNTED ? `${COUNTED} searches and more` : searches(recalls.length)
    if (!(await confirm(terminal, `Delete what was asked in ${many}?`))) {
      terminal.note('Kept.')
      return 1
    }
  }
  const cleared = await memory.clearRecalls({})
  show(call, cleared, () => renderClearedRecalls(cleared, view))
  return 0
}

const COUNTED = 1_000

function searches(count: number): string {
  return count === 1 ? 'one search' : `${count} searches`
}
