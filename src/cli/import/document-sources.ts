import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import { printableLine } from '../wording/printable.js'
import { documentChooser } from './choose-files.js'
import type { ImportSource } from './import-source.js'
import { slashed, sourceName } from './source-name.js'
import { cannotOpen, sourceOf, walkFolder } from './walk-folder.js'

/** A file, or the pipe, that is to become a document. */
export interface DocumentSource {
  /** What its document is called; null where nothing says it. */
  readonly source: string | null
  /** Where it lies, by which its document is known again; null for a pipe. */
  readonly place: string | null
  /** As it is told. */
  readonly file: string
  /** Unknown for a pipe. */
  readonly bytes: number | undefined
  /** Changes when the file does. */
  readonly stamp: string
  open(): Promise<Readable>
  /** Whether it still stands there as it was found. */
  isAsItWas(): Promise<boolean>
}

export interface DocumentSources {
  readonly sources: readonly DocumentSource[]
  /** What is not looked at, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
  /** Folders that were looked through whole. */
  readonly covers: readonly Covered[]
  /** Real paths of the folders that were looked into. */
  readonly folders: readonly string[]
  /** Paths that stand for nothing that can be read. */
  readonly failed: readonly { readonly file: string; readonly error: MemoryError }[]
}

/** A folder: how the names and the places of what is in it begin, and what of it was not looked at. */
export interface Covered {
  readonly source: string
  readonly place: string
  readonly except: readonly string[]
}

export interface DocumentSourcesWanted {
  readonly paths: readonly string[]
  readonly globs: readonly string[]
  /** What to be called instead of the path; only of one path. */
  readonly named: string | undefined
  /** Undefined where nothing is piped in. */
  readonly pipe: Readable | undefined
}

/**
 * What paths stand for: files as they are, of folders what is Markdown or text and in no ignore file, `-` for the pipe.
 * Each file once. Throws UsageError for what cannot be meant.
 */
export async function documentSources(wanted: DocumentSourcesWanted): Promise<DocumentSources> {
  const { paths, named } = wanted
  if (named !== undefined && paths.length > 1)
    throw new UsageError('--source names one thing, and there are several', 'import them one by one')
  const found = new Map<string, DocumentSource>()
  const leftOut = new Map<string, number>()
  const failed: { file: string; error: MemoryError }[] = []
  const folders: string[] = []
  const covers: Covered[] = []
  for (const path of paths) {
    try {
      const part = await sourcesAt(path, wanted)
      for (const source of part.sources) {
        const key = source.place ?? source.file
        if (!found.has(key)) found.set(key, source)
      }
      covers.push(...part.covers)
      folders.push(...part.folders)
      for (const [reason, count] of part.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count)
    } catch (error) {
      if (!(error instanceof MemoryError) || paths.length === 1) throw error
      failed.push({ file: path, error })
    }
  }
  return { sources: [...found.values()], leftOut, covers, folders, failed }
}

async function sourcesAt(
  path: string,
  { globs, named, pipe }: DocumentSourcesWanted,
): Promise<Omit<DocumentSources, 'failed'>> {
  const alone = { leftOut: new Map(), covers: [], folders: [] }
  if (path === '-') return { ...alone, sources: [piped(pipe, named)] }
  if (path.includes('\0')) throw new UsageError('a path cannot hold a NUL character')
  const real = await realOf(path)
  const source = named ?? (await sourceName(real))
  const status = await stat(real)
  if (status.isDirectory()) return folderSources({ real, source, label: path, globs })
  if (!status.isFile()) throw noFile(path)
  const file = await sourceOf(dirname(real), basename(real), path)
  return { ...alone, sources: [documentOf(file, { source, place: slashed(real), file: path, real })] }
}

export interface FolderWanted {
  /** Its real path. */
  readonly real: string
  readonly source: string
  /** As it is told. */
  readonly label: string
  readonly globs: readonly string[]
}

/** What of a folder can become documents. Throws `not_found` where it is gone. */
export async function folderSources({
  real,
  source,
  label,
  globs,
}: FolderWanted): Promise<Omit<DocumentSources, 'failed'>> {
  const folders: string[] = []
  const { sources, leftOut, unseen } = await walkFolder(real, label, async (root) => {
    const chooser = await documentChooser(root, globs)
    return {
      ...chooser,
      enter: (folder) => {
        folders.push(join(root, folder))
        return chooser.enter(folder)
      },
    }
  })
  const base = label.replace(/[/\\]+$/, '')
  const within = { source: `${source}/`, place: `${slashed(real)}/` }
  return {
    sources: sources.map((file) =>
      documentOf(file, {
        source: `${within.source}${file.name}`,
        place: `${within.place}${file.name}`,
        file: `${base}/${file.name}`,
        real: join(real, file.name),
      }),
    ),
    leftOut,
    covers: [{ ...within, except: unseen }],
    folders,
  }
}

function noFile(path: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${printableLine(path)} is neither a file nor a folder`,
    'a pipe or a device is read like: recollect knowledge import - --source notes.md < PATH',
  )
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

interface Names extends Pick<DocumentSource, 'source' | 'place' | 'file'> {
  readonly real: string
}

function documentOf({ bytes, modifiedAt, open }: ImportSource, { real, ...names }: Names): DocumentSource {
  const stamp = stampOf(bytes, modifiedAt)
  const isAsItWas = async () => {
    const now = await lstat(real)
    return stampOf(now.size, Math.round(now.mtimeMs)) === stamp
  }
  return { ...names, bytes, stamp, open, isAsItWas }
}

function stampOf(bytes: number | undefined, modifiedAt: number | undefined): string {
  return `${bytes} ${modifiedAt}`
}

function piped(pipe: Readable | undefined, named: string | undefined): DocumentSource {
  if (pipe === undefined) {
    throw new UsageError(
      '- reads the pipe, and nothing is piped in',
      'like: recollect knowledge import - --source notes.md < notes.md',
    )
  }
  return {
    source: named ?? null,
    place: null,
    file: named ?? 'pipe',
    bytes: undefined,
    stamp: '',
    open: async () => pipe,
    isAsItWas: async () => true,
  }
}
