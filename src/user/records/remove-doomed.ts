import { byFileKey, type DoomedFile, type FilesKnown, isDoomed } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { readRecordFile } from './read-record-file.js'
import { fileKeyForm } from './slug.js'

/**
 * Removes the files of records that are forgotten already. Answers the rows of those that are gone; what is just being
 * changed waits for the next call. Throws `store_failed` where one cannot be removed.
 */
export async function removeDoomed(
  { spine, files, reach }: FileWorld,
  { rows, doomed }: FilesKnown,
): Promise<readonly number[]> {
  if (doomed.length === 0) return []
  const living = byFileKey(rows)
  const gone: number[] = []
  for (const one of doomed) {
    const content = living.has(fileKeyForm(one.file)) ? null : await files.read(one.file)
    if (content === 'unreadable') continue
    if (content === null || typeof content === 'string' || (await isAnother(one, content.bytes))) {
      gone.push(one.rid)
      continue
    }
    // Another process may have removed it, and a new one may have come.
    if (!(await spine.store.read(isDoomed, reach.writes, one.rid))) continue
    if (await files.delete(one.file, content.version)) gone.push(one.rid)
  }
  return gone
}

async function isAnother({ file, id }: DoomedFile, bytes: Uint8Array): Promise<boolean> {
  const read = await readRecordFile(file, bytes)
  return 'record' in read && read.record.id !== null && read.record.id !== id
}
