import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import type { CommandCall, ExitCode } from '../command.js'
import { RECORD_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { renderRecalled } from '../render/records.js'
import { tell } from '../tell.js'
import { wayOnWithoutModel } from '../wording/model-trouble.js'
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
    kind: 'record',
    ids: output.records.map(({ id }) => id),
    hint: RECORD_NUMBERS_HINT,
    render: (shown, showsIds) => renderRecalled(shown, view, showsIds),
  })
  if (flags.json) return 0
  for (const trouble of troublesOf(output)) terminal.note(printableLine(trouble))
  if (!flags.quiet) for (const note of notesOf(output)) tell(terminal, note)
  // The task goes on; a script can tell what failed from what concerns nothing.
  return output.outcome === 'failed' ? 1 : 0
}

function troublesOf({ failure, missing, lost }: RecallOutput): string[] {
  return [
    ...(failure === null
      ? []
      : [`Nothing could be recalled (${failure.reason}): ${failure.detail}${wayOn(failure.reason)}`]),
    ...(missing.model === undefined ? [] : [`Without a model: ${missing.model}`]),
    ...(missing.vectors === undefined || missing.vectors.startsWith(NOT_LOADED)
      ? []
      : [`By words alone: ${missing.vectors}`]),
    ...(lost.length === 0 ? [] : [`${counted(lost.length, 'record')} could not be read.`]),
  ]
}

/** Each command is a process of its own: said at every call, it would tell nothing. `--json` has it. */
const NOT_LOADED = 'the model is not loaded'

function wayOn(reason: string): string {
  const onward = wayOnWithoutModel(reason)
  return onward === null ? '' : `. ${onward}, and so does --select lexical`
}

function notesOf({ outcome, manifest: { total } }: RecallOutput): string[] {
  if (outcome === 'no_records')
    return [
      'There are no records yet: recollect record-save "Weekly report" --type feedback --description "Short, numbers first"',
    ]
  if (outcome !== 'nothing_relevant') return []
  return [`None of ${counted(total, 'record')} clearly concerns this. To look for words: recollect search`]
}
