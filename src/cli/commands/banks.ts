import type { CommandCall, ExitCode } from '../command.js'
import { renderBanks } from '../render/banks.js'
import { show } from './run-operation.js'

/** Lists banks. All of them are for the owner of the file, which is who sits at the keyboard. */
export async function runBanks(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory, administrator } = await call.open()
  const output = await (input['all'] === true ? administrator() : memory).banks(input)
  show(call, output, (banks) => renderBanks(banks, view))
  if (output.next !== null && !flags.quiet && !flags.json)
    terminal.note(terminal.noteStyle.dim(`\nMore: the same with --after ${output.next}`))
  return 0
}
