import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemoryPlace, NewMemoryPlace } from '../each-engine.js'
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
export async function killRepeatedly(
  folder: string,
  newPlace: NewMemoryPlace,
  { random, kills }: { readonly random: Random; readonly kills: number },
): Promise<KillReport> {
  const problems: string[] = []
  let acknowledged = 0
  let place: MemoryPlace = { home: folder }
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    const round = Math.floor(kill / KILLS_PER_STORE)
    if (kill % KILLS_PER_STORE === 0) place = await newPlace()
    const log = join(folder, `round-${round}.log`)
    const seed = random.int(2 ** 31)
    const child = start('processes/load-process.mjs', {
      ...place,
      name: `round${round}`,
      seed,
      operations: 1e9,
      log,
    })
    const end = ended(child)
    // The first of a store has been told something; later ones die now and then while they are still opening it.
    if (kill % KILLS_PER_STORE === 0) await Promise.race([acknowledgedIn(log), end])
    else if (random.int(5) > 0) await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(LONGEST_MS))
    child.kill('SIGKILL')
    const { complaints } = await end
    if (complaints !== '') problems.push(`the process complained: ${complaints}`)
    problems.push(
      ...(await problemsOf(place, [log])).map(
        (problem) => `after kill ${kill} (child seed ${seed}): ${problem}`,
      ),
    )
    const isLast = kill === kills - 1 || (kill + 1) % KILLS_PER_STORE === 0
    if (!isLast || problems.length > 0) continue
    const { kept, imported, forgotten } = readLogs([log])
    acknowledged += kept.size + imported.size + forgotten.size
  }
  return { kills, acknowledged, problems }
}

async function acknowledgedIn(log: string): Promise<void> {
  while (readLogs([log]).kept.size === 0) await sleep(20)
}

const KILLS_PER_STORE = 25
const LONGEST_MS = 500
