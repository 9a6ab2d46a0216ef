import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { type Env, systemEnv } from '../../src/clock.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { examineWords } from '../../src/words/examine-words.js'
import { holdingAll } from '../../src/words/holding-lists.js'
import { mergeSegments } from '../../src/words/merge-segments.js'
import { readWordLists } from '../../src/words/word-lists.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'

export interface MergeKills {
  /** How many met a merge that was at work. */
  readonly inMerges: number
  readonly acknowledged: number
  readonly problems: readonly string[]
}

const BANK = 'u/ann/main'
const LONGEST_MS = 400
const PATIENCE_MS = 5_000

/** Kills a process that makes segments and merges them, mostly in the middle of a merge, and examines what is left. */
export async function killMerging(
  home: string,
  { random, kills }: { readonly random: Random; readonly kills: number },
): Promise<MergeKills> {
  const problems: string[] = []
  const said = new Map<string, boolean>()
  let inMerges = 0
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    const child = start('words/merge-process.mjs', { home, name: `k${kill}`, messages: 130 + random.int(40) })
    const end = ended(child)
    if (await untilMerging(home, random.int(LONGEST_MS))) inMerges += 1
    child.kill('SIGKILL')
    const { output, complaints } = await end
    if (complaints !== '') problems.push(`the process complained: ${complaints}`)
    for (const [, word, token] of output.matchAll(/^(kept|forgotten) (\S+)$/gm))
      said.set(token ?? '', word === 'kept')
    problems.push(
      ...(await examine(home, said, systemEnv())).map((problem) => `after kill ${kill}: ${problem}`),
    )
  }
  problems.push(...(await examineSettled(home)))
  return { inMerges, acknowledged: said.size, problems }
}

/** Waits for a merge, at most so long after it began as is left; false where none came. */
async function untilMerging(home: string, afterMs: number): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    if (isMerging(join(home, 'recollect.db'))) {
      await sleep(afterMs % 50)
      return true
    }
    await sleep(5)
  }
  return false
}

function isMerging(file: string): boolean {
  try {
    const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
    try {
      const now = Date.now()
      return db.prepare('select 1 from posting_merge where until > ?').get(now + 28_000) !== undefined
    } finally {
      db.close()
    }
  } catch {
    // It is not there yet, or being made.
    return false
  }
}

async function examine(home: string, said: ReadonlyMap<string, boolean>, env: Env): Promise<string[]> {
  const store = await openSqlite({ file: join(home, 'recollect.db'), env })
  try {
    const problems: string[] = []
    const problem = await examineWords(store, BANK)
    if (problem !== null) problems.push(problem)
    for (const [token, isKept] of said) {
      const found = holdingAll(await store.read(() => readWordLists(store, BANK, [token])))
      if (found.length !== (isKept ? 1 : 0)) problems.push(`${token} stands in ${found.length} texts`)
    }
    return problems
  } finally {
    await store.close()
  }
}

/** Once claims of the dead have run out, nothing of what they left is there any more. */
async function examineSettled(home: string): Promise<string[]> {
  const file = join(home, 'recollect.db')
  const env = { ...systemEnv(), now: () => Date.now() + 31_000 }
  const store = await openSqlite({ file, env })
  let outcome = await mergeSegments(store, env, BANK, () => false)
  while (outcome === 'merged') outcome = await mergeSegments(store, env, BANK, () => false)
  const problem = await examineWords(store, BANK)
  await store.close()
  const db = new BetterSqlite3(file, { readonly: true })
  const left = db
    .prepare(`
      select (select count(*) from posting_segment where state <> 1)
        + (select count(*) from posting p where not exists
            (select 1 from posting_segment s where s.bank = p.bank and s.segment = p.segment))
        + (select count(*) from posting_merge)`)
    .pluck()
    .get()
  db.close()
  return [
    ...(problem === null ? [] : [problem]),
    ...(outcome === 'nothing' ? [] : [`the last merge answered ${outcome}`]),
    ...(left === 0 ? [] : [`${left} rows were left by those that were killed`]),
  ]
}
