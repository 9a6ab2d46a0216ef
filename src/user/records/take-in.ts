import { write } from '../../items/write.js'
import { reachedBanks } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import { claimedIds } from './claimed-ids.js'
import {
  byFileKey,
  type FileRow,
  type FilesKnown,
  fileRow,
  filesKnown,
  isAhead,
  isSameRow,
  noteFile,
} from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { changedFiles, mayMove, movesOf } from './find-moves.js'
import { fileProblem, type MarkdownRecord } from './markdown-record.js'
import { giveWay, moveFiles } from './move-files.js'
import { readRecordFile } from './read-record-file.js'
import { allEntries, type FileContent, type FileEntry } from './record-files.js'
import { findRecord } from './record-rows.js'
import type { FileProblem } from './record-store.js'
import { makeMarker, requireMarker } from './records-marker.js'
import { removeDoomed } from './remove-doomed.js'
import { fileKeyForm } from './slug.js'
import { takeChanges } from './take-changes.js'
import { type FileChange, removeQuietly, TAKE_IN } from './take-in-rows.js'
import { writeOut } from './write-out.js'

/**
 * Makes the rows say what the files say, and writes the files that rows are ahead of: after a write that was killed, or
 * after a time without files. Reads only files that have changed. A page of changes is one transaction; what another
 * process takes in at the same time is taken in once. Answers what is wrong with files, in the order of their names.
 */
export async function takeIn(world: FileWorld): Promise<readonly FileProblem[]> {
  const { spine, files, reach } = world
  // Rows before files: a file is there before its row says so, and what is missing then was removed.
  const known = await spine.store.read(filesKnown, reach.writes)
  const marker = await requireMarker(world, known)
  if (marker === 'renewed') return takeIn(world)
  const problems: FileProblem[] = []
  await removeDoomed(world, known)
  const entries = await allEntries(files)
  if (marker === 'absent' && entries.length > 0) await makeMarker(world)
  const plan = planOf(known.rows, entries, world, problems)
  const reading = { ...plan, known, problems }
  const toRead = await withoutSame(world, reading)
  if (mayMove(toRead, plan.missing)) {
    const moves = movesOf(await changedFiles(world, toRead), plan.missing)
    if (moves.length > 0 && (await moveFiles(world, moves, known.rows))) return takeIn(world)
    // Someone else is at it: what is not in its place now is not gone.
    for (const { row } of moves) plan.missing.delete(row.id)
  }
  await readChanged(world, { ...reading, toRead })
  for (const row of plan.blocked) plan.toWrite.push(...(await giveWayToFault(world, row, known.rows)))
  const missing = [...plan.missing.values()].filter((row) => !isAhead(row))
  if (missing.length > 0) await removeMissing(world, missing)
  if (plan.toWrite.length > 0) await writeOut(world, plan.toWrite)
  return problems.sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)))
}

interface Plan {
  /** Files to be read, with the rows that they are known by. */
  readonly toRead: readonly { readonly entry: FileEntry; readonly row: FileRow | undefined }[]
  /** Records whose file is not there, by id. */
  readonly missing: Map<string, FileRow>
  /** Records that say more than their file, or have none yet. */
  readonly toWrite: FileRow[]
  /** Records without a file, where one that is no record has the name. */
  readonly blocked: FileRow[]
}

function planOf(
  rows: readonly FileRow[],
  entries: readonly FileEntry[],
  { known }: FileWorld,
  problems: FileProblem[],
): Plan {
  const byKey = byFileKey(rows)
  const exact = new Set(rows.map(({ file }) => file))
  const chosen = new Map<string, FileEntry>()
  const keys = entries.map(({ file }) => fileKeyForm(file))
  for (const [index, entry] of entries.entries()) {
    const key = keys[index] as string
    // Of twins the one that is known stays, else the first by name.
    if (!chosen.has(key) || exact.has(entry.file)) chosen.set(key, entry)
  }
  const plan = {
    toRead: [] as Plan['toRead'][number][],
    missing: new Map<string, FileRow>(),
    toWrite: [] as FileRow[],
    blocked: [] as FileRow[],
  }
  for (const [index, entry] of entries.entries()) {
    const key = keys[index] as string
    if (chosen.get(key) !== entry) {
      problems.push(fileProblem(entry.file, 'fileTaken'))
      continue
    }
    const row = byKey.get(key)
    const told = known.get(entry.file)
    const isTold = told !== undefined && told.stamp === entry.stamp
    if (row?.version === null && (entry.fault !== null || isTold)) plan.blocked.push(row)
    if (entry.fault !== null) problems.push(fileProblem(entry.file, entry.fault))
    else if (row?.stamp != null && row.stamp === entry.stamp && row.file === entry.file) {
      if (isAhead(row)) plan.toWrite.push(row)
    } else if (isTold) problems.push(told.problem)
    else plan.toRead.push({ entry, row })
  }
  for (const row of rows) {
    if (chosen.has(fileKeyForm(row.file))) continue
    if (isAhead(row)) plan.toWrite.push(row)
    if (row.version !== null) plan.missing.set(row.id, row)
  }
  return plan
}

interface Reading extends Plan {
  readonly known: FilesKnown
  readonly problems: FileProblem[]
}

/** The files that are to be read, but for those that turn out to be as they were: all that is noted is when. */
async function withoutSame(world: FileWorld, { toRead, toWrite }: Reading): Promise<Plan['toRead']> {
  const unchanged = new Set<FileEntry>()
  const known = toRead.flatMap(({ entry, row }) => (row?.version == null ? [] : [{ entry, row }]))
  for (let from = 0; from < known.length; from += PAGE_FILES) {
    const page = known.slice(from, from + PAGE_FILES)
    const contents = await Promise.all(page.map(({ entry }) => world.files.read(entry.file)))
    const same: { row: FileRow; content: FileContent }[] = []
    for (const [index, { entry, row }] of page.entries()) {
      const content = contents[index]
      if (content == null || typeof content === 'string') continue
      if (content.version !== row.version || row.file !== entry.file) continue
      if (isAhead(row)) toWrite.push(row)
      same.push({ row, content })
      unchanged.add(entry)
    }
    if (same.length > 0)
      await world.spine.store.within(reachedBanks(world.reach)).tx(noteSame, world.reach.writes, same)
  }
  return toRead.filter(({ entry }) => !unchanged.has(entry))
}

/** Page by page, so that memory holds a page of files, and other writers have their turn. */
async function readChanged(world: FileWorld, reading: Reading): Promise<void> {
  const byId = new Map(reading.known.rows.map((row) => [row.id as string, row]))
  for (let from = 0; from < reading.toRead.length; from += PAGE_FILES) {
    const page = reading.toRead.slice(from, from + PAGE_FILES)
    const contents = await Promise.all(page.map(({ entry }) => world.files.read(entry.file)))
    const changes: FileChange[] = []
    for (const [index, { entry, row }] of page.entries()) {
      const content = contents[index] ?? null
      if (content === null) {
        // Removed since it was listed.
        if (row?.version != null) reading.missing.set(row.id, row)
      } else if (typeof content === 'string') {
        reading.problems.push(fileProblem(entry.file, content))
        if (row?.version === null) reading.blocked.push(row)
      } else {
        const change = await changeOf(world, { entry, row, content }, { ...reading, byId })
        if (change !== undefined) changes.push(change)
      }
    }
    if (changes.length > 0) await takeChanges(world, changes, reading.problems)
  }
}

/** About as much work in one transaction as others can wait for. */
const PAGE_FILES = 64

function* noteSame(
  bank: string,
  same: readonly { readonly row: FileRow; readonly content: FileContent }[],
): Tx<void> {
  for (const { row, content } of same) {
    if (content.stamp === row.stamp || !isSameRow(yield* fileRow(bank, row.rid), row)) continue
    yield* noteFile(bank, row.rid, { ...content, written: row.written })
  }
}

interface Found {
  readonly entry: FileEntry
  readonly row: FileRow | undefined
  readonly content: FileContent
}

interface Known extends Reading {
  readonly byId: ReadonlyMap<string, FileRow>
}

/** What is to be done about a file; undefined where nothing is. */
async function changeOf(world: FileWorld, found: Found, known: Known): Promise<FileChange | undefined> {
  const { entry, row, content } = found
  const { file } = entry
  const read = await readRecordFile(file, content.bytes)
  if ('problem' in read) {
    const { problem } = read
    known.problems.push(problem)
    if (content.stamp !== null) world.known.set(file, { stamp: content.stamp, problem })
    if (row?.version === null) known.blocked.push(row)
    return undefined
  }
  const { record } = read
  const change = { ...content, file, record }
  const own =
    (row?.version === null && record.id === null && (await saysTheSame(world, row, record))) ||
    (row !== undefined &&
      (record.id === row.id || (row.version !== null && !known.byId.has(record.id ?? ''))))
  if (own) return { ...change, row }
  // Another's file stands where the record's own was to be written.
  if (row?.version === null) known.toWrite.push(...(await giveWay(world, row, known.known.rows)))
  if (record.id === null || !known.byId.has(record.id)) return change
  known.problems.push(fileProblem(file, 'idTaken', { field: 'id' }))
  return undefined
}

/** A file that a person made, and that was never written over, has no id. */
async function saysTheSame(
  { spine, reach }: FileWorld,
  row: FileRow,
  record: MarkdownRecord,
): Promise<boolean> {
  const known = await spine.store.read(findRecord, spine, [reach.writes], row.id)
  return known.record.body === record.body
}

/** A broken file that is the record's own all the same is left to the person. */
async function giveWayToFault(
  world: FileWorld,
  row: FileRow,
  rows: readonly FileRow[],
): Promise<readonly FileRow[]> {
  const content = await world.files.peek(row.file)
  if (content === null) return []
  const isOwn = typeof content === 'object' && (await claimedIds(row.file, content.bytes)).includes(row.id)
  return isOwn ? [] : giveWay(world, row, rows)
}

/** Looks again first: an editor may put a new file in the old one's place with a moment between. */
async function removeMissing(world: FileWorld, missing: readonly FileRow[]): Promise<void> {
  const { spine, files, reach } = world
  await spine.env.sleep(MOMENT_MS)
  for (let from = 0; from < missing.length; from += PAGE_FILES) {
    const page = missing.slice(from, from + PAGE_FILES)
    const contents = await Promise.all(page.map(({ file }) => files.read(file)))
    const gone = page.filter((_, index) => contents[index] === null)
    // The whole folder may have gone meanwhile.
    await requireMarker(world, { rows: page, doomed: [] })
    if (gone.length === 0) continue
    const at = spine.env.now()
    await write(spine, reach, TAKE_IN, 'memory.write', function* body() {
      const ids = []
      for (const row of gone) if ((yield* removeQuietly(spine, reach, row, at)) > 0) ids.push(row.id)
      return { result: undefined, effect: { ids, counts: { removed: ids.length } } }
    })
  }
}

const MOMENT_MS = 100
