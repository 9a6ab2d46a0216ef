import { draftOf, type ReadDocument } from '../../document/library/draft-document.js'
import { decodeDocument } from '../../document/outline/decode-document.js'
import { MemoryError } from '../../errors.js'
import { limitBytes } from '../limit-bytes.js'
import type { ByteSource } from '../lines.js'

/** A file as a caller gives it: nothing is ever opened by its path, which only names it. */
export interface GivenDocument {
  /** Where it stood, beneath the folder that was named, parted by slashes; null where it has no name. */
  readonly path: string | null
  /** Where its file lies, whatever it is called: opaque, and kept as a keyed hash alone. */
  readonly place?: string | undefined
  readonly content: ByteSource
}

/** Reads a file as a document. Throws `invalid_input`, `unsupported` and `too_large`, which say what to do. */
export async function readDocument(
  { path, content }: Pick<GivenDocument, 'path' | 'content'>,
  maxBytes: number,
): Promise<ReadDocument> {
  const pieces: Uint8Array[] = []
  for await (const piece of limitBytes(content, maxBytes)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const text = decodeDocument(bytes, path)
  if (text.trim() === '')
    throw new MemoryError('invalid_input', 'there is no text in it', 'write something into it first')
  return draftOf(text, path, bytes.length)
}
