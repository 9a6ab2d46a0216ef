import type { ItemId } from '../../items/item.js'
import type { FileRow } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { readRecordFile } from './read-record-file.js'

/** A file that is not as it was known, or not known. */
export interface ChangedFile {
  readonly file: string
  /** The record that it was known to be of, by its name. */
  readonly row: FileRow | undefined
  readonly id: ItemId | null
  readonly version: string
}

/** A record whose file has another name by now. */
export interface Move {
  readonly row: FileRow
  /** The file, with the record that it was known to be of. */
  readonly to: Pick<ChangedFile, 'file' | 'row'>
}

/** Files that are to be read, or were: with the records that they are known to be of. */
type Read = readonly { readonly entry: { readonly file: string }; readonly row: FileRow | undefined }[]

/** False where no file can have another name, whatever they say. */
export function mayMove(changed: Read, missing: ReadonlyMap<string, FileRow>): boolean {
  if (changed.some(({ entry, row }) => isRenamed(row, entry.file))) return true
  return missing.size > 0
    ? changed.length > 0
    : changed.length > 1 && changed.some(({ row }) => row?.version != null)
}

/** The names of changed files, and the ids in them; a page of contents at a time. */
export async function changedFiles({ files }: FileWorld, toRead: Read): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = []
  for (let from = 0; from < toRead.length; from += PAGE_FILES) {
    const page = toRead.slice(from, from + PAGE_FILES)
    const contents = await Promise.all(page.map(({ entry }) => files.read(entry.file)))
    for (const [index, { entry, row }] of page.entries()) {
      const content = contents[index]
      if (content == null || typeof content === 'string') continue
      const read = await readRecordFile(entry.file, content.bytes)
      const id = 'record' in read ? read.record.id : null
      changed.push({ file: entry.file, row, id, version: content.version })
    }
  }
  return changed
}

const PAGE_FILES = 64

/**
 * Which records have which files by now, seen over all that changed: files may have changed places. A file is known by
 * its id, and where it has none by a content that another had. The one in a record's own place stays its file, whatever
 * it says, unless it is known to be another's: else it is a copy that came beside it.
 */
export function movesOf(changed: readonly ChangedFile[], missing: ReadonlyMap<string, FileRow>): Move[] {
  const inPlace = new Map(changed.flatMap((one) => (one.row === undefined ? [] : [[one.row.rid, one]])))
  const rows = [...changed.flatMap(({ row }) => row ?? []), ...missing.values()]
  const written = rows.filter(({ version }) => version !== null)
  const byId = new Map(written.map((row) => [row.id, row]))
  const byVersion = new Map(written.map((row) => [row.version, row]))
  const moves = new Map<number, Move>()
  for (const one of changed) {
    const row = one.id === null ? byVersion.get(one.version) : byId.get(one.id)
    if (row === undefined || row.rid === one.row?.rid || moves.has(row.rid)) continue
    moves.set(row.rid, { row, to: one })
  }
  const taken = new Set([...moves.values()].map(({ to }) => to.file))
  const isCopy = (row: FileRow) => !missing.has(row.id) && !taken.has(inPlace.get(row.rid)?.file ?? '')
  const copies = [...moves.values()].filter(({ row }) => isCopy(row))
  for (const { row, to } of copies) {
    moves.delete(row.rid)
    taken.delete(to.file)
    // Then the file in that place is not another's after all.
    const next = to.row === undefined ? undefined : moves.get(to.row.rid)
    if (next !== undefined && isCopy(next.row)) copies.push(next)
  }
  for (const { file, row } of changed)
    if (row !== undefined && isRenamed(row, file) && !moves.has(row.rid) && !taken.has(file))
      moves.set(row.rid, { row, to: { file, row } })
  return [...moves.values()]
}

/** Another case or composition of the name: for some systems it is the same file. */
function isRenamed(row: FileRow | undefined, file: string): boolean {
  return row !== undefined && row.version !== null && row.file !== file
}
