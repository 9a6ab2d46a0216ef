import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { identityOf } from '../../items/identity.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { countFeeds, PIECE_MAX_CHARS } from './cut-pieces.js'
import { ARTIFACT_MAX_BYTES } from './large-output.js'
import { isMediaType } from './media-type.js'
import { PIECE_MAX_BYTES, unpackPiece } from './packed-piece.js'
import { artifactIdentity, TOOL_MAX_CHARS } from './prepare-artifact.js'

const artifactShape = z.strictObject({
  item: archived.id,
  hash: archived.blob(32),
  tool: archived.text.max(TOOL_MAX_CHARS).nullable(),
  mediaType: archived.text.refine(isMediaType, { error: 'is no media type' }),
  bytes: z.int().min(1).max(ARTIFACT_MAX_BYTES),
  chars: z.int().min(1).max(ARTIFACT_MAX_BYTES),
  lines: z.int().min(1).max(ARTIFACT_MAX_BYTES),
})

type ArtifactLine = z.output<typeof artifactShape>

/** What artifacts are; their pointers travel as texts of their items. */
export const artifactTable: ArchiveTable<ArtifactLine> = {
  type: 'artifact',
  shape: artifactShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<ArtifactLine[]> {
    const rows = yield* all<Omit<ArtifactLine, 'hash'> & { hash: Uint8Array }>(sql`
      select i.id as item, a.hash, a.tool, a.media_type as "mediaType", a.bytes, a.chars, a.lines
      from item i join artifact a on a.bank = i.bank and a.item_rid = i.rid
      where i.bank = ${bank} and i.kind = 'artifact' and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
    return rows.map((row) => ({ ...row, hash: base64(row.hash) }))
  },

  add: (into, rows) =>
    function* addArtifacts(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      for (const { item, hash: written, tool, mediaType, bytes, chars, lines } of rows) {
        const hash = fromBase64(written)
        const there = yield* arrived(into, item)
        if (there?.known === true) present += 1
        if (there === undefined || there.known || !there.isNew) continue
        // Else it would not be known again when it comes again, nor stay forgotten.
        const identity = identityOf(into.identityKey, [bank, 'artifact', ...artifactIdentity(hash)])
        if (Buffer.compare(identity, there.identity) !== 0) continue
        added += yield* run(sql`
          insert into artifact (bank, item_rid, hash, tool, media_type, bytes, chars, lines)
          values (${bank}, ${there.rid}, ${hash}, ${tool}, ${mediaType}, ${bytes}, ${chars}, ${lines})`)
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

const pieceShape = z
  .strictObject({
    item: archived.id,
    seq: archived.count,
    line: archived.count,
    start: archived.count,
    chars: z.int().min(1).max(PIECE_MAX_CHARS),
    /** As it is kept, in base64. */
    content: z.base64().max(2 * PIECE_MAX_BYTES),
  })
  // Here, before anything is taken in: what bursts is refused with its archive.
  .refine(({ content, chars }) => unpackPiece(fromBase64(content))?.length === chars, {
    error: 'is no piece of an artifact',
  })

type PieceLine = z.output<typeof pieceShape>

/** The content of artifacts. One whose content is not what its hash says is left out, item and all. */
export const artifactPieceTable: ArchiveTable<PieceLine> = {
  type: 'artifact_piece',
  shape: pieceShape,
  key: ({ item, seq }) => [item, seq],

  *page(bank, after, limit): Tx<PieceLine[]> {
    const [item, seq] = after === undefined ? ['', -1] : [after.item, after.seq]
    const rows = yield* all<Omit<PieceLine, 'content'> & { content: Uint8Array }>(sql`
      select i.id as item, p.seq, p.line, p.start, p.chars, p.content
      from item i join artifact_piece p on p.bank = i.bank and p.item_rid = i.rid
      where i.bank = ${bank} and i.kind = 'artifact' and i.id >= ${item} and (i.id > ${item} or p.seq > ${seq})
      order by i.id, p.seq limit ${Math.min(limit, PAGE_PIECES)}`)
    return rows.map((row) => ({ ...row, content: base64(row.content) }))
  },

  add: (into, rows) =>
    function* addPieces(): Tx<Taken> {
      const bank = into.reach.writes
      let added = 0
      let present = 0
      const grown = new Set<number>()
      for (const { item, seq, line, start, chars, content } of rows) {
        const there = yield* arrived(into, item)
        if (there === undefined || !there.known) continue
        const inserted = there.isNew
          ? yield* run(sql`
              insert into artifact_piece (bank, item_rid, seq, line, start, chars, content)
              values (${bank}, ${there.rid}, ${seq}, ${line}, ${start}, ${chars}, ${fromBase64(content)})
              on conflict do nothing`)
          : 0
        if (inserted === 0) present += 1
        else grown.add(there.rid)
        added += inserted
      }
      for (const rid of grown) yield* dropIfFalse(bank, rid)
      return taken({ added, present, leftOut: rows.length - added - present })
    },

  *finish({ reach, lastRidBefore }): Tx<Taken> {
    const bank = reach.writes
    const halves = yield* all<{ rid: number }>(sql`
      select i.rid from item i left join artifact a on a.bank = i.bank and a.item_rid = i.rid
      where i.bank = ${bank} and i.kind = 'artifact' and i.rid > ${lastRidBefore}
        and (a.item_rid is null or not ${isComplete})`)
    for (const { rid } of halves) yield* drop(bank, rid)
    return taken({ leftOut: halves.length })
  },
}

/** Whether all pieces of the artifact `a` are there. */
export const isComplete = sql`(a.chars = (
  select coalesce(sum(p.chars), 0) from artifact_piece p where p.bank = a.bank and p.item_rid = a.item_rid)
  and (select count(*) from artifact_piece p where p.bank = a.bank and p.item_rid = a.item_rid) = (
    select coalesce(max(p.seq), 0) + 1 from artifact_piece p where p.bank = a.bank and p.item_rid = a.item_rid))`

/** A megabyte and a half of it, as it travels. */
const PAGE_PIECES = 16

interface Arrived {
  readonly rid: number
  readonly identity: Uint8Array
  /** Came with this archive. */
  readonly isNew: boolean
  /** Has its row. */
  readonly known: boolean
}

function* arrived({ reach, aliases, lastRidBefore }: ArchiveIntake, item: string): Tx<Arrived | undefined> {
  const row = yield* get<{ rid: number; identity: Uint8Array; known: number | null }>(sql`
    select i.rid, i.identity, a.item_rid as known from item i
    left join artifact a on a.bank = i.bank and a.item_rid = i.rid
    where i.bank = ${reach.writes} and i.id = ${aliases.get(item) ?? item} and i.kind = 'artifact'`)
  if (row === undefined) return undefined
  return { rid: row.rid, identity: row.identity, isNew: row.rid > lastRidBefore, known: row.known !== null }
}

/** Looks at the content once all of it is there. */
function* dropIfFalse(bank: string, rid: number): Tx<void> {
  const row = yield* get<{ hash: Uint8Array }>(sql`
    select a.hash from artifact a where a.bank = ${bank} and a.item_rid = ${rid} and ${isComplete}`)
  if (row === undefined) return
  const digest = createHash('sha256')
  let [line, start] = [0, 0]
  for (let seq = 0; ; seq += 1) {
    const piece = yield* get<{ line: number; start: number; content: Uint8Array }>(sql`
      select line, start, content from artifact_piece where bank = ${bank} and item_rid = ${rid} and seq = ${seq}`)
    if (piece === undefined) break
    const text = unpackPiece(piece.content) ?? ''
    if (piece.line !== line || piece.start !== start) return yield* drop(bank, rid)
    digest.update(text, 'utf8')
    line += countFeeds(text)
    start += text.length
  }
  if (Buffer.compare(digest.digest(), row.hash) !== 0) yield* drop(bank, rid)
}

/** It was never anyone's memory here: no trace of it is kept, and none in the indexes to take away. */
function* drop(bank: string, rid: number): Tx<void> {
  const item = yield* get<{ id: string; text_rid: number }>(
    sql`select id, text_rid from item where bank = ${bank} and rid = ${rid}`,
  )
  yield* run(sql`delete from artifact_piece where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`delete from artifact where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`delete from lineage where bank = ${bank} and item_id = ${item?.id ?? ''}`)
  yield* run(sql`delete from item_text where bank = ${bank} and rid = ${item?.text_rid ?? 0}`)
  yield* run(sql`delete from item where bank = ${bank} and rid = ${rid}`)
}
