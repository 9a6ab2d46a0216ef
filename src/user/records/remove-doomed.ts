import { byFileKey, type FilesKnown, isDoomed } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { readRecordFile } from './read-record-file.js'
import { allEntries, type FileContent } from './record-files.js'
import { fileKeyForm } from './slug.js'

/**
 * Removes the files of records that are forgotten already, also of other names by now, and copies of them. Answers the
 * rows of those that are gone; what is just being changed waits for the next call. Throws `store_failed` where one
 * cannot be removed.
 */
export async function removeDoomed(
  world: FileWorld,
  { rows, doomed }: FilesKnown,
): Promise<readonly number[]> {
  if (doomed.length === 0) return []
  const { spine, files, reach } = world
  const living = byFileKey(rows)
  const gone = new Set(doomed.map(({ rid }) => rid))

  async function remove(file: string, { version }: FileContent, rid: number): Promise<void> {
    // Another process may have removed it, and a new one may have come.
    if (!(await spine.store.read(isDoomed, reach.writes, rid))) return
    if (!(await files.delete(file, version))) gone.delete(rid)
  }

  for (const { file, rid, id } of doomed) {
    const content = living.has(fileKeyForm(file)) ? null : await files.read(file)
    if (content === 'unreadable') gone.delete(rid)
    if (content === null || typeof content === 'string') continue
    const said = await idIn(file, content)
    // Without an id it is a person's file, which was never written over.
    if (said === null || said === id) await remove(file, content, rid)
  }
  const byId = new Map(doomed.map(({ rid, id }) => [id, rid]))
  for (const { file, fault } of await allEntries(files)) {
    if (fault !== null || living.has(fileKeyForm(file))) continue
    const content = await files.read(file)
    if (content === null || typeof content === 'string') continue
    const rid = byId.get((await idIn(file, content)) ?? '')
    if (rid !== undefined) await remove(file, content, rid)
  }
  return [...gone]
}

async function idIn(file: string, { bytes }: FileContent): Promise<string | null> {
  const read = await readRecordFile(file, bytes)
  return 'record' in read ? read.record.id : null
}
