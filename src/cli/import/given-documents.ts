import type { Readable } from 'node:stream'
import { MemoryError } from '../../errors.js'
import type { DocumentSource } from './document-sources.js'
import { cannotOpen } from './walk-folder.js'

/** A file as the import takes it. */
export interface GivenDocument {
  readonly path: string | null
  readonly place?: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Files for an import, each opened when it is its turn. `read` hears of every piece. */
export function* givenDocuments(
  sources: Iterable<DocumentSource>,
  read: (bytes: number) => void,
): Generator<GivenDocument> {
  for (const source of sources) {
    const { source: path, place } = source
    yield { path, ...(place === null ? {} : { place }), content: pieces(source, read) }
  }
}

async function* pieces(
  { file, open, isAsItWas }: DocumentSource,
  read: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let stream: Readable | undefined
  try {
    stream = await open()
    for await (const piece of stream) {
      const bytes = piece as Uint8Array
      read(bytes.length)
      yield bytes
    }
    if (!(await isAsItWas())) throw stillWritten()
  } catch (error) {
    throw cannotOpen(file, error)
  } finally {
    stream?.destroy()
  }
}

function stillWritten(): MemoryError {
  return new MemoryError(
    'conflict',
    'the file was changed while it was read',
    'import it again once it is written',
  )
}
