import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'

/** Opens the prompt where a person is; else runs the sample once and prints it. */
export async function play(call: CommandCall): Promise<ExitCode> {
  if (call.flags.json) throw new UsageError('play is for people', 'every other command answers with --json')
  if (call.terminal.isPiped) {
    const { demonstrate } = await import('./demonstrate.js')
    return demonstrate(call)
  }
  const { openPrompt } = await import('./prompt.js')
  return openPrompt(call)
}
