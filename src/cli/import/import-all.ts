import { posix } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import {
  type FormatName,
  formatNamed,
  isRecognised,
  notRecognised,
  recognise,
} from '../../transfer/formats.js'
import { readHead } from '../../transfer/head.js'
import { tooLarge } from '../../transfer/limit-bytes.js'
import type { Reader } from '../../transfer/reader.js'
import { claudeCode } from '../../transfer/readers/claude-code.js'
import { discord } from '../../transfer/readers/discord.js'
import { markdownNote } from '../../transfer/readers/markdown-note.js'
import { slack } from '../../transfer/readers/slack.js'
import { printableLine } from '../wording/printable.js'
import { type ExportNames, readExportNames } from './export-names.js'
import type { ImportSource, ImportSources } from './import-source.js'
import type { JoinedReport } from './joined-report.js'

export interface ImportAllOptions {
  readonly memory: Pick<Memory, 'import'>
  /** What was asked for besides the files, as the operation takes it. */
  readonly input: Readonly<Record<string, unknown>>
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Messages and notes read, and bytes of all the files. */
  readonly progress: (done: number, bytes: number) => void
}

/**
 * Imports one file after the other, each with a call of its own, and adds what became of it to the report. Of many
 * files, one that cannot be read does not stop the rest; trouble of the store does. Notes come last: those that lie
 * beside an agent's sessions are the agent's, and nobody's to vouch for.
 */
export async function importAll(
  { sources, isMany, maxTotalBytes, label }: ImportSources,
  report: JoinedReport,
  options: ImportAllOptions,
): Promise<void> {
  const { memory, input, maxBytes, signal, progress } = options
  let bytesBefore = 0
  let bytesTaken = 0
  const swollen = swells(label)
  const names = await readExportNames(isMany ? sources : [], signal)
  const notes: ImportSource[] = []
  const agentFolders = new Set<string>()

  const importOne = async (source: ImportSource, areNotesDue: boolean) => {
    const before = report.readCount()
    const stream = addAbortSignal(signal, await source.open())
    try {
      let bytes = 0
      const counted = counting(stream, (piece) => {
        bytes += piece
      })
      const { head, source: content } = await readHead(counted, {
        name: source.sessionName,
        isEnough: isRecognised,
      })
      const reader = readerOf(input['format']) ?? recognise(head)
      if (reader === undefined) {
        if (!isMany) throw notRecognised(head)
        report.leaveOut('file of no known format')
        return
      }
      if (reader === claudeCode) agentFolders.add(dirname(source.name))
      if (isMany && reader === markdownNote && input['format'] === undefined && !areNotesDue) {
        notes.push(source)
        return
      }
      if ((source.bytes ?? 0) > maxBytes) throw tooLarge(maxBytes)
      bytesTaken += source.bytes ?? 0
      const channel = reader === slack || reader === discord ? names.channelOf(source) : undefined
      if (maxTotalBytes !== undefined && bytesTaken > maxTotalBytes) throw swollen
      const output = await memory.import(
        {
          name: source.sessionName,
          ...(source.modifiedAt === undefined ? {} : { at: source.modifiedAt }),
          ...(channel === undefined ? {} : { session: channel }),
          ...(reader === slack ? { people: names.people } : {}),
          ...input,
          content,
          format: reader.name as FormatName,
          maxBytes,
        },
        { signal, progress: ({ done }) => progress(before + done, bytesBefore + bytes) },
      )
      report.add(source.name, output)
    } finally {
      stream.destroy()
    }
  }

  const importEach = async (each: readonly ImportSource[], areNotesDue: boolean) => {
    for (const source of each) {
      signal.throwIfAborted()
      try {
        const beside = isMany ? besideReason(source, names) : undefined
        if (beside === undefined) await importOne(source, areNotesDue)
        else report.leaveOut(beside)
      } catch (error) {
        if (!isMany || error === swollen || !isOfTheFile(error)) throw error
        report.fail(source.name, error)
      }
      if (!areNotesDue) bytesBefore += source.bytes ?? 0
      progress(report.readCount(), bytesBefore)
    }
  }

  await importEach(sources, false)
  const own = notes.filter(({ name }) => !foldersOf(name).some((folder) => agentFolders.has(folder)))
  for (let left = notes.length - own.length; left > 0; left -= 1) report.leaveOut('note of an agent')
  await importEach(own, true)
}

/** What a file is that only stands beside conversations. */
function besideReason(source: ImportSource, names: ExportNames): string | undefined {
  if (names.isNames(source)) return 'names of an export'
  // Claude Code keeps what is too long for a session so.
  return TOOL_RESULT.test(source.name) ? 'output of a tool beside its session' : undefined
}

const TOOL_RESULT = /(?:^|\/)[0-9a-f]{8}-[0-9a-f-]{27}\/tool-results\/[^/]+$/

/** The folders a file is in, from its own to the one that was named. */
function foldersOf(name: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(name); ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === '.' || folder === '/') return folders
  }
}

// Names in a folder or zip are parted by slashes on every system.
const { dirname } = posix

function readerOf(format: unknown): Reader | undefined {
  return typeof format === 'string' ? formatNamed(format as FormatName) : undefined
}

async function* counting(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) {
    const bytes = piece as Uint8Array
    count(bytes.length)
    yield bytes
  }
}

/** What says something about one file, and nothing about the next. */
function isOfTheFile(error: unknown): error is MemoryError {
  return error instanceof MemoryError && ['invalid_input', 'too_large', 'not_found'].includes(error.code)
}

function swells(label: string): MemoryError {
  return new MemoryError(
    'too_large',
    `${printableLine(label)} holds more than may come out of one zip`,
    'raise the limit with --max-mb, or unpack it and import the folder',
  )
}
