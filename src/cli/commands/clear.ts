import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { ask } from '../confirm.js'
import { ownerOf } from '../home-of.js'
import { keepList } from '../lists/keep-list.js'
import { HERE } from '../open-once.js'
import { meterOf } from '../progress-meter.js'
import { renderCleared, renderClearPlan } from '../render/receipt.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { spokenCount } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Shows what a user's memory holds, asks for its name, and forgets it all. A yes is too quickly said for that. */
export async function runClear(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const user = ownerOf(flags)
  if (flags.workspace === HERE)
    throw new UsageError('say which workspace is to be cleared, by its name', 'recollect banks shows it')
  const given = input['confirm']
  if (given === undefined && !terminal.isInteractive) {
    throw new UsageError(
      'clearing forgets everything, and no one is here to ask',
      `name whose memory goes: recollect clear --confirm ${user}`,
    )
  }
  if (given !== undefined && given !== user) {
    throw new UsageError(
      `--confirm names another user than the one whose memory this is: ${printableLine(user)}`,
      'to clear the memory of another: --user NAME --confirm NAME',
    )
  }
  const { memory } = await call.open()
  if (given === undefined) {
    const stats = await memory.stats({})
    terminal.note(renderClearPlan(stats, user, { ...view, style: terminal.noteStyle }))
    if (stats.items === 0 && stats.forgotten === 0) return 0
    const typed = await ask(
      terminal,
      `Type ${printableLine(user)} to forget it all, anything else to keep it: `,
    )
    if (typed?.trim() !== user) {
      terminal.note('Kept.')
      return 1
    }
  }
  const meter = meterOf(call, 'clear')
  let reached = 0
  const cleared = await withInterrupt((signal) =>
    memory.clear(
      { ...input, confirm: user },
      {
        signal,
        progress: (reading) => {
          reached = reading.done
          meter.show(reading)
        },
      },
    ),
  ).finally(meter.clear)
  if (cleared === undefined) {
    terminal.note(
      `Stopped. ${spokenCount(reached)} items are forgotten; the same command again goes on from there.`,
    )
    return 1
  }
  await keepList(call, [])
  show(call, cleared, () => renderCleared(cleared, view))
  return 0
}
