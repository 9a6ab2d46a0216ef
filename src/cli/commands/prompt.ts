import type { CommandCall, ExitCode } from '../command.js'
import { renderPrompt, renderPromptTable, renderReplay } from '../render/prompt.js'
import { tell } from '../tell.js'
import { show } from './run-operation.js'

/** Prints the prompt, and beneath it what is in, out and why; keeps it in the session only where that is asked for. */
export async function runPrompt(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { table: isTableOnly, record = false, ...input } = call.input
  const { memory } = await call.open()
  const output = await memory.promptAssemble({ ...input, record: record === true })
  show(call, output, (shown) => {
    const table = renderPromptTable(shown, view)
    return isTableOnly === true ? table : `${renderPrompt(shown)}\n\n${table}`
  })
  if (flags.quiet || flags.json) return 0
  for (const [part, why] of Object.entries(output.missing)) tell(terminal, `${part}: ${why}`)
  if (output.assemblyId !== null)
    tell(terminal, `Kept. The same prompt later: recollect prompt replay ${output.assemblyId}`)
  return 0
}

/** Says what differs; with --prompt, the prompt as it would be now, too. */
export async function runPromptReplay(call: CommandCall): Promise<ExitCode> {
  const { view } = call
  const { prompt: isWhole, ...input } = call.input
  const { memory } = await call.open()
  const output = await memory.promptReplay(input)
  show(call, output, (shown) => {
    const differs = renderReplay(shown, view)
    return isWhole === true ? `${renderPrompt(shown)}\n\n${differs}` : differs
  })
  return 0
}
