import type { CommandCall, ExitCode } from '../command.js'
import { readPiped } from '../read-piped.js'
import { UsageError } from '../usage-error.js'
import { show } from './run-operation.js'

/** Keeps the note that was typed, or piped. */
export async function runCapture(call: CommandCall): Promise<ExitCode> {
  const { style } = call.view
  const text = await noteOf(call)
  const { memory } = await call.open()
  const output = await memory.capture({ ...call.input, text })
  show(call, output, ({ id, outcome }) =>
    outcome === 'added' ? `Remembered ${style.dim(id)}` : `Known already ${style.dim(id)}`,
  )
  return 0
}

async function noteOf({ input, terminal }: CommandCall): Promise<string> {
  const typed = input['text']
  if (typed !== undefined && typed !== '-') return String(typed)
  if (typed === undefined && !terminal.isPiped) {
    throw new UsageError('there is nothing to remember', 'write recollect capture "the note", or pipe it in')
  }
  const text = await readPiped(terminal.input)
  if (text.trim() === '')
    throw new UsageError('the pipe gave nothing to remember', 'write recollect capture "the note"')
  return text
}
