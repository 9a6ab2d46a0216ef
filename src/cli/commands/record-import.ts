import type { Readable } from 'node:stream'
import { MemoryError } from '../../errors.js'
import type { GivenFile } from '../../transfer/records/record-entry.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { findSources } from '../import/find-sources.js'
import type { ImportSource, ImportSources } from '../import/import-source.js'
import { cannotOpen } from '../import/walk-folder.js'
import { meterOf } from '../progress-meter.js'
import { type RecordImportOutput, renderRecordImport } from '../render/record-import.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Takes the memories of a file, a zip or a folder in as records. Ctrl-C stops it; what was kept by then stays. */
export async function runRecordImport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { content: path, 'max-mb': maxMb = DEFAULT_MAX_MB, ...input } = call.input as Record<string, unknown>
  if (typeof maxMb !== 'number' || !(maxMb > 0) || maxMb > MAX_MAX_MB)
    throw new UsageError('--max-mb needs a number above 0', 'write --max-mb 500')
  const maxBytes = Math.ceil(maxMb * 1_000_000)
  const sources = await findSources(String(path), terminal, maxBytes)
  const meter = meterOf(call, printableLine(sources.label))
  let settled = 0
  const output = await withInterrupt(async (signal) => {
    const { memory } = await call.open()
    return memory.recordImport(
      { ...input, maxBytes, ...whatOf(sources) },
      {
        signal,
        progress(reading) {
          settled = reading.done
          meter.show(reading)
        },
      },
    )
  }).finally(async () => {
    meter.clear()
    await sources.close()
  })
  if (output === undefined) {
    terminal.note(
      input['dryRun'] === true
        ? 'Stopped; a dry run keeps nothing.'
        : `Stopped. ${counted(settled, 'record')} done so far and kept; the same command again goes on from there.`,
    )
    return 1
  }
  const report = { ...output, leftOut: [...output.leftOut, ...walkedPast(sources)] }
  show(call, report, () => renderRecordImport(report, view))
  if (!flags.quiet && !flags.json) for (const note of notesOf(report, input)) tell(terminal, note)
  return report.found === 0 ? 1 : 0
}

const DEFAULT_MAX_MB = 100
const MAX_MAX_MB = 1_000_000

/** One file was meant as it is; of many, each is taken for what it is. */
function whatOf(sources: ImportSources): Parameters<CommandMemory['recordImport']>[0] {
  const [first] = sources.sources
  if (!sources.isMany && first !== undefined) return { content: pieces(first), name: first.sessionName }
  return { files: filesOf(sources) }
}

type CommandMemory = Awaited<ReturnType<CommandCall['open']>>['memory']

function* filesOf({
  sources,
  maxTotalBytes = Number.POSITIVE_INFINITY,
  label,
}: ImportSources): Generator<GivenFile> {
  let bytes = 0
  for (const source of sources) {
    bytes += source.bytes ?? 0
    if (bytes > maxTotalBytes) {
      throw new MemoryError(
        'too_large',
        `${printableLine(label)} holds more than may come out of one zip`,
        'raise the limit with --max-mb, or unpack it and import the folder',
      )
    }
    yield { path: source.name, content: pieces(source) }
  }
}

/** Opened when it is its turn. */
async function* pieces(source: ImportSource): AsyncGenerator<Uint8Array> {
  let stream: Readable | undefined
  try {
    stream = await source.open()
    for await (const piece of stream) yield piece as Uint8Array
  } catch (error) {
    throw cannotOpen(source.name, error)
  } finally {
    stream?.destroy()
  }
}

function walkedPast({ leftOut }: ImportSources): RecordImportOutput['leftOut'] {
  return [...leftOut].map(([reason, count]) => ({ reason, count }))
}

function notesOf(
  { found, leftOut, differs, untyped, dryRun, forms, users }: RecordImportOutput,
  { of, type }: Readonly<Record<string, unknown>>,
): string[] {
  const hasConversations = leftOut.some(({ reason }) => reason === 'conversation')
  return [
    ...(found === 0 && forms.length === 0 ? [NOTHING] : []),
    ...(hasConversations ? [CONVERSATIONS] : []),
    ...(users.length > 1 && of === undefined && found > 0 ? [severalUsers(users)] : []),
    ...(of !== undefined && found === 0 && forms.length > 0 ? [noneOf(String(of), users)] : []),
    ...(differs > 0 ? [DIFFERS] : []),
    ...(untyped > 0 && type === undefined ? [UNTYPED] : []),
    ...(dryRun ? ['A dry run: nothing was written.'] : []),
  ]
}

function severalUsers(users: RecordImportOutput['users']): string {
  return `These are memories of ${counted(users.length, 'user')}: ${listed(users)}; --of USER takes those of one.`
}

function noneOf(of: string, users: RecordImportOutput['users']): string {
  const whose =
    users.length === 0 ? 'They do not say whose they are.' : `There are those of ${listed(users)}.`
  return `None of the memories are of ${printableLine(of)}. ${whose}`
}

function listed(users: RecordImportOutput['users']): string {
  const first = users.filter((_, index) => index < USERS_SHOWN)
  const named = first.map(({ user, memories }) => `${printableLine(user)} (${memories})`)
  return [...named, ...(users.length > USERS_SHOWN ? ['and others'] : [])].join(', ')
}

const USERS_SHOWN = 5
const NOTHING = 'None of its files holds memories that are known; docs/importing.md says what is read.'
const CONVERSATIONS = 'Conversations are taken in by: recollect import PATH'
const DIFFERS = 'What differs was left as it is here; --update takes over what is imported.'
const UNTYPED =
  'What does not say what it is for is kept as reference; --type user or --type feedback, say, gives another type.'
