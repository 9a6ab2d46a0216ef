import { readFileSync } from 'node:fs'

/** The most memory that this process ever held, and the other one beside it, in MB. */
export function peakMegabytes(other: number | undefined): number {
  return ofProcess('self', 'VmHWM', process.resourceUsage().maxRSS) + ofOther(other, 'VmHWM')
}

/** What they hold now, after a collection of ours. */
export function restMegabytes(other: number | undefined): number {
  global.gc?.()
  return ofProcess('self', 'VmRSS', process.memoryUsage().rss / 1024) + ofOther(other, 'VmRSS')
}

function ofOther(pid: number | undefined, field: string): number {
  return pid === undefined ? 0 : ofProcess(pid, field, 0)
}

/** On Linux from the kernel: `maxRSS` there counts what the process that forked this one held. Elsewhere from Node. */
function ofProcess(pid: number | 'self', field: string, elseKilobytes: number): number {
  let kilobytes = elseKilobytes
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    kilobytes = Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1])
  }
  return (kilobytes * 1024) / 1e6
}
