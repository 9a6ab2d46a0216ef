import { hex } from '../../text/hex.js'

/**
 * A name beside the files of a folder for one that is being written; it is no record's name. `owner`: the id of the
 * record, so that what a kill leaves half-written goes with it where it is forgotten.
 */
export function temporaryName(owner: string, random: Uint8Array): string {
  return `.recollect-${owner}-${hex(random)}.tmp`
}

/** Whether a write of this owner's left it, or has it in hand. */
export function isTemporaryOf(owner: string, name: string): boolean {
  return name.startsWith(`.recollect-${owner}-`) && TEMPORARY.test(name)
}

/** Whether it is what a write has left that was broken off: none takes as long. Process ids tell nothing between machines. */
export function isLeftover(name: string, changedAt: () => number | undefined, now: number): boolean {
  if (!TEMPORARY.test(name)) return false
  const at = changedAt()
  return at !== undefined && now - at > LONGEST_WRITE_MS
}

const TEMPORARY = /^\.recollect-[\w-]{1,64}-[0-9a-f]{32}\.tmp$/
const LONGEST_WRITE_MS = 10 * 60_000
