import { stat } from 'node:fs/promises'
import { isRetrySafe, MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { type DocumentSource, documentSources } from '../import/document-sources.js'
import { explainShelf, type OnShelf, onShelf } from '../on-shelf.js'
import { publishPending } from '../publish-pending.js'
import { createFolderEvents } from '../watch/folder-events.js'
import { type WatchedFile, watchFolder } from '../watch/watch-folder.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'
import { type ImportOutput, takeIn } from './knowledge-import.js'

type Watched = DocumentSource & WatchedFile

/** Takes the files of a folder in whenever they change, a line each, until Ctrl-C. */
export async function runKnowledgeWatch(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const folder = String(input['folder'])
  if (flags.json)
    throw new UsageError('watch is for people', 'recollect knowledge import --json, whenever you want')
  if (!(await isFolder(folder)))
    throw new MemoryError(
      'not_found',
      `there is no folder ${printableLine(folder)}`,
      'recollect knowledge watch DIR',
    )
  const on = await onShelf(call)
  const line = (what: string, name: string, rest = '') => {
    const at = spokenTime(new Date().toISOString(), { ...view, now: Date.now() }).replace(/^today, /, '')
    terminal.out(
      `${view.style.dim(at)}  ${what.padEnd(9)}  ${printableLine(name)}${rest === '' ? '' : `  ${view.style.dim(rest)}`}`,
    )
  }
  const stop = new AbortController()
  const events = createFolderEvents()
  const interrupt = () => {
    stop.abort()
    events.close()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  terminal.note(terminal.noteStyle.dim(`Watching ${printableLine(folder)}. Ctrl-C ends it.`))
  try {
    const take = taker(on, { input, line, signal: stop.signal })
    await watchFolder<Watched>({
      look: () => lookAt(folder, input),
      take,
      gone: (files) => {
        for (const { file } of files)
          line('gone', file, 'its document stays; to take it back: recollect knowledge withdraw')
      },
      away: (isAway) => line(isAway ? 'away' : 'back', folder, isAway ? 'waiting for it to come back' : ''),
      next: events.next,
      settle: () => events.rest(SETTLE_MS),
      signal: stop.signal,
    })
  } catch (error) {
    if (!stop.signal.aborted) throw explainShelf(error)
  } finally {
    events.close()
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
  if (!flags.quiet) terminal.note(terminal.noteStyle.dim('No longer watching.'))
  return 0
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Longer than an editor takes between the steps of a save. */
const SETTLE_MS = 300

/** Undefined where the folder is away. */
async function lookAt(folder: string, input: Readonly<Record<string, unknown>>) {
  try {
    const { sources, folders } = await documentSources({
      paths: [folder],
      globs: (input['glob'] ?? []) as readonly string[],
      named: input['source'] as string | undefined,
      cwd: process.cwd(),
      pipe: undefined,
    })
    const files = sources.flatMap((one): Watched[] =>
      one.source === null ? [] : [{ ...one, source: one.source }],
    )
    return { files, folders }
  } catch (error) {
    // A folder in it may have gone while it was looked at; then the next look says what is left.
    if (error instanceof MemoryError && error.code === 'not_found') return undefined
    throw error
  }
}

interface Taker {
  readonly input: Readonly<Record<string, unknown>>
  readonly line: (what: string, name: string, rest?: string) => void
  readonly signal: AbortSignal
}

/** Takes files in and tells a line of each that changed. What cannot be taken is told once, and tried again when it changes. */
function taker(on: OnShelf, { input, line, signal }: Taker) {
  const options = input['keep-published'] === true ? { keepPublished: true } : {}
  const isPublishing = input['publish'] === true
  const told = new Map<string, string>()
  let trouble = ''
  return async (files: readonly Watched[]): Promise<ReadonlySet<string>> => {
    const moving = new Set<string>()
    const sources = files.map(
      (one): Watched => ({
        ...one,
        isAsItWas: async () => {
          const isStill = await one.isAsItWas().catch(() => false)
          if (!isStill) moving.add(one.source)
          return isStill
        },
      }),
    )
    try {
      const report = await takeIn(on, options, { sources, signal, read: () => undefined })
      if (isPublishing)
        await publishPending(on, new Set(sources.map(({ source }) => source)), report, { signal })
      tellReport(report, { files, moving, told, line, isPublishing })
      return moving
    } catch (error) {
      // Another process writes, or the disk is full: the next look tries again.
      if (!(error instanceof MemoryError) || !isRetrySafe[error.code]) throw error
      if (error.message !== trouble) line('waiting', error.message)
      trouble = error.message
      return new Set(sources.map(({ source }) => source))
    }
  }
}

interface Telling extends Pick<Taker, 'line'> {
  readonly files: readonly Watched[]
  readonly moving: ReadonlySet<string>
  /** Stamps of the files whose problems were told. */
  readonly told: Map<string, string>
  readonly isPublishing: boolean
}

function tellReport(
  { documents, problems }: ImportOutput,
  { files, moving, told, line, isPublishing }: Telling,
): void {
  const fileOf = new Map(files.map((file) => [file.source, file]))
  const named = (path: string | null) => (path === null ? '' : (fileOf.get(path)?.file ?? path))
  const stampOf = (path: string | null) => fileOf.get(path ?? '')?.stamp ?? ''
  const fresh = problems.filter(
    ({ path }) => path !== null && !moving.has(path) && told.get(path) !== stampOf(path),
  )
  for (const { path, outcome, version } of documents) {
    const then = isPublishing ? 'published' : outcome === 'moved' ? '' : 'waits for review'
    const rest = [outcome === 'changed' ? `version ${version}` : '', then]
      .filter((part) => part !== '')
      .join(', ')
    line(outcome, named(path), outcome === 'forgotten' ? 'it was deleted, and stays so' : rest)
  }
  for (const { path } of fresh) told.set(path ?? '', stampOf(path))
  for (const { path, line: at, reason, hint } of fresh) {
    line(
      'problem',
      `${named(path)}${at === null ? '' : `, line ${at}`}`,
      [reason, ...(hint === null ? [] : [hint])].join('; '),
    )
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )
}
