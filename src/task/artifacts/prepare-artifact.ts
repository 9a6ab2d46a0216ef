import { createHash } from 'node:crypto'
import { MemoryError } from '../../errors.js'
import { MAX_TEXT_CHARS, type PreparedItem, prepareItem } from '../../items/add.js'
import { type Origin, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { hex } from '../../text/hex.js'
import { wellFormed } from '../../text/well-formed.js'
import { countLines, cutPieces, type PiecePlace } from './cut-pieces.js'
import { ARTIFACT_MAX_BYTES, isShellTool } from './large-output.js'
import { guessMediaType, plainMediaType } from './media-type.js'
import { packPiece } from './packed-piece.js'
import { pointerText } from './pointer-text.js'

export interface ArtifactDraft {
  readonly text: string
  /** What it is the output of, where that is known. */
  readonly tool?: string | undefined
  /** Guessed where it is absent, or none. */
  readonly mediaType?: string | undefined
  /** Told by the tool's name where absent. */
  readonly isShell?: boolean | undefined
  readonly origin: Origin
  /** When it happened; null: now. Milliseconds UTC. */
  readonly at: number | null
}

export interface PackedPiece extends PiecePlace {
  /** Of its text, in UTF-16 units. */
  readonly chars: number
  readonly content: Uint8Array
}

/** An artifact with everything that takes time, made before the transaction begins. Its item's text is its pointer. */
export interface PreparedArtifact {
  readonly item: PreparedItem
  /** SHA-256 of the content as UTF-8. */
  readonly hash: Uint8Array
  readonly tool: string | null
  readonly mediaType: string
  readonly bytes: number
  /** In UTF-16 units. */
  readonly chars: number
  readonly lines: number
  readonly pieces: readonly PackedPiece[]
}

/** Of what an artifact is the output of: whatever is longer is cut there. */
export const TOOL_MAX_CHARS = 1_000

/** Throws `too_large`, and `invalid_input` on nothing at all. */
export async function prepareArtifact(
  spine: Spine,
  reach: Reach,
  { text: given, tool, mediaType, isShell, origin, at }: ArtifactDraft,
): Promise<PreparedArtifact> {
  const text = wellFormed(given)
  const bytes = text.length > ARTIFACT_MAX_BYTES ? text.length : Buffer.byteLength(text, 'utf8')
  if (text.trim() === '')
    throw new MemoryError('invalid_input', 'the output is empty', 'keep no artifact of nothing')
  if (bytes > ARTIFACT_MAX_BYTES) throw tooLarge(bytes)
  const pieces: PackedPiece[] = []
  const digest = createHash('sha256')
  for (const piece of cutPieces(text)) {
    digest.update(piece.text, 'utf8')
    const { line, start, text: part } = piece
    pieces.push({ line, start, chars: part.length, content: await packPiece(part) })
  }
  const hash = digest.digest()
  const about = {
    tool: tool === undefined ? null : clip(wellFormed(tool), TOOL_MAX_CHARS),
    mediaType: plainMediaType(mediaType ?? '') ?? guessMediaType(text),
    lines: countLines(text),
  }
  const item = prepareItem(spine, reach, {
    kind: 'artifact',
    // Stands in for its pointer, which names its id.
    text: '(artifact)',
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    identity: artifactIdentity(hash),
    quotes: true,
  })
  const pointer = pointerText({ ...about, id: item.id, text, isShell: isShell ?? isShellTool(tool) })
  if (pointer.length > MAX_TEXT_CHARS) throw new Error('a pointer is no pointer')
  return { ...about, item: { ...item, text: pointer }, hash, bytes, chars: text.length, pieces }
}

/** What makes it the same artifact when it comes again. */
export function artifactIdentity(hash: Uint8Array): readonly string[] {
  return [hex(hash)]
}

function tooLarge(bytes: number): MemoryError {
  return new MemoryError(
    'too_large',
    `the output has ${bytes.toLocaleString('en-US')} bytes, one artifact holds ${ARTIFACT_MAX_BYTES.toLocaleString('en-US')}`,
    'write it to a file, and keep the part that matters',
  )
}
