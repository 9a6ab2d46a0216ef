import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { type ForgetReceipt, renderPlan, renderReceipt } from '../render/receipt.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Shows what will go, asks, forgets, and shows the receipt. */
export async function runForget(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const target = targetOf(call)
  if (Object.keys(target).length === 0) {
    throw new UsageError(
      'forget needs a NUMBER, or --session NAME, or --entity NAME',
      'like: recollect forget 1',
    )
  }
  const isConfirmed = call.input['yes'] === true
  const isPreview = call.input['preview'] === true
  if (!isConfirmed && !isPreview && !terminal.isInteractive) {
    throw new UsageError(
      'forgetting cannot be undone, and no one is here to ask',
      `see it first, with --preview; then: recollect forget ${wordsOf(target)} --yes`,
    )
  }
  const { memory } = await call.open()
  if (isPreview || !isConfirmed) {
    const plan = await memory.forget({ ...target, preview: true })
    if (!plan.preview) throw new TypeError('a preview answered with a receipt')
    if (isPreview) {
      show(call, plan, (shown) => renderPlan(shown, view))
      return 0
    }
    terminal.note(renderPlan(plan, { ...view, style: terminal.noteStyle }))
    if (!(await confirm(terminal, 'Forget it? This cannot be undone.'))) {
      terminal.note('Kept.')
      return 1
    }
  }
  const receipt = await memory.forget(target)
  if (receipt.preview) throw new TypeError('forgetting answered with a preview')
  show<ForgetReceipt>(call, receipt, () => renderReceipt(receipt, view))
  if (receipt.state === 'logical' && !flags.quiet) tell(terminal, WHEN_LOGICAL)
  return 0
}

/** An item, a conversation or an entity; that it is one of them, the operation checks. */
function targetOf({ input }: CommandCall): Record<string, string> {
  return Object.fromEntries(
    ['id', 'session', 'entity'].flatMap((name) =>
      typeof input[name] === 'string' ? [[name, input[name]]] : [],
    ),
  )
}

/** As they are typed. */
function wordsOf(target: Readonly<Record<string, string>>): string {
  return Object.entries(target)
    .map(([name, value]) => (name === 'id' ? value : `--${name} "${printableLine(value)}"`))
    .join(' ')
}

const WHEN_LOGICAL =
  'Close other programs that use the store: its log, which may still hold it, is emptied with the last.'
