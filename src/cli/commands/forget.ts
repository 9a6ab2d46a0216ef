import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { type ForgetReceipt, renderPlan, renderReceipt } from '../render/receipt.js'
import { tell } from '../tell.js'
import { show } from './run-operation.js'

/** Shows what will go, asks, forgets, and shows the receipt. */
export async function runForget(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const id = String(call.input['id'])
  const isConfirmed = call.input['yes'] === true
  const isPreview = call.input['preview'] === true
  if (!isConfirmed && !isPreview && !terminal.isInteractive) {
    throw new UsageError(
      'forgetting cannot be undone, and no one is here to ask',
      `see it first: recollect forget ${id} --preview; then: recollect forget ${id} --yes`,
    )
  }
  const { memory } = await call.open()
  if (isPreview || !isConfirmed) {
    const plan = await memory.forget({ id, preview: true })
    if (!plan.preview) throw new TypeError('a preview answered with a receipt')
    if (isPreview) {
      show(call, plan, ({ items }) => renderPlan(items, view))
      return 0
    }
    terminal.note(renderPlan(plan.items, { ...view, style: terminal.noteStyle }))
    if (!(await confirm(terminal, 'Forget it? This cannot be undone.'))) {
      terminal.note('Kept.')
      return 1
    }
  }
  const receipt = await memory.forget({ id })
  if (receipt.preview) throw new TypeError('forgetting answered with a preview')
  show<ForgetReceipt>(call, receipt, () => renderReceipt(receipt, view))
  if (receipt.state === 'logical' && !flags.quiet) tell(terminal, WHEN_LOGICAL)
  return 0
}

const WHEN_LOGICAL =
  'Close other programs that use the store: its log, which may still hold it, is emptied with the last.'
