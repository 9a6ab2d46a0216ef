import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { renderRecalled } from '../render/records.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'

type RecallOutput = z.output<Operations['recordRecall']['output']>

/** Shows the records that concern a request; what failed or took no part goes to the notes. */
export async function runRecall(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const request = input['request'] === '-' ? await readPiped(terminal.input) : String(input['request'])
  const { memory } = await call.open()
  const output = await memory.recordRecall({ ...input, request })
  await showList(call, output, {
    ids: output.records.map(({ id }) => id),
    render: (shown, showsIds) => renderRecalled(shown, view, showsIds),
  })
  if (flags.json) return 0
  for (const trouble of troublesOf(output)) terminal.note(printableLine(trouble))
  if (!flags.quiet) for (const note of notesOf(output)) tell(terminal, note)
  return output.outcome === 'failed' ? 1 : 0
}

function troublesOf({ failure, missing, lost }: RecallOutput): string[] {
  return [
    ...(failure === null ? [] : [`Nothing could be recalled (${failure.reason}): ${failure.detail}`]),
    ...(missing.model === undefined ? [] : [`Without a model: ${missing.model}`]),
    ...(missing.vectors === undefined ? [] : [`By words alone: ${missing.vectors}`]),
    ...(lost.length === 0 ? [] : [`${counted(lost.length, 'record')} could not be read.`]),
  ]
}

function notesOf({ outcome, manifest: { total } }: RecallOutput): string[] {
  if (outcome === 'no_records')
    return [
      'There are no records yet: recollect record-save "Weekly report" --type feedback --description "Short, numbers first"',
    ]
  if (outcome !== 'nothing_relevant') return []
  return [`None of ${counted(total, 'record')} clearly concerns this. To look for words: recollect search`]
}
