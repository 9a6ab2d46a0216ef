// The store's housekeeping, in a process of its own: checkpoints, proofs of erasure and VACUUM take
// long, and reading the raw file in the main process would drop its locks (closing any descriptor of a file
// cancels all POSIX locks that the process holds on it). Plain JavaScript, so that source and build start the same file.
import { verifyErased } from './erasure-proof.js'
import { backUp, isStoreFile } from './file-backup.js'
import { check, checkpoint, withDatabase } from './file-upkeep.js'

/** @typedef {import('./maintenance.js').MaintenanceRequest} Request */

process.on('message', async (/** @type {{ id: number, request: Request }} */ { id, request }) => {
  try {
    answer({ id, value: await perform(request) })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    answer({ id, error: error instanceof Error ? error.message : String(error), code })
  }
})
process.on('disconnect', () => process.exit(0))

/** @param {object} message */
function answer(message) {
  // The store can be closed, or its process gone, while a task runs: then nobody waits for the answer.
  process.send?.(message, (/** @type {Error | null} */ error) => {
    if (error) process.exit(0)
  })
}

/** @param {Request} request */
function perform(request) {
  switch (request.kind) {
    case 'checkpoint':
      return withDatabase(request.file, (db) => checkpoint(db, request.mode))
    case 'check':
      return withDatabase(request.file, check)
    case 'verify':
      return verifyErased(request.file, request.erased)
    case 'back-up':
      return backUp(request.file, request.copy)
    case 'is-store':
      return isStoreFile(request.other, request.applicationId)
  }
}
