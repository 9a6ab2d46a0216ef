import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
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
}

export interface DocumentSources {
  readonly sources: readonly DocumentSource[]
  /** What is not looked at, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
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
  for (const path of paths) {
    try {
      const part = await sourcesAt(path, wanted)
      for (const source of part.sources) found.set(source.source ?? source.file, source)
      for (const [reason, count] of part.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count)
    } catch (error) {
      if (!(error instanceof MemoryError) || paths.length === 1) throw error
      failed.push({ file: path, error })
    }
  }
  return { sources: [...found.values()], leftOut, failed }
}

async function sourcesAt(
  path: string,
  { globs, named, cwd, pipe }: DocumentSourcesWanted,
): Promise<Pick<DocumentSources, 'sources' | 'leftOut'>> {
  if (path === '-') return { sources: [piped(pipe, named)], leftOut: new Map() }
  if (path.includes('\0')) throw new UsageError('a path cannot hold a NUL character')
  const real = await realOf(path)
  const source = named ?? (await sourceName(real, cwd))
  if (!(await stat(real)).isDirectory()) {
    const file = await sourceOf(dirname(real), basename(real), path)
    return { sources: [documentOf(file, { source, file: path })], leftOut: new Map() }
  }
  const { sources, leftOut } = await walkFolder(real, path, (root) => documentChooser(root, globs))
  const base = path.replace(/[/\\]+$/, '')
  return {
    sources: sources.map((file) =>
      documentOf(file, { source: `${source}/${file.name}`, file: `${base}/${file.name}` }),
    ),
    leftOut,
  }
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

function documentOf(
  { bytes, modifiedAt, open }: ImportSource,
  names: Pick<DocumentSource, 'source' | 'file'>,
): DocumentSource {
  return { ...names, bytes, stamp: `${bytes} ${modifiedAt}`, open }
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
  }
}
