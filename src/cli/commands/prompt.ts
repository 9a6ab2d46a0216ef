import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { renderPrompt, renderPromptTable, renderReplay } from '../render/prompt.js'
import { tell } from '../tell.js'
import { show } from './run-operation.js'

/** Prints the prompt, and beneath it what is in, out and why; keeps it in the session only where that is asked for. */
export async function runPrompt(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { table: isTableOnly, record = false, question, ...input } = call.input
  if (question !== undefined && input['ask'] !== undefined)
    throw new UsageError('a question and --ask were both given', 'give one of them')
  const ask = question === undefined ? {} : { ask: String(question) }
  const { memory } = await call.open()
  const output = await memory.promptAssemble({ ...input, ...ask, record: record === true })
  show(call, output, (shown) => {
    const table = renderPromptTable(shown, view)
    return isTableOnly === true ? table : `${renderPrompt(shown)}\n\n${table}`
  })
  if (flags.quiet || flags.json) return 0
  for (const [part, why] of Object.entries(output.missing))
    tell(
      terminal,
      `${part}: ${why.replace(UNLOADED, 'words alone, as no model is loaded: that of a running recollect mcp serves here too')}`,
    )
  if (output.assemblyId !== null)
    tell(terminal, `Kept. The same prompt later: recollect prompt replay ${output.assemblyId}`)
  return 0
}

/** Says what differs; with --prompt, the prompt as it would be now, too. */
export async function runPromptReplay(call: CommandCall): Promise<ExitCode> {
  const { view } = call
  const { prompt: isWhole, which, ...input } = call.input
  const { memory } = await call.open()
  const id = which === undefined ? {} : { id: await idOf(memory, String(which), input['session']) }
  const output = await memory.promptReplay({ ...input, ...id })
  show(call, output, (shown) => {
    const differs = renderReplay(shown, view)
    return isWhole === true ? `${renderPrompt(shown)}\n\n${differs}` : differs
  })
  return 0
}

/** Nothing that this command could be told to do. */
const UNLOADED = /vectors: the model is not loaded: recollect search --meaning, or a server, loads it/

/** A number is that of the event in its session, as `transcript read --types recall` shows it. */
async function idOf(memory: Memory, which: string, session: unknown): Promise<string> {
  const number = /^#?(\d{1,9})$/.exec(which)?.[1]
  if (number === undefined) return which
  if (typeof session !== 'string')
    throw new UsageError(
      `${which} is the number of an event, and no session is named`,
      `like: recollect prompt replay ${which} --session NAME`,
    )
  const seq = Number(number)
  const { events } = await memory.transcriptRead({ session, after: seq - 1, limit: 1 })
  const [event] = events
  if (event?.seq === seq && event.type === 'recall') return event.id
  throw new MemoryError(
    'not_found',
    `event ${seq} of this session is no prompt that was kept`,
    `see: recollect transcript read "${session}" --types recall`,
  )
}
