import { createReadStream, statSync } from 'node:fs'
import { z } from 'zod'
import { MemoryError } from '../../errors.js'
import { parseInput } from '../../operations/parse-input.js'
import type { Operations } from '../../operations/table.js'
import { eventInput } from '../../operations/transcript-shapes.js'
import { lines } from '../../transfer/lines.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { fileTrouble } from '../file-trouble.js'
import { showList } from '../lists/show-list.js'
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
    const append = (events: EventInput[]) => memory.transcriptAppend({ ...to, events })
    appended.push(...(await appendFrom(call, String(from), append)))
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

/** Appends the events of a file, all of whose lines are looked at first; a pipe's as they come. */
async function appendFrom(
  call: CommandCall,
  file: string,
  append: (events: EventInput[]) => Promise<Appended>,
): Promise<Appended[]> {
  if (canBeReadTwice(file))
    for await (const { events, lineOf } of batchesOf(file, call)) requireEvents(events, lineOf)
  const appended: Appended[] = []
  let done = 0
  try {
    for await (const { events, lineOf } of batchesOf(file, call)) {
      requireEvents(events, lineOf)
      appended.push(await append(events).catch(inLines(lineOf)))
      done += events.length
    }
  } catch (error) {
    throw done > 0 && error instanceof MemoryError ? behindAppended(error, done) : error
  }
  return appended
}

function canBeReadTwice(file: string): boolean {
  return file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

function requireEvents(events: readonly EventInput[], lineOf: readonly number[]): void {
  const read = parseInput(EVENTS, { events })
  if ('problems' in read)
    throw new MemoryError('invalid_input', withLines(read.problems[0].text, lineOf), FORM)
}

const EVENTS = z.object({ events: z.array(eventInput) })

/** Those before it stand, and would come twice. */
function behindAppended(error: MemoryError, events: number): MemoryError {
  return new MemoryError(
    error.code,
    `${error.message} (${counted(events, 'event')} before it were appended)`,
    `${error.hint ?? FORM}; give events a key each, and the whole can be appended again`,
    { cause: error },
  )
}

async function* batchesOf(file: string, { terminal }: CommandCall) {
  let events: EventInput[] = []
  let lineOf: number[] = []
  let chars = 0
  try {
    for await (const line of lines(file === '-' ? terminal.input : createReadStream(file), MAX_LINE_BYTES)) {
      if (line.text?.trim() === '') continue
      events.push(eventIn(line))
      lineOf.push(line.number)
      chars += line.text?.length ?? 0
      if (events.length < BATCH && chars < BATCH_CHARS) continue
      yield { events, lineOf }
      events = []
      lineOf = []
      chars = 0
    }
  } catch (error) {
    const trouble = fileTrouble(error)
    if (trouble === undefined) throw error
    throw new MemoryError(
      'not_found',
      `cannot open ${printableLine(file)}: ${trouble}`,
      'name a file of events',
      { cause: error },
    )
  }
  if (events.length > 0) yield { events, lineOf }
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
function inLines(lineOf: readonly number[]) {
  return (error: unknown): never => {
    if (!(error instanceof MemoryError)) throw error
    throw new MemoryError(error.code, withLines(error.message, lineOf), error.hint, { cause: error })
  }
}

function withLines(message: string, lineOf: readonly number[]): string {
  return message.replace(/\bevents\.(\d{1,6})/g, (_, at: string) => `line ${lineOf[Number(at)]}`)
}

/** Lists sessions, numbered. */
export async function runTranscriptSessions(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.transcriptSessions(call.input)
  await showList(call, output, {
    kind: 'session',
    ids: output.sessions.map(({ id }) => id),
    hint: 'Numbers can be used: recollect transcript read 1 replays the first, transcript summary 1 says what is in it.',
    render: (sessions) => renderSessions(sessions, call.view),
  })
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
