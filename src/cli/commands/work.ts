import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { storeOf } from '../home-of.js'
import { untilStopped } from '../serve/until-stopped.js'
import { typedAs } from '../typed-as.js'
import { printableLine } from '../wording/printable.js'

/** Does the jobs of all banks of a database until the process is asked to end. */
export async function runWork(call: CommandCall): Promise<ExitCode> {
  const { flags, terminal } = call
  if (storeOf(flags).engine !== 'postgres')
    throw new UsageError(
      'workers are for a database that many processes share: of a file, whoever uses it does its work',
      `name the database: ${typedAs(flags).here} work --store postgres://USER@HOST/DATABASE`,
    )
  const stop = untilStopped()
  try {
    await call.open()
    if (flags.json) terminal.out(JSON.stringify({ pid: process.pid }))
    else if (!flags.quiet)
      terminal.out(printableLine('Working; Ctrl-C ends it, and what is under way falls to others.'))
    await stop.stopped
    return 0
  } finally {
    stop.dismiss()
  }
}
