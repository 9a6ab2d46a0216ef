import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { problemsOf, readLogs } from '../processes/examine.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly problems: readonly string[]
}

/**
 * Kills a process that remembers and forgets, again and again, at any moment of its life, and examines the store
 * after each time. A new store is begun now and then: examining one that only grows would take all the time.
 */
export async function killRepeatedly(folder: string, random: Random, kills: number): Promise<KillReport> {
  const problems: string[] = []
  let acknowledged = 0
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    const round = Math.floor(kill / KILLS_PER_STORE)
    const home = join(folder, `round-${round}`)
    const log = join(folder, `round-${round}.log`)
    const seed = random.int(2 ** 31)
    const child = start('processes/load-process.mjs', {
      home,
      name: `round${round}`,
      seed,
      operations: 1e9,
      log,
    })
    const end = ended(child)
    // Now and then while it is still opening the store.
    if (random.int(5) > 0) await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(LONGEST_MS))
    child.kill('SIGKILL')
    const { complaints } = await end
    if (complaints !== '') problems.push(`the process complained: ${complaints}`)
    problems.push(
      ...(await problemsOf(home, [log])).map(
        (problem) => `after kill ${kill} (child seed ${seed}): ${problem}`,
      ),
    )
    const isLast = kill === kills - 1 || (kill + 1) % KILLS_PER_STORE === 0
    if (!isLast || problems.length > 0) continue
    const { kept, imported, forgotten } = readLogs([log])
    acknowledged += kept.size + imported.size + forgotten.size
    await rm(home, { recursive: true })
  }
  return { kills, acknowledged, problems }
}

const KILLS_PER_STORE = 25
const LONGEST_MS = 500
