import { existsSync, readFileSync } from 'node:fs'
import { doctor } from '../../src/items/doctor.js'
import { capture } from '../../src/user/thoughts.js'
import { type MemoryPlace, openSpineAt } from '../each-engine.js'
import { ann } from '../open-spine.js'
import { type Row, type Rows, rowsOf } from '../store/rows-of.js'

/** What the processes were told about their writes. */
interface Acknowledged {
  readonly kept: Map<string, string>
  readonly imported: Map<string, readonly string[]>
  readonly forgotten: Set<string>
  /** Asked for and, as far as anyone knows, neither done nor not done. */
  readonly uncertain: Set<string>
}

export function readLogs(logs: readonly string[]): Acknowledged {
  const all: Acknowledged = {
    kept: new Map(),
    imported: new Map(),
    forgotten: new Set(),
    uncertain: new Set(),
  }
  for (const log of logs) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
    for (const line of lines) {
      // The line that a kill tore was never acknowledged to anyone.
      if (!line.endsWith('}')) continue
      const entry = JSON.parse(line)
      if (entry.kept !== undefined) all.kept.set(entry.kept, entry.text)
      if (entry.imported !== undefined) all.imported.set(entry.imported, entry.contents)
      if (entry.forgetting !== undefined) all.uncertain.add(entry.forgetting)
      if (entry.forgotten !== undefined) {
        all.uncertain.delete(entry.forgotten)
        all.forgotten.add(entry.forgotten)
      }
    }
  }
  return all
}

/** What is wrong with a store, given what it acknowledged; nothing when it kept its word. */
export async function problemsOf(place: MemoryPlace, logs: readonly string[]): Promise<string[]> {
  const said = readLogs(logs)
  const spine = await openSpineAt(place)
  const findings = await doctor(spine, ann)
  const problems = findings
    .filter(({ isOk }) => !isOk)
    .map(({ check, detail }) => `doctor: ${check}: ${detail}`)
  for (const id of [...said.forgotten].slice(-5)) {
    const text = said.kept.get(id) ?? ''
    const outcome = await capture(spine, ann, { text }).catch(({ code }) => code)
    if (outcome !== 'conflict') problems.push(`forgotten, and taken again without a word: ${text}`)
  }
  await spine.store.close()
  const rows = await rowsOf(place)
  return [...problems, ...contentProblems(rows, said), ...countProblems(rows)]
}

const rowsIn = (rows: Rows, table: string): readonly Row[] => rows.get(table) ?? []

function contentProblems(rows: Rows, said: Acknowledged): string[] {
  const problems: string[] = []
  const texts = new Map(rowsIn(rows, 'item_text').map(({ rid, body }) => [rid, body]))
  const items = rowsIn(rows, 'item')
  const bodies = new Map(items.map(({ id, text_rid }) => [id, texts.get(text_rid)]))
  for (const [id, text] of said.kept) {
    if (said.forgotten.has(id)) {
      if (bodies.has(id)) problems.push(`acknowledged as forgotten and still there: ${text}`)
    } else if (bodies.get(id) !== text && !(said.uncertain.has(id) && !bodies.has(id))) {
      problems.push(`acknowledged and not there as it was given: ${text}`)
    }
  }
  const textOf = new Map(items.map(({ rid, text_rid }) => [rid, texts.get(text_rid)]))
  for (const [name, contents] of said.imported) {
    const session = rowsIn(rows, 'session').find((one) => one.name === name)
    const stored = turnsOf(rows, session?.rid).map(({ item_rid }) => textOf.get(item_rid))
    if (JSON.stringify(stored) !== JSON.stringify(contents)) problems.push(`not as imported: ${name}`)
  }
  return problems
}

function turnsOf(rows: Rows, session: unknown): Row[] {
  return rowsIn(rows, 'turn')
    .filter(({ session_rid }) => session_rid === session)
    .sort((a, b) => Number(a.seq) - Number(b.seq))
}

/** What of one bank does not add up. */
function countProblems(rows: Rows): string[] {
  const items = rowsIn(rows, 'item')
  const turns = rowsIn(rows, 'turn').filter(({ item_rid }) => item_rid !== null)
  const ofItems = new Set(turns.map(({ item_rid }) => item_rid))
  const numbers = new Set(items.map(({ rid }) => rid))
  const inSessions = new Set(turns.map(({ session_rid }) => session_rid))
  const done = rowsIn(rows, 'audit').filter(({ outcome }) => outcome === 'done')
  const sum = (kept: readonly Row[], count: string) =>
    kept.reduce((total, { counts }) => total + Number(JSON.parse(String(counts))[count] ?? 0), 0)
  const forgotten = sum(
    done.filter(({ operation }) => operation === 'memory.forget'),
    'item',
  )
  const isWrong: Readonly<Record<string, boolean>> = {
    'a gap in a session': rowsIn(rows, 'session').some(({ rid }) =>
      turnsOf(rows, rid).some(({ seq }, place) => seq !== place + 1),
    ),
    'a turn without its item': turns.some(({ item_rid }) => !numbers.has(item_rid)),
    'an item of the kind turn without a turn': items.some(
      ({ kind, rid }) => kind === 'turn' && !ofItems.has(rid),
    ),
    'a session of which nothing is left': rowsIn(rows, 'session').some(({ rid }) => !inSessions.has(rid)),
    'more or fewer items than the audit says': items.length !== sum(done, 'added') - forgotten,
    'forgotten without a tombstone': rowsIn(rows, 'tombstone').length !== forgotten,
  }
  return Object.keys(isWrong).filter((problem) => isWrong[problem])
}
