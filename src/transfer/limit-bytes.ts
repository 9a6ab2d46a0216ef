import { MemoryError } from '../errors.js'
import { type ByteSource, bytesOf, piecesOf } from './lines.js'

/** The same source, that throws `too_large` where it goes on past the limit. */
export async function* limitBytes(source: ByteSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of piecesOf(source)) {
    const buffer = bytesOf(piece)
    bytes += buffer.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield buffer
  }
}

export function tooLarge(maxBytes: number): MemoryError {
  const limit = maxBytes < 1_000_000 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 1_000_000)} MB`
  return new MemoryError(
    'too_large',
    `the content has more than ${limit}`,
    'raise the limit: --max-mb in a terminal, maxBytes in a call',
  )
}
