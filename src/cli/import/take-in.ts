import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import type { OnShelf } from '../on-shelf.js'
import type { Covered, DocumentSource } from './document-sources.js'
import { givenDocuments } from './given-documents.js'

export type ImportInput = z.input<Operations['knowledgeImport']['input']>
export type ImportOutput = z.output<Operations['knowledgeImport']['output']>

export interface TakeInOptions {
  readonly sources: readonly DocumentSource[]
  /** Folders that were looked through whole. */
  readonly covers: readonly Covered[]
  readonly signal: AbortSignal
  readonly read: (bytes: number) => void
  readonly progress?: (progress: { readonly done: number }) => void
}

/** One call for all, so that what was moved is told from a copy; a pipe has no path, and is one of its own. */
export async function takeIn(
  { memory, shelf }: OnShelf,
  input: Omit<ImportInput, 'content' | 'files' | 'source' | 'covers'>,
  { sources, covers, read, ...options }: TakeInOptions,
): Promise<ImportOutput> {
  const [only] = sources
  if (only !== undefined && sources.length === 1 && only.source === null) {
    const [given] = givenDocuments([only], read)
    if (given !== undefined)
      return memory.knowledgeImport({ ...input, ...shelf, content: given.content }, options)
  }
  const within = covers.map((cover) => ({ ...cover, except: [...cover.except] }))
  return memory.knowledgeImport(
    { ...input, ...shelf, files: givenDocuments(sources, read), covers: within },
    options,
  )
}
