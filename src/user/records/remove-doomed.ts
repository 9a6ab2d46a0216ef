import { MemoryError } from '../../errors.js'
import { reachedBanks } from '../../reach.js'
import { claimedIds } from './claimed-ids.js'
import {
  byFileKey,
  type DoomedFile,
  dropDoomed,
  type FilesKnown,
  isDoomed,
  unwriteFile,
} from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { allEntries, type FileEntry } from './record-files.js'
import { fileKeyForm } from './slug.js'

/**
 * Removes the files of records that are forgotten already: each that gives their id, also under another name, as a copy,
 * or broken since, and each that is byte for byte as it was last read or written. No other file is touched, whatever its
 * name. Answers why something may still be there; null where nothing is. Throws `store_failed` where a file cannot be
 * removed, once the others are; what is left is tried again by the next call.
 */
export async function removeDoomed(world: FileWorld, { rows, doomed }: FilesKnown): Promise<string | null> {
  if (doomed.length === 0) return null
  const { spine, files, reach } = world
  const living = byFileKey(rows)
  const byId = new Map(doomed.map((one) => [one.id, one]))
  const byVersion = new Map(doomed.map((one) => [one.version, one]))
  const byName = new Map(doomed.map((one) => [fileKeyForm(one.file), one]))
  const stuck = new Set<DoomedFile>()
  const reasons: string[] = []
  let trouble: MemoryError | undefined

  for (const { id } of doomed) await files.sweep(id)
  for (const { file, stamp, fault } of withNamed(await allEntries(files), doomed)) {
    const key = fileKeyForm(file)
    const row = living.get(key)
    const isKnown = row !== undefined && row.file === file && row.stamp !== null && row.stamp === stamp
    if (fault === 'notRegular' || isKnown) continue
    const content = await files.peek(file)
    if (content === null || content === 'notRegular') continue
    const named = row === undefined ? byName.get(key) : undefined
    if (typeof content === 'string') {
      reasons.push(`${file} cannot be read`)
      if (named !== undefined) stuck.add(named)
      continue
    }
    const ids = await claimedIds(file, content.bytes)
    const ours =
      ids.map((id) => byId.get(id)).find((one) => one !== undefined) ??
      (row === undefined ? byVersion.get(content.version) : undefined)
    if (ours === undefined) {
      if (named === undefined || named.version === null || ids.length > 0) continue
      reasons.push(`${file} was changed, and no longer says whose it is: remove it, if it is to go`)
      stuck.add(named)
      continue
    }
    // Another process may have removed it, and a new one may have come.
    if (!(await spine.store.read(isDoomed, reach.writes, ours.rid))) continue
    try {
      // A copy in the place of another record's file: that one is written again.
      if (row !== undefined)
        await spine.store.within(reachedBanks(reach)).tx(unwriteFile, reach.writes, row.rid)
      if (await files.delete(file, content.version)) continue
      reasons.push(`${file} is just being changed`)
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      trouble ??= error
    }
    stuck.add(ours)
  }
  try {
    const past = await files.removePast()
    if (past !== null) reasons.push(past)
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
    trouble ??= error
    for (const one of doomed) stuck.add(one)
  }
  const gone = doomed.filter((one) => !stuck.has(one)).map(({ rid }) => rid)
  if (gone.length > 0) await spine.store.within(reachedBanks(reach)).tx(dropDoomed, reach.writes, gone)
  if (trouble !== undefined) throw trouble
  return reasons.length === 0 ? null : `files in ${files.place} may hold it: ${reasons.join('; ')}`
}

/** A list may be behind what was written a moment ago: what was a record's file is looked for in any case. */
function* withNamed(entries: readonly FileEntry[], doomed: readonly DoomedFile[]): Iterable<FileEntry> {
  yield* entries
  const listed = new Set(entries.map(({ file }) => file))
  for (const { file } of doomed) if (!listed.has(file)) yield { file, stamp: null, fault: null }
}
