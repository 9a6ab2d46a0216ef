import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import { documentChooser } from './choose-files.js'
import type { ImportSource } from './import-source.js'
import { sourceName } from './source-name.js'
import { cannotOpen, sourceOf, walkFolder } from './walk-folder.js'

/** A file, or the pipe, that is to become a document. */
export interface DocumentSource {
  /** By what its document is known again; null where nothing says it. */
  readonly source: string | null
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
  /** Real paths of the folders that were looked into. */
  readonly folders: readonly string[]
  /** Paths that stand for nothing that can be read. */
  readonly failed: readonly { readonly file: string; readonly error: MemoryError }[]
}

export interface DocumentSourcesWanted {
  readonly paths: readonly string[]
  readonly globs: readonly string[]
  /** What to be called instead of the path; only of one path. */
  readonly named: string | undefined
  readonly cwd: string
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
  for (const path of paths) {
    try {
      const part = await sourcesAt(path, wanted)
      for (const source of part.sources) found.set(source.source ?? source.file, source)
      folders.push(...part.folders)
      for (const [reason, count] of part.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count)
    } catch (error) {
      if (!(error instanceof MemoryError) || paths.length === 1) throw error
      failed.push({ file: path, error })
    }
  }
  return { sources: [...found.values()], leftOut, folders, failed }
}

async function sourcesAt(
  path: string,
  { globs, named, cwd, pipe }: DocumentSourcesWanted,
): Promise<Omit<DocumentSources, 'failed'>> {
  if (path === '-') return { sources: [piped(pipe, named)], leftOut: new Map(), folders: [] }
  if (path.includes('\0')) throw new UsageError('a path cannot hold a NUL character')
  const real = await realOf(path)
  const source = named ?? (await sourceName(real, cwd))
  if (!(await stat(real)).isDirectory()) {
    const file = await sourceOf(dirname(real), basename(real), path)
    return { sources: [documentOf(file, { source, file: path, real })], leftOut: new Map(), folders: [] }
  }
  const folders: string[] = []
  const { sources, leftOut } = await walkFolder(real, path, async (root) => {
    const chooser = await documentChooser(root, globs)
    return {
      ...chooser,
      enter: (folder) => {
        folders.push(join(root, folder))
        return chooser.enter(folder)
      },
    }
  })
  const base = path.replace(/[/\\]+$/, '')
  return {
    sources: sources.map((file) =>
      documentOf(file, {
        source: `${source}/${file.name}`,
        file: `${base}/${file.name}`,
        real: join(real, file.name),
      }),
    ),
    leftOut,
    folders,
  }
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

interface Names extends Pick<DocumentSource, 'source' | 'file'> {
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
    file: named ?? 'pipe',
    bytes: undefined,
    stamp: '',
    open: async () => pipe,
    isAsItWas: async () => true,
  }
}
