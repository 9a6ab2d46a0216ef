import { hex } from '../../text/hex.js'

/** A name beside the files of a folder for one that this process is writing; it is no record's name. */
export function temporaryName(random: Uint8Array): string {
  const name = `.recollect-${process.pid}-${hex(random)}.tmp`
  inUse.add(name)
  return name
}

export function doneWith(temporary: string): void {
  inUse.delete(temporary)
}

/** What a process that was killed has left. */
export function isLeftover(name: string): boolean {
  const [, pid] = /^\.recollect-(\d{1,10})-[0-9a-f]{32}\.tmp$/.exec(name) ?? []
  if (pid === undefined) return false
  // In a container each start has the same process id, and finds what the one before has left.
  return Number(pid) === process.pid ? !inUse.has(name) : !isRunning(Number(pid))
}

const inUse = new Set<string>()

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
