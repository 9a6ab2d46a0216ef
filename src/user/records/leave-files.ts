import { reachedBanks } from '../../reach.js'
import { filesKnown, unmarkFiles } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { MARKER_FILE } from './record-files.js'
import { requireMarker } from './records-marker.js'
import { removeDoomed } from './remove-doomed.js'

/**
 * Lets the rows alone say what records say: removes the files that are as they were last read or written, and the
 * marker; a file that was changed since is a person's, and stays. To be called again where it was broken off.
 */
export async function leaveFiles(world: FileWorld): Promise<void> {
  const { spine, files, reach } = world
  const known = await spine.store.read(filesKnown, reach.writes)
  // Without the marker nothing there is known to be the bank's: what is missing may only be out of reach.
  if ((await requireMarker(world, known)) === 'known') {
    await removeDoomed(world, known)
    for (const { file, version } of known.rows) if (version !== null) await files.delete(file, version)
    const marker = await files.read(MARKER_FILE)
    if (marker !== null && typeof marker === 'object') await files.delete(MARKER_FILE, marker.version)
    // What forgetting could not reach any more.
    await files.removePast()
  }
  await spine.store.within(reachedBanks(reach)).tx(unmarkFiles, reach.writes)
}
