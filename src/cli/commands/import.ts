import { isMemoryIndex } from '../../transfer/records/memory-index.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { findSources } from '../import/find-sources.js'
import { importAll } from '../import/import-all.js'
import type { ImportSources } from '../import/import-source.js'
import { createJoinedReport, type JoinedOutput } from '../import/joined-report.js'
import { meterOf } from '../progress-meter.js'
import { renderImportReport } from '../render/import-report.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { isArchiveAt, runImportArchive } from './import-archive.js'
import { show } from './run-operation.js'

/** Streams files into the memory. Ctrl-C stops it between two chunks, and says what was kept. */
export async function runImport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { path, maxBytes, input } = readInput(call)
  if (await isArchiveAt(path, terminal)) return runImportArchive(call, path)
  const sources = await findSources(path, terminal, maxBytes)
  const meter = meterOf(call, printableLine(sources.label))
  const report = createJoinedReport(input['dryRun'] === true)
  for (const [reason, count] of sources.leftOut) report.leaveOut(reason, count)
  const totalBytes = totalOf(sources)
  let settled = 0
  const isDone = await withInterrupt(async (signal) => {
    const { memory } = await call.open()
    await importAll(sources, report, {
      memory,
      input,
      maxBytes,
      signal,
      progress(done, bytes) {
        settled = done
        meter.show({ done, unit: 'messages', bytes, totalBytes })
      },
    })
    return true
  }).finally(async () => {
    meter.clear()
    await sources.close()
  })
  if (isDone) {
    const output = report.result()
    show(call, output, () => renderImportReport(output, view))
    if (!flags.quiet && !flags.json) {
      for (const note of notesOf(output, sources)) tell(terminal, note)
    }
    return output.messages + output.notes === 0 && (output.skipped > 0 || sources.isMany) ? 1 : 0
  }
  terminal.note(
    input['dryRun'] === true
      ? 'Stopped; a dry run keeps nothing.'
      : `Stopped. ${counted(settled, 'message')} read so far and kept; the same command again goes on from there.`,
  )
  return 1
}

interface ImportInput {
  readonly path: string
  readonly maxBytes: number
  /** As the operation takes it, without the content. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Throws UsageError. */
function readInput({ input: typed }: CommandCall): ImportInput {
  const {
    content,
    'max-mb': maxMb = DEFAULT_MAX_MB,
    'month-first': monthFirst,
    ...input
  } = typed as Record<string, unknown>
  if (typeof maxMb !== 'number' || !(maxMb > 0) || maxMb > MAX_MAX_MB) {
    throw new UsageError('--max-mb needs a number above 0', 'write --max-mb 500')
  }
  if (monthFirst === true && input['dayFirst'] === true) {
    throw new UsageError('--day-first and --month-first exclude each other', 'give one of them')
  }
  return {
    path: String(content),
    maxBytes: Math.ceil(maxMb * 1_000_000),
    input: monthFirst === true ? { ...input, dayFirst: false } : input,
  }
}

const DEFAULT_MAX_MB = 100
const MAX_MAX_MB = 1_000_000

function totalOf({ sources }: ImportSources): number | undefined {
  return sources.some(({ bytes }) => bytes === undefined)
    ? undefined
    : sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

function notesOf(output: JoinedOutput, { isMany, sources }: ImportSources): string[] {
  // What an agent remembers is no conversation, and as a note it would be nobody's to use.
  const hasMemory = isMany && sources.some(({ name }) => isMemoryIndex(name))
  return [...toldOf(output, isMany), ...(hasMemory ? [AGENT_MEMORY] : [])]
}

const AGENT_MEMORY =
  'With MEMORY.md lies what an agent remembers; to keep that as records: recollect record-import PATH'

function toldOf(
  { dryRun, messages, notes, files, added, repeated, forgotten }: JoinedOutput,
  isMany: boolean,
): string[] {
  if (isMany && files.length === 0) {
    return ['None of its files is a conversation or a note; docs/importing.md says what is read.']
  }
  if (messages + notes === 0) return ['It has no messages.']
  return [
    ...(forgotten > 0 && added + repeated === 0 ? [ALL_FORGOTTEN] : []),
    ...(dryRun ? ['A dry run: nothing was written.'] : []),
  ]
}

const ALL_FORGOTTEN =
  'You forgot all of it once, so it stays away. recollect clear --fresh forgets the rest too, and lets it come back.'
