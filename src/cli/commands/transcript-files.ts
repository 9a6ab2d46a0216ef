import { statSync } from 'node:fs'
import { MemoryError } from '../../errors.js'
import { type ResumedFile, resumeFile } from '../../transfer/transcripts/resume-file.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { fileTrouble } from '../file-trouble.js'
import { meterOf } from '../progress-meter.js'
import { renderRepaired, renderTaken } from '../render/transcripts.js'
import { printLines, saveLines } from '../save-lines.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { refuseOccupied } from './export.js'
import { runOperation, show } from './run-operation.js'

/** Writes a session into a file, or to standard output; with --follow also what comes, until Ctrl-C. */
export async function runTranscriptExport(call: CommandCall): Promise<ExitCode> {
  const { terminal, input } = call
  const { out, overwrite = false, resume = false, follow = false, ...rest } = input
  const session = String(rest['session'])
  const file = out === undefined || out === '-' ? undefined : String(out)
  if (file !== undefined && (follow === true || resume === true))
    return goOn(call, { session, file, follow: follow === true })
  if (file !== undefined) refuseOccupied(file, overwrite === true)
  const { memory } = await call.open()
  const written = await withInterrupt(async (signal) => {
    const { lines } = await memory.transcriptExport({ session, follow: follow === true }, { signal })
    await (file === undefined ? printLines(lines, terminal.results) : saveLines(lines, file))
    return true
  })
  if (written === undefined) return follow === true ? 0 : 1
  if (file === undefined) return 0
  const { size } = statSync(file)
  show(
    call,
    { file, bytes: size },
    () => `Wrote ${printableLine(session)} to ${printableLine(file)} (${spokenBytes(size)}).`,
  )
  return 0
}

interface GoingOn {
  readonly session: string
  readonly file: string
  readonly follow: boolean
}

/** Goes on with a file behind its last whole event; begins it where there is none. */
async function goOn(call: CommandCall, { session, file, follow }: GoingOn): Promise<ExitCode> {
  const { terminal, flags } = call
  const { memory } = await call.open()
  const resumed = await resumeFile(file)
  try {
    await withInterrupt(async (signal) => {
      const { lines, id } = await memory.transcriptExport(
        { session, follow, ...placeOf(resumed) },
        { signal },
      )
      if (resumed.session !== null && resumed.session !== id)
        throw new MemoryError('conflict', 'the file is of another session', 'give another name')
      const torn = await resumed.begin()
      if (torn !== null && !flags.quiet)
        tell(terminal, `Its end was torn: ${counted(torn.bytes, 'byte')} set aside in ${torn.file}.`)
      for await (const piece of lines) await resumed.append(piece)
    })
    await resumed.sync()
  } finally {
    await resumed.close()
  }
  const { size } = statSync(file)
  show(call, { file, bytes: size }, () => `${printableLine(file)} is up to date (${spokenBytes(size)}).`)
  return 0
}

function placeOf({ last, lastId, session }: ResumedFile) {
  if (session === null) return {}
  // Its first line is there: nothing of it is written again.
  return { after: last, hasHeader: true, ...(lastId === null ? {} : { afterId: lastId }) }
}

/** Takes a session in from its file or the pipe. */
export async function runTranscriptImport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const { content, ...rest } = input
  if (content === '-' && !terminal.isPiped)
    throw new UsageError('nothing is piped in', 'name the file: recollect transcript import FILE')
  const { memory } = await call.open()
  const meter = meterOf(call, 'import')
  const output = await memory
    .transcriptImport(
      content === '-' ? { ...rest, content: terminal.input } : { ...rest, file: String(content) },
      {
        progress: (reading) => meter.show(reading),
      },
    )
    .catch((error: unknown) => {
      const trouble =
        content === '-' ? undefined : fileTrouble(error instanceof MemoryError ? error.cause : error)
      if (trouble === undefined) throw error
      throw new MemoryError(
        'not_found',
        `cannot open ${printableLine(String(content))}: ${trouble}`,
        'name the file of a session, or - for the pipe',
        { cause: error },
      )
    })
    .finally(meter.clear)
  show(call, output, renderTaken)
  if (output.torn !== null && !flags.json) {
    const { line, at, bytes } = output.torn
    terminal.note(`The file ends within line ${line} (byte ${at}): ${counted(bytes, 'byte')} left out.`)
  }
  if (rest['dryRun'] === true && !flags.quiet && !flags.json) tell(terminal, 'Nothing was written.')
  return 0
}

/** Makes a session's file sound. */
export function runTranscriptRepair(call: CommandCall): Promise<ExitCode> {
  return runOperation(call, 'transcriptRepair', (report) =>
    renderRepaired(report, call.input['dryRun'] === true),
  )
}
