import { createHash } from 'node:crypto'
import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import { noSuchItem } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import type { Piece } from './cut-pieces.js'
import { unpackPiece } from './packed-piece.js'

/** An artifact's row. */
export interface ArtifactRow {
  readonly rid: number
  readonly id: ItemId
  readonly hash: Uint8Array
  readonly tool: string | null
  readonly mediaType: string
  readonly bytes: number
  /** In UTF-16 units. */
  readonly chars: number
  readonly lines: number
  /** When it happened, else when it was kept. Milliseconds UTC. */
  readonly at: number
}

/** Throws `not_found`: also for the id of something that is no artifact. */
export function* findArtifact(
  banks: readonly string[],
  id: string,
): Tx<ArtifactRow & { readonly bank: string }> {
  for (const bank of banks) {
    const row = yield* get<ArtifactRow>(sql`
      select i.rid, i.id, a.hash, a.tool, a.media_type as "mediaType", a.bytes, a.chars, a.lines,
        coalesce(i.occurred_at, i.recorded_at) as at
      from item i join artifact a on a.bank = i.bank and a.item_rid = i.rid
      where i.bank = ${bank} and i.id = ${id} and i.kind = 'artifact'`)
    if (row !== undefined) return { ...row, bank }
  }
  throw noSuchItem(id)
}

/** Where in an artifact reading begins. */
export type PieceFrom = { readonly line: number } | { readonly char: number } | { readonly seq: number }

/** Some pieces from there on, the one that holds the place first. Throws `store_corrupt` for one that is damaged. */
export function* readPieces(
  bank: string,
  { rid, id }: Pick<ArtifactRow, 'rid' | 'id'>,
  from: PieceFrom,
  limit: number,
): Tx<(Piece & { readonly seq: number })[]> {
  const seq = 'seq' in from ? from.seq : yield* seqAt(bank, rid, from)
  const rows = yield* all<PieceRow>(sql`
    select seq, line, start, chars, content from artifact_piece
    where bank = ${bank} and item_rid = ${rid} and seq >= ${seq} order by seq limit ${limit}`)
  return rows.map(({ content, chars, ...place }) => {
    const text = unpackPiece(content)
    if (text?.length !== chars) throw damaged(id, `its piece ${place.seq + 1} cannot be read`)
    return { ...place, text }
  })
}

interface PieceRow {
  readonly seq: number
  readonly line: number
  readonly start: number
  readonly chars: number
  readonly content: Uint8Array
}

/** The last piece that begins before the place: a line may have begun in the one before. */
function* seqAt(
  bank: string,
  rid: number,
  from: { readonly line: number } | { readonly char: number },
): Tx<number> {
  const row =
    'char' in from
      ? yield* get<{ seq: number }>(sql`
          select seq from artifact_piece where bank = ${bank} and item_rid = ${rid} and start <= ${from.char}
          order by seq desc limit 1`)
      : yield* get<{ seq: number }>(sql`
          select seq from artifact_piece where bank = ${bank} and item_rid = ${rid}
            and (line < ${from.line} or (line = ${from.line} and seq = (
              select min(q.seq) from artifact_piece q
              where q.bank = ${bank} and q.item_rid = ${rid} and q.line = ${from.line})))
          order by seq desc limit 1`)
  return row?.seq ?? 0
}

/**
 * An artifact from its beginning to its end, piece by piece: memory holds one. Throws `store_corrupt` behind the last piece
 * where it is not what was kept: a reader who must be sure waits for the end.
 */
export async function* wholeArtifact(
  { store }: Pick<Spine, 'store'>,
  bank: string,
  artifact: Pick<ArtifactRow, 'rid' | 'id' | 'hash' | 'chars'>,
): AsyncGenerator<string> {
  const digest = createHash('sha256')
  let chars = 0
  for (let seq = 0; ; seq += 1) {
    const [piece] = await store.read(readPieces, bank, artifact, { seq }, 1)
    if (piece === undefined) break
    if (piece.seq !== seq || piece.start !== chars)
      throw damaged(artifact.id, `its piece ${seq + 1} is missing`)
    digest.update(piece.text, 'utf8')
    chars += piece.text.length
    yield piece.text
  }
  if (chars !== artifact.chars || Buffer.compare(digest.digest(), artifact.hash) !== 0)
    throw damaged(artifact.id, 'its content is not what was kept')
}

function damaged(id: string, what: string): MemoryError {
  return new MemoryError(
    'store_corrupt',
    `artifact ${id} is damaged: ${what}`,
    'restore a backup; or forget it by its id: the events that hold it stay',
  )
}
