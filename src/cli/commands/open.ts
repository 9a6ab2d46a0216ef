import { runningServer } from '../../http/server-file.js'
import type { CommandCall, ExitCode } from '../command.js'
import { homeOf } from '../home-of.js'
import { openDashboard } from '../serve/open-dashboard.js'

/** Opens the dashboard of the server that runs; starts one where none does, and stays. */
export async function runOpen(call: CommandCall): Promise<ExitCode> {
  const running = await runningServer(homeOf(call.flags))
  if (running !== undefined) return openDashboard(call, running)
  const { runStart } = await import('./start.js')
  return runStart(call)
}
