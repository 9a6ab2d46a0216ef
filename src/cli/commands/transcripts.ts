import { createReadStream } from 'node:fs'
import type { z } from 'zod'
import { MemoryError } from '../../errors.js'
import type { Operations } from '../../operations/table.js'
import { lines } from '../../transfer/lines.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { fileTrouble } from '../file-trouble.js'
import { renderAppended, renderEvents, renderSessions } from '../render/transcripts.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

type Appended = z.output<Operations['transcriptAppend']['output']>
type EventInput = z.input<Operations['transcriptAppend']['input']>['events'][number]

/** Appends what was typed as the user's message, or the events of a file or the pipe, one a line. */
export async function runTranscriptAppend(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, flags } = call
  const { text, from, key, ...rest } = input
  if ((text === undefined) === (from === undefined)) {
    throw new UsageError(
      text === undefined ? 'there is nothing to append' : 'a message and --from were both given',
      'write the message, or --from FILE with one event a line; - is the pipe',
    )
  }
  const { memory } = await call.open()
  const to = rest as { readonly session: string }
  const appended: Appended[] = []
  if (text !== undefined) {
    const event: EventInput = { type: 'message', role: 'user', text: String(text) }
    appended.push(
      await memory.transcriptAppend({
        ...to,
        events: [key === undefined ? event : { ...event, key: String(key) }],
      }),
    )
  } else {
    for await (const { events, firstLine } of batchesOf(String(from), call))
      appended.push(await memory.transcriptAppend({ ...to, events }).catch(inLines(firstLine)))
  }
  const all: Appended = {
    session: to.session,
    events: appended.flatMap(({ events }) => events),
    facts: appended.flatMap(({ facts }) => facts),
  }
  show(call, all, renderAppended)
  const masked = all.events.reduce((sum, one) => sum + one.masked, 0)
  if (masked > 0 && !flags.quiet && !flags.json)
    tell(terminal, `${counted(masked, 'secret or private span')} left out before anything was kept.`)
  return 0
}

const BATCH = 500
const BATCH_CHARS = 4_000_000
const MAX_LINE_BYTES = 100_000_000

async function* batchesOf(file: string, { terminal }: CommandCall) {
  let events: EventInput[] = []
  let chars = 0
  let firstLine = 1
  try {
    for await (const line of lines(file === '-' ? terminal.input : createReadStream(file), MAX_LINE_BYTES)) {
      if (line.text?.trim() === '') continue
      if (events.length === 0) firstLine = line.number
      events.push(eventIn(line))
      chars += line.text?.length ?? 0
      if (events.length < BATCH && chars < BATCH_CHARS) continue
      yield { events, firstLine }
      events = []
      chars = 0
    }
  } catch (error) {
    const trouble = fileTrouble(error)
    if (trouble === undefined) throw error
    throw new MemoryError(
      'not_found',
      `cannot open ${printableLine(file)}: ${trouble}`,
      'name a file of events',
      {
        cause: error,
      },
    )
  }
  if (events.length > 0) yield { events, firstLine }
}

function eventIn({
  number,
  text,
  problem,
}: {
  number: number
  text: string | undefined
  problem: string | undefined
}) {
  try {
    if (text !== undefined) return JSON.parse(text) as EventInput
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new MemoryError('invalid_input', `line ${number}: ${problem ?? 'no JSON'}`, FORM)
}

const FORM = 'write {"type": "message", "role": "user", "text": "…"} on each line'

/** What is wrong with an event is told by its line. */
function inLines(firstLine: number) {
  return (error: unknown): never => {
    if (!(error instanceof MemoryError)) throw error
    const message = error.message.replace(
      /\bevents\.(\d{1,6})/g,
      (_, at: string) => `line ${firstLine + Number(at)}`,
    )
    throw new MemoryError(error.code, message, error.hint, { cause: error })
  }
}

/** Lists sessions. */
export async function runTranscriptSessions(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.transcriptSessions(call.input)
  show(call, output, (sessions) => renderSessions(sessions, call.view))
  if (call.flags.quiet || call.flags.json) return 0
  if (output.sessions.length === 0) tell(call.terminal, 'There is no session.')
  if (output.next !== null) tell(call.terminal, `More: the same with --before ${output.next}`)
  return 0
}

/** Replays a session. */
export async function runTranscriptRead(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.transcriptRead(call.input as { readonly session: string })
  show(call, output, (events) => renderEvents(events, call.view))
  if (call.flags.quiet || call.flags.json) return 0
  if (output.events.length === 0) tell(call.terminal, 'There is no such event.')
  if (output.next !== null) tell(call.terminal, `More: the same with --after ${output.next}`)
  return 0
}
