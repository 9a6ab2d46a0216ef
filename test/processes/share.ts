import { join } from 'node:path'
import { problemsOf } from './examine.js'
import { ended, start } from './processes.js'

interface Summary {
  readonly errors: readonly string[]
  readonly elapsedMs: number
  readonly delay: { readonly p99: number; readonly max: number }
}

export interface ShareReport {
  /** Of each process. */
  readonly summaries: readonly Summary[]
  readonly problems: readonly string[]
}

/** Lets processes remember, ask and forget on one store at the same time, then examines it. */
export async function shareStore(
  folder: string,
  count: number,
  operations: number,
  seed: number,
): Promise<ShareReport> {
  const home = join(folder, `shared-by-${count}`)
  const logs = Array.from({ length: count }, (_, i) => join(folder, `shared-by-${count}-${i}.log`))
  const endings = await Promise.all(
    logs.map((log, i) =>
      ended(
        start('processes/load-process.mjs', { home, name: `process${i}`, seed: seed + i, operations, log }),
      ),
    ),
  )
  const complaints = endings
    .filter(({ status }) => status !== 0)
    .map((ending) => `a process failed: ${ending.complaints}`)
  return {
    summaries: endings
      .filter(({ status }) => status === 0)
      .map(({ output }) => JSON.parse(output.split('\n').at(-1) ?? '') as Summary),
    problems: [...complaints, ...(await problemsOf({ home }, logs))],
  }
}

/** The longest that any of them was held, in milliseconds. */
export function longestDelay({ summaries }: ShareReport): number {
  return Math.max(...summaries.map(({ delay }) => delay.max))
}
