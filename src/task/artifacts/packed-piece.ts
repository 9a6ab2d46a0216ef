import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import { PIECE_MAX_CHARS } from './cut-pieces.js'

/** Compressed where that makes it smaller. The first byte says which. */
export async function packPiece(text: string): Promise<Uint8Array> {
  const plain = Buffer.from(text, 'utf8')
  const packed = await deflate(plain)
  return packed.length < plain.length
    ? Buffer.concat([Buffer.of(DEFLATED), packed])
    : Buffer.concat([Buffer.of(STORED), plain])
}

/** The text of a piece; undefined where it is none: damaged, or made to burst. */
export function unpackPiece(content: Uint8Array): string | undefined {
  const body = content.subarray(1)
  try {
    if (content[0] === STORED) return body.length > PIECE_MAX_BYTES ? undefined : decode(body)
    if (content[0] !== DEFLATED) return undefined
    return decode(inflateRawSync(body, { maxOutputLength: PIECE_MAX_BYTES }))
  } catch (error) {
    // Of zlib and of the decoder: the bytes are not what was written.
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Whether a piece lies in the store as it reads. */
export function isStoredPlain(content: Uint8Array): boolean {
  return content[0] === STORED
}

/** No piece of ours takes more, packed or not. */
export const PIECE_MAX_BYTES = 3 * PIECE_MAX_CHARS

const STORED = 0
const DEFLATED = 1

const deflate = promisify<Buffer, Buffer>(deflateRaw)

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
