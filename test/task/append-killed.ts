import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMemory } from '../../src/index.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'

export interface AppendKillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly problems: readonly string[]
}

/**
 * Kills a process that appends batches, again and again, and looks after each time: what was acknowledged is there, each batch
 * is there as a whole or not at all, and numbers go on without a gap. A new store is begun now and then.
 */
export async function killAppending(
  folder: string,
  random: Random,
  kills: number,
): Promise<AppendKillReport> {
  const problems: string[] = []
  let acknowledged = 0
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    const round = Math.floor(kill / KILLS_PER_STORE)
    const home = join(folder, `round-${round}`)
    const log = join(folder, `round-${round}.log`)
    const child = start('task/append-process.mjs', { home, log, from: kill })
    const end = ended(child)
    // Now and then before anything was kept.
    await Promise.race([saying(child, random.int(5) > 0 ? 'kept' : 'open'), end])
    await sleep(random.int(LONGEST_MS))
    child.kill('SIGKILL')
    const { complaints } = await end
    if (complaints !== '') problems.push(`the process complained: ${complaints}`)
    const known = existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
    problems.push(...(await problemsOf(home, known)).map((problem) => `after kill ${kill}: ${problem}`))
    if (kill === kills - 1 || (kill + 1) % KILLS_PER_STORE === 0) acknowledged += known.length
  }
  return { kills, acknowledged, problems }
}

async function saying(child: ChildProcess, word: string): Promise<void> {
  for (let said = ''; !said.includes(word); )
    said += String((await once(child.stdout as Readable, 'data'))[0])
}

const KILLS_PER_STORE = 25
const LONGEST_MS = 300

async function problemsOf(home: string, acknowledged: readonly string[]): Promise<string[]> {
  const engine = await openMemory({ home, embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const verified = await memory.transcriptVerify({})
    const problems = verified.problems.map(({ session, seq, problem }) => `${session} ${seq}: ${problem}`)
    const batches = new Map<string, number>()
    for (const { session } of (await memory.transcriptSessions({})).sessions) {
      let text = ''
      for await (const piece of (await memory.transcriptExport({ session })).lines) text += piece
      for (const line of text.trimEnd().split('\n').slice(1)) {
        const batch = String(JSON.parse(line).data.key).replace(/\.\d+$/, '')
        batches.set(batch, (batches.get(batch) ?? 0) + 1)
      }
    }
    for (const [batch, events] of batches)
      if (events !== Number(batch.split('.').at(-1))) problems.push(`batch ${batch} has ${events} events`)
    for (const batch of acknowledged)
      if (!batches.has(batch)) problems.push(`batch ${batch} was acknowledged and is not there`)
    return problems
  } finally {
    await engine.close()
  }
}
