import type { CommandCall, ExitCode } from '../command.js'
import { openDashboard } from '../serve/open-dashboard.js'
import { runningHere } from '../serve/running-here.js'

/** Opens the dashboard of the server that runs; starts one where none does, and stays. */
export async function runOpen(call: CommandCall): Promise<ExitCode> {
  const running = await runningHere(call.flags)
  if (running !== undefined) return openDashboard(call, running)
  const { runStart } = await import('./start.js')
  return runStart(call)
}
