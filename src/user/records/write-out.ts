import { type FoundItem, readItems } from '../../items/read-items.js'
import { reachedBanks } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { type FileRow, fileRow, isAhead, markFiles, noteFile } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import type { MarkdownRecord } from './markdown-record.js'
import { asRecord } from './record-rows.js'
import { makeMarker } from './records-marker.js'
import { writeRecordFile } from './write-record-file.js'

/**
 * Writes the files of records that say more than theirs. One that is no longer as it was known is left to the next look:
 * what a person wrote meanwhile is never written over. Answers those that were left, and those that are forgotten by now.
 */
export async function writeOut(world: FileWorld, rows: readonly FileRow[]): Promise<readonly FileRow[]> {
  const { spine, reach } = world
  const left: FileRow[] = []
  await makeMarker(world)
  for (let from = 0; from < rows.length; from += PAGE_FILES) {
    const page = rows.slice(from, from + PAGE_FILES)
    const rids = page.map(({ rid }) => rid)
    if (page.some(({ isMarked }) => !isMarked))
      await spine.store.within(reachedBanks(reach)).tx(markFiles, reach.writes, rids)
    const written: Written[] = []
    try {
      for (const found of await spine.store.read(recordsOf, world, rids)) {
        const version = await writeOne(world, found)
        if (version === null) left.push(found.row)
        else written.push({ row: found.row, version })
      }
    } finally {
      if (written.length > 0) left.push(...(await noteAll(world, written)))
    }
  }
  return left
}

const PAGE_FILES = 32

interface Found {
  readonly row: FileRow
  readonly item: FoundItem
}

interface Written {
  readonly row: FileRow
  readonly version: string
}

function* recordsOf({ spine, reach: { writes: bank } }: FileWorld, rids: readonly number[]): Tx<Found[]> {
  const items = yield* readItems(spine, bank, sql`i.rid ${inInt(rids)}`)
  const found: Found[] = []
  for (const item of items) {
    const row = yield* fileRow(bank, item.rid)
    if (row !== undefined && isAhead(row)) found.push({ row, item })
  }
  return found
}

/** Null where the file is not as it was known. */
async function writeOne({ files }: FileWorld, { row, item }: Found): Promise<string | null> {
  const record = saysOf(item)
  const before = row.version === null ? null : await files.read(row.file)
  if (before === null) return files.write(row.file, await writeRecordFile(row.file, record), null, row.id)
  if (typeof before === 'string' || before.version !== row.version) return null
  return files.write(row.file, await writeRecordFile(row.file, record, before.bytes), before.version, row.id)
}

function saysOf(item: FoundItem): MarkdownRecord {
  const { record, id } = asRecord(item)
  const { name, description, type, provenance, body, createdAt, updatedAt, recallCount, lastRecalledAt } =
    record
  const words = { name, description, type, provenance, body }
  return { ...words, isNamed: true, trust: item.trust, id, createdAt, updatedAt, recallCount, lastRecalledAt }
}

/** What another process has forgotten meanwhile must not stay in a file that came after it. */
async function noteAll({ spine, files, reach }: FileWorld, written: readonly Written[]): Promise<FileRow[]> {
  const forgotten = await spine.store.within(reachedBanks(reach)).tx(noteWritten, reach.writes, written)
  for (const { row, version } of forgotten) await files.delete(row.file, version)
  return forgotten.map(({ row }) => row)
}

/** Answers those that are no records any more. */
function* noteWritten(bank: string, written: readonly Written[]): Tx<Written[]> {
  const forgotten: Written[] = []
  for (const one of written) {
    const { row, version } = one
    const now = yield* fileRow(bank, row.rid)
    if (now === undefined) forgotten.push(one)
    if (now?.version !== row.version || now.file !== row.file) continue
    // When it is next looked at, its times are old enough to be believed.
    yield* noteFile(bank, row.rid, { version, stamp: null, written: row.revision })
  }
  return forgotten
}
