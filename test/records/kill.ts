import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { readRecordFile } from '../../src/user/records/read-record-file.js'
import { NO_RECORD } from '../../src/user/records/record-files.js'
import { ended, start } from '../processes/processes.js'
import type { Random } from '../random.js'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly problems: readonly string[]
}

/** Where records are kept for a round: of a process that is killed, and of who looks at it afterwards. */
export type NewOptions = (folder: string) => Promise<MemoryOptions>

/**
 * Kills a process that saves, updates and deletes records, again and again, at any moment of its life, and looks after
 * each time whether anything that it was told is lost, and anything half-written is read.
 */
export async function killRecordsRepeatedly(
  folder: string,
  newOptions: NewOptions,
  { random, kills }: { readonly random: Random; readonly kills: number },
): Promise<KillReport> {
  const problems: string[] = []
  let acknowledged = 0
  let inRound = 0
  let done = 0
  let options: MemoryOptions = {}
  let log = ''
  for (let kill = 0; kill < kills && problems.length === 0; kill++) {
    if (kill % KILLS_PER_STORE === 0) {
      acknowledged += inRound
      inRound = 0
      const home = join(folder, `round-${kill}`)
      if (options.home !== undefined) await rm(options.home, { recursive: true, force: true })
      options = { ...(await newOptions(home)), home }
      log = `${home}.log`
    }
    const seed = random.int(2 ** 31)
    const child = start('records/records-process.mjs', { options, seed, log })
    const end = ended(child)
    if (random.int(6) > 0) await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(LONGEST_MS))
    child.kill('SIGKILL')
    done += 1
    const { complaints } = await end
    if (complaints !== '') problems.push(`the process complained: ${complaints}`)
    const said = readLog(log)
    inRound = said.told
    const found = await problemsOf(options, said)
    problems.push(...found.map((problem) => `after kill ${kill} (child seed ${seed}): ${problem}`))
  }
  return { kills: done, acknowledged: acknowledged + inRound, problems }
}

const KILLS_PER_STORE = 25
const LONGEST_MS = 400

/** What the process was told, and what it had asked for when it died. */
interface Said {
  /** What each says, by id; undefined for one that is forgotten. */
  readonly says: Map<string, string | undefined>
  /** Asked for, and neither done nor not done as far as anyone knows. */
  readonly open: Entry[]
  readonly told: number
}

interface Entry {
  readonly asked?: 'save' | 'update' | 'delete'
  readonly told?: 'save' | 'update' | 'delete'
  readonly id?: string
  readonly says?: Says
}

type Says = Readonly<Record<'name' | 'description' | 'type' | 'body', string>>

/** All that a record says, as one text that can be compared. */
function textOf(says: Says | undefined): string | undefined {
  if (says === undefined) return undefined
  const { name, description, type, body } = says
  return JSON.stringify([name, description, type, body])
}

function readLog(log: string): Said {
  const said = { says: new Map<string, string | undefined>(), open: [] as Entry[], told: 0 }
  // The line that a kill tore was said to no one.
  const lines = existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
    : []
  for (const line of lines) {
    const entry = JSON.parse(line) as Entry
    if (entry.asked !== undefined) said.open.push(entry)
    if (entry.told === undefined) continue
    said.open.pop()
    said.told += 1
    if (entry.id !== undefined) said.says.set(entry.id, textOf(entry.says))
  }
  return said
}

async function problemsOf(options: MemoryOptions, said: Said): Promise<string[]> {
  const problems: string[] = []
  const engine = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const { records, problems: bad } = await memory.recordList({ limit: 100 })
    for (const { file, reason } of bad) problems.push(`${file} is told as bad: ${reason}`)
    const present = new Map<string, string>()
    for (const { id } of records) present.set(id, textOf(await memory.recordRead({ which: id })) ?? '')
    for (const [id, told] of said.says) {
      const now = present.get(id)
      const couldBe = said.open.filter((entry) => entry.id === id)
      const isOpen = couldBe.some(({ says }) => now === textOf(says))
      if (now !== told && !isOpen) problems.push(`${id} is not as it was told: ${now?.slice(0, 160)}`)
    }
    for (const [id, now] of present) {
      if (said.says.has(id)) continue
      // Saved by one that was killed before it was told, and perhaps changed by the next, which was killed too.
      const isAskedFor = said.open.some(
        (entry) => textOf(entry.says) === now && (entry.asked === 'save' || entry.id === id),
      )
      if (!isAskedFor) problems.push(`nobody asked for ${id}`)
    }
    // What was open is settled now, one way or the other.
    if (options.records === 'folder') problems.push(...(await filesOf(options.home ?? '', present)))
    const { isHealthy, findings } = await memory.doctor({})
    if (!isHealthy) problems.push(`doctor: ${JSON.stringify(findings.filter(({ isOk }) => !isOk))}`)
  } finally {
    await engine.close()
  }
  return problems
}

/** One whole file a record, and nothing else. */
async function filesOf(home: string, present: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = join(home, 'records', 'ann')
  if (!existsSync(folder)) return present.size === 0 ? [] : ['there is no folder']
  const problems: string[] = []
  const all = readdirSync(folder).filter((name) => name !== '.recollect-records')
  // What a write left that was killed stays for some minutes, unless its record is forgotten.
  const left = all.filter((name) => name.endsWith('.tmp'))
  for (const name of left)
    if (![NO_RECORD, ...present.keys()].some((id) => name.includes(id))) problems.push(`${name} is nobody's`)
  const names = all.filter((name) => !left.includes(name))
  if (names.length !== present.size) problems.push(`${names.length} files for ${present.size} records`)
  for (const name of names) {
    const read = await readRecordFile(name, readFileSync(join(folder, name)))
    if ('problem' in read) problems.push(`${name} ${read.problem.reason}`)
    else if (present.get(read.record.id ?? '') !== textOf(read.record))
      problems.push(`${name} says something else than its row`)
  }
  return problems
}
