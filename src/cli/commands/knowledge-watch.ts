import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { isRetrySafe, MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import {
  type Covered,
  type DocumentSource,
  type FolderWanted,
  folderSources,
} from '../import/document-sources.js'
import { sourceName } from '../import/source-name.js'
import { type ImportOutput, takeIn } from '../import/take-in.js'
import { explainShelf, type OnShelf, onShelf } from '../on-shelf.js'
import { pendingOf, publishPending } from '../publish-pending.js'
import { createFolderEvents } from '../watch/folder-events.js'
import { isAway } from '../watch/is-away.js'
import { type WatchedFile, watchFolder } from '../watch/watch-folder.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'

type Watched = DocumentSource & WatchedFile

/** Takes the files of a folder in whenever they change, a line each, until Ctrl-C. */
export async function runKnowledgeWatch(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const folder = String(input['folder'])
  if (flags.json)
    throw new UsageError('watch is for people', 'recollect knowledge import --json, whenever you want')
  const wanted = await wantedFolder(folder, input)
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
    let seen: Looked | undefined
    const take = taker(on, { input, line, seen: () => seen, signal: stop.signal })
    await watchFolder<Watched>({
      look: async () => {
        seen = await lookAt(wanted)
        return seen
      },
      take,
      gone: (files) => {
        for (const { file } of files)
          line(
            existsSync(file) ? 'left out' : 'gone',
            file,
            `${existsSync(file) ? 'no longer taken in; ' : ''}its document stays; to take it back: recollect knowledge withdraw`,
          )
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

/** What is watched, fixed once: a folder that was renamed is away, also for who stands in it. Throws `not_found`. */
async function wantedFolder(
  folder: string,
  { glob, source }: Readonly<Record<string, unknown>>,
): Promise<FolderWanted> {
  const status = await stat(folder).catch(() => undefined)
  if (status === undefined)
    throw new MemoryError(
      'not_found',
      `there is no folder ${printableLine(folder)}`,
      'recollect knowledge watch DIR',
    )
  if (!status.isDirectory())
    throw new MemoryError(
      'invalid_input',
      `${printableLine(folder)} is a file, and watch is for folders`,
      `recollect knowledge import ${printableLine(folder)}, or watch its folder with --glob`,
    )
  const real = await realpath(folder)
  return {
    real,
    source: (source as string | undefined) ?? (await sourceName(real)),
    label: folder,
    globs: (glob ?? []) as readonly string[],
  }
}

interface Looked {
  readonly files: readonly Watched[]
  readonly folders: readonly string[]
  readonly covers: readonly Covered[]
}

/** Undefined where the folder is away. */
async function lookAt(wanted: FolderWanted): Promise<Looked | undefined> {
  try {
    const { sources, folders, covers } = await folderSources(wanted)
    const files = sources.flatMap((one): Watched[] =>
      one.source === null ? [] : [{ ...one, source: one.source }],
    )
    return { files, folders, covers }
  } catch (error) {
    // A folder in it may have gone while it was looked at; then the next look says what is left.
    if (isAway(error)) return undefined
    throw error
  }
}

interface Taker {
  readonly input: Readonly<Record<string, unknown>>
  readonly line: (what: string, name: string, rest?: string) => void
  /** As the folder was last looked at. */
  readonly seen: () => Looked | undefined
  readonly signal: AbortSignal
}

/** Takes files in and tells a line of each that changed. What cannot be taken is told once, and tried again when it changes. */
function taker(on: OnShelf, { input, line, seen, signal }: Taker) {
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
      const before = isPublishing ? await pendingOf(on) : []
      const covers = coversOf(seen(), files)
      const report = await takeIn(on, options, { sources, covers, signal, read: () => undefined })
      const { waiting } = report
      const done = isPublishing ? await publishPending(on, { waiting, before }, { signal }) : undefined
      const published = new Set(done?.published.map(({ id }) => id))
      tellReport(report, { files, moving, told, line, published })
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

/** What is there and not given, as it is not at rest, has not moved. */
function coversOf(seen: Looked | undefined, given: readonly Watched[]): Covered[] {
  const sources = new Set(given.map(({ source }) => source))
  return (seen?.covers ?? []).map((cover) => {
    const waiting = (seen?.files ?? []).filter(({ source }) => !sources.has(source))
    const beneath = waiting.map(({ source }) => source.substring(cover.source.length)) // slice-ok: behind what it begins with
    return { ...cover, except: [...cover.except, ...beneath] }
  })
}

interface Telling extends Pick<Taker, 'line'> {
  readonly files: readonly Watched[]
  readonly moving: ReadonlySet<string>
  /** Stamps of the files whose problems were told. */
  readonly told: Map<string, string>
  /** Ids. */
  readonly published: ReadonlySet<string>
}

function tellReport(
  { documents, problems }: ImportOutput,
  { files, moving, told, line, published }: Telling,
): void {
  const fileOf = new Map(files.map((file) => [file.source, file]))
  const named = (path: string | null) => (path === null ? '' : (fileOf.get(path)?.file ?? path))
  const stampOf = (path: string | null) => fileOf.get(path ?? '')?.stamp ?? ''
  const fresh = problems.filter(
    ({ path }) => path !== null && !moving.has(path) && told.get(path) !== stampOf(path),
  )
  for (const { id, path, outcome, version } of documents) {
    const then = published.has(id ?? '') ? 'published' : outcome === 'moved' ? '' : 'waits for review'
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
