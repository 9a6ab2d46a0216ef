import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { type DocumentSource, type DocumentSources, documentSources } from '../import/document-sources.js'
import { type ImportInput, type ImportOutput, takeIn } from '../import/take-in.js'
import { explainShelf, onShelf } from '../on-shelf.js'
import { meterOf } from '../progress-meter.js'
import { type Published, pendingOf, publishPending } from '../publish-pending.js'
import { type DocumentImport, renderDocumentImport } from '../render/document-import.js'
import { calledBy } from '../render/knowledge.js'
import { tell } from '../tell.js'
import { tellWhetherAsked } from '../tell-whether-asked.js'
import { withInterrupt } from '../with-interrupt.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Takes files in as documents. Ctrl-C stops it between two files; what was taken by then stays. */
export async function runKnowledgeImport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { paths, glob, source, publish, system: _, ...input } = readInput(call)
  const found = await documentSources({
    paths,
    globs: glob,
    named: source,
    pipe: terminal.isPiped ? terminal.input : undefined,
  })
  const meter = meterOf(call, paths.length === 1 ? (paths[0] ?? '') : counted(paths.length, 'path'))
  const reading = { files: 0, bytes: 0 }
  const totalBytes = totalOf(found.sources)
  let done: Published | undefined
  const output = await withInterrupt(async (signal) => {
    const shelf = await onShelf(call)
    const isPublishing = publish && input.dryRun !== true
    const before = isPublishing ? await pendingOf(shelf) : []
    const naming = source === undefined ? input : { ...input, rename: true }
    const report = await takeIn(shelf, naming, {
      sources: found.sources,
      covers: found.covers,
      signal,
      read(bytes) {
        reading.bytes += bytes
        meter.show({
          done: reading.files,
          total: found.sources.length,
          unit: 'files',
          bytes: reading.bytes,
          totalBytes,
        })
      },
      progress: ({ done }) => {
        reading.files = done
      },
    })
    if (!isPublishing) return joined(report, found, undefined)
    const { waiting } = report
    done = await publishPending(
      shelf,
      { waiting, before },
      { signal, progress: (done, total) => meter.show({ done, total, unit: 'documents published' }) },
    )
    return joined(report, found, done)
  })
    .catch((error: unknown) => {
      throw explainShelf(error)
    })
    .finally(() => meter.clear())
  if (output === undefined) {
    terminal.note(
      input.dryRun === true
        ? 'Stopped; a dry run keeps nothing.'
        : `Stopped. ${counted(reading.files, 'file')} read so far, and kept; the same command again goes on from there.`,
    )
    return 1
  }
  show(call, output, () => renderDocumentImport(output, view))
  if (flags.quiet || flags.json) return exitOf(output)
  if (done !== undefined) await tellWhetherAsked(terminal, (await call.open()).memory, done.published)
  for (const note of notesOf(output, done, call)) tell(terminal, note)
  return exitOf(output)
}

function exitOf({ failed, files }: DocumentImport): ExitCode {
  return failed > 0 || files === 0 ? 1 : 0
}

interface Typed extends Omit<ImportInput, 'content' | 'files' | 'source' | 'shelf' | 'covers' | 'rename'> {
  readonly paths: readonly string[]
  readonly glob: readonly string[]
  readonly source: string | undefined
  readonly publish: boolean
  readonly system?: boolean
}

/** Throws UsageError. */
function readInput({ input }: CommandCall): Typed {
  const { paths, glob = [], source, publish, 'max-mb': maxMb, ...rest } = input as Record<string, unknown>
  if (maxMb !== undefined && !(typeof maxMb === 'number' && maxMb > 0 && maxMb <= MAX_MAX_MB))
    throw new UsageError('--max-mb needs a number above 0', 'write --max-mb 50')
  if (publish === true && rest['keepPublished'] === true)
    throw new UsageError('--publish leaves nothing to keep', 'give --publish or --keep-published')
  return {
    ...rest,
    ...(maxMb === undefined ? {} : { maxBytes: Math.ceil(Number(maxMb) * 1_000_000) }),
    paths: paths as readonly string[],
    glob: glob as readonly string[],
    source: source as string | undefined,
    publish: publish === true,
  }
}

/** A file of 1 GB has some 400 million characters, near to what a text can hold. */
const MAX_MAX_MB = 400

function joined(
  report: ImportOutput,
  { leftOut, failed }: DocumentSources,
  done: Published | undefined,
): DocumentImport {
  return {
    ...report,
    failed: report.failed + failed.length,
    problems: [
      ...failed.map(({ file, error }) => ({
        path: file,
        line: null,
        reason: error.message,
        hint: error.hint ?? null,
      })),
      ...report.problems,
    ],
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })),
    ...(done === undefined ? {} : { published: done.published.map(({ id }) => id) }),
  }
}

function totalOf(sources: readonly DocumentSource[]): number | undefined {
  return sources.some(({ bytes }) => bytes === undefined)
    ? undefined
    : sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

function notesOf(
  { counts, files, failed, dryRun, documents }: DocumentImport,
  done: Published | undefined,
  { input }: CommandCall,
): string[] {
  const system = input['system'] === true ? ' --system' : ''
  if (dryRun) return ['A dry run: nothing was written.']
  if (files === 0 && failed === 0) return [NOTHING]
  if (done !== undefined) return waitingNotes(done, system)
  const waiting = counts.added + counts.changed
  return [
    ...(counts.forgotten > 0 ? ['What was deleted stays so; --again takes it in all the same.'] : []),
    ...(waiting === 0
      ? []
      : [
          waiting === 1
            ? `It waits for review: recollect knowledge publish ${nameOfOne(documents)}${system}`
            : `They wait for review: recollect knowledge list --status pending${system}, then recollect knowledge publish DOCUMENT${system}, or --all`,
        ]),
  ]
}

function waitingNotes({ waiting }: Published, system: string): string[] {
  if (waiting === 0) return []
  const which = waiting === 1 ? 'waited before, and still waits' : 'waited before, and still wait'
  return [`${counted(waiting, 'document')} ${which}: recollect knowledge list --status pending${system}`]
}

function nameOfOne(documents: DocumentImport['documents']): string {
  const one = documents.find(({ outcome }) => outcome === 'added' || outcome === 'changed')
  return one === undefined ? 'DOCUMENT' : calledBy({ source: one.path, title: one.title })
}

const NOTHING =
  'There is no Markdown and no text there; --glob means other files, --dry-run says what is left out.'
