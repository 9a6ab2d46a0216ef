import { MemoryError } from '../errors.js'

/** Everything that is piped in, without the newline at its end. Throws `too_large`, and `invalid_input` for what is not UTF-8. */
export async function readPiped(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes = MAX_BYTES,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk as Uint8Array)
    bytes += buffer.length
    if (bytes > maxBytes) {
      throw new MemoryError(
        'too_large',
        'the pipe gives more than one note can hold',
        'a conversation is imported: recollect import -',
      )
    }
    chunks.push(buffer)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
  } catch (error) {
    throw new MemoryError(
      'invalid_input',
      'what is piped in is not UTF-8 text',
      'convert it first, e.g. with iconv',
      {
        cause: error,
      },
    )
  }
}

// More than any note may have, at four bytes a character.
const MAX_BYTES = 4_000_004
