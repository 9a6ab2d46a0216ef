import type { CommandCall, ExitCode } from '../command.js'
import { tell } from '../tell.js'
import { printable } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Compacts a session: the summary is the result, what it saves is said beside. */
export async function runTranscriptCompact(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags } = call
  const { memory } = await call.open()
  const output = await memory.transcriptCompact(call.input as { readonly session: string })
  show(call, output, ({ text }) => (text === null ? '' : printable(text)))
  if (flags.quiet || flags.json) return 0
  const { outcome, events, tokensBefore, tokensAfter, unshown, extraction } = output
  const isForced = call.input['force'] === true || call.input['preview'] === true
  if (outcome === 'not_needed') {
    const size = counted(tokensBefore, 'token')
    tell(
      terminal,
      isForced
        ? 'Nothing to do: there is nothing before the last messages that no summary holds yet.'
        : `Nothing to do: summary and events take about ${size}. With --force also what fits is summarised.`,
    )
    return 0
  }
  if (outcome === 'would_grow') {
    tell(terminal, 'Nothing was done: the summary would be longer than what it replaces. --force makes it.')
    return 0
  }
  if (outcome === 'made_meanwhile') tell(terminal, 'Another process was first, and its summary stands.')
  else
    tell(
      terminal,
      `${counted(events, 'event')} in short: about ${counted(tokensBefore, 'token')} before, ${tokensAfter} now.` +
        `${outcome === 'preview' ? ' Nothing was kept.' : ''}`,
    )
  if (unshown > 0)
    tell(
      terminal,
      `${counted(unshown, 'thing')} to keep found no room in it: give more with --budget-tokens.`,
    )
  if (tokensAfter > tokensBefore)
    tell(terminal, 'The summary is longer than what it replaces: without --force none is made.')
  if (extraction !== null && extraction.records > 0)
    tell(terminal, `Kept first: ${counted(extraction.records, 'record')} of what the user said.`)
  if (extraction?.failed != null) tell(terminal, `Not read for records: ${extraction.failed}`)
  return 0
}
