// The store's housekeeping, in a process of its own: checkpoints, proofs of erasure, rebuilds and VACUUM take
// long, and reading the raw file in the main process would drop its locks (closing any descriptor of a file
// cancels all POSIX locks that the process holds on it). Plain JavaScript, so that source and build start the same file.
import { verifyErased } from './erasure-proof.js'
import { check, checkpoint, rebuildIndex, withDatabase } from './file-upkeep.js'

/** @typedef {import('./maintenance.js').MaintenanceRequest} Request */

process.on('message', (/** @type {{ id: number, request: Request }} */ { id, request }) => {
  try {
    answer({ id, value: perform(request) })
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
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
    case 'rebuild':
      return withDatabase(request.file, rebuildIndex)
    case 'verify':
      return verifyErased(request.file, request.erased)
  }
}
