import { MemoryError } from '../../errors.js'
import { identityOf } from '../../items/identity.js'
import { reachedBanks } from '../../reach.js'
import { hex } from '../../text/hex.js'
import type { FilesKnown } from './file-rows.js'
import { isAnyWritten, unwriteFiles } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { MARKER_FILE, NO_RECORD } from './record-files.js'

/**
 * Makes sure that these are the bank's files. Throws `conflict` where the marker is gone although files were written, and
 * where it is another's: then what is missing was not removed by a person. An empty marker is a person's word that the
 * files begin anew: `renewed`.
 */
export async function requireMarker(
  world: FileWorld,
  { rows, doomed }: FilesKnown,
): Promise<'known' | 'absent' | 'renewed'> {
  const { spine, files, reach } = world
  const marker = await files.read(MARKER_FILE)
  if (typeof marker === 'string') throw noMarker(files.place, 'its marker cannot be read')
  if (marker === null) {
    if ([...doomed, ...rows].every(({ version }) => version === null)) return 'absent'
    throw noMarker(files.place, 'it, or its marker, is not there')
  }
  const text = Buffer.from(marker.bytes).toString().trim()
  if (text === tokenOf(world)) return 'known'
  if (text !== '') {
    throw new MemoryError(
      'conflict',
      `${files.place} holds the records of another user or store`,
      `give each a folder of its own; to take this one over, empty the file ${MARKER_FILE} in it`,
    )
  }
  await spine.store.within(reachedBanks(reach)).tx(unwriteFiles, reach.writes)
  await files.write(MARKER_FILE, Buffer.from(`${tokenOf(world)}\n`), marker.version, NO_RECORD)
  return 'renewed'
}

/**
 * Marks the folder as the bank's before its first file is written. Throws `conflict` where files were written already: a
 * folder that has just gone must not be taken for a new one.
 */
export async function makeMarker(world: FileWorld): Promise<void> {
  const { spine, files, reach } = world
  const isNew = (await files.read(MARKER_FILE)) === null
  if (isNew && (await spine.store.read(isAnyWritten, reach.writes)))
    throw noMarker(files.place, 'it, or its marker, is not there')
  await claimFiles(world)
}

/** Marks the files as the bank's, wherever its records are so far, and makes sure that they can be written. */
export async function claimFiles(world: FileWorld): Promise<void> {
  const { files } = world
  if ((await files.read(MARKER_FILE)) === null) {
    const version = await files.write(MARKER_FILE, Buffer.from(`${tokenOf(world)}\n`), null, NO_RECORD)
    // Another store may have been faster.
    if (version === null) await requireMarker(world, { rows: [], doomed: [] })
  }
  await files.ready()
}

/** Tells the banks of all stores apart, and names none. */
function tokenOf({ spine, reach }: FileWorld): string {
  return hex(identityOf(spine.identityKey, [reach.writes, 'records folder']))
}

function noMarker(place: string, what: string): MemoryError {
  return new MemoryError(
    'conflict',
    `the folder of records ${place} is not as it was: ${what}`,
    `bring it back; if it is lost, make it again with an empty file ${MARKER_FILE} in it: all records are written there, and recollect record-move takes them elsewhere`,
  )
}
