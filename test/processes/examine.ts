import { existsSync, readFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { doctor } from '../../src/items/doctor.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, storeFile } from '../open-spine.js'

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
export async function problemsOf(home: string, logs: readonly string[]): Promise<string[]> {
  const said = readLogs(logs)
  const spine = await openSpine(home)
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
  const db = new BetterSqlite3(storeFile(home), { readonly: true })
  try {
    return [...problems, ...contentProblems(db, said), ...countProblems(db)]
  } finally {
    db.close()
  }
}

function contentProblems(db: BetterSqlite3.Database, said: Acknowledged): string[] {
  const problems: string[] = []
  const rows = db.prepare('select i.id, x.body from item i join item_text x on x.rid = i.text_rid').all()
  const bodies = new Map((rows as { id: string; body: string }[]).map(({ id, body }) => [id, body]))
  for (const [id, text] of said.kept) {
    if (said.forgotten.has(id)) {
      if (bodies.has(id)) problems.push(`acknowledged as forgotten and still there: ${text}`)
    } else if (bodies.get(id) !== text && !(said.uncertain.has(id) && !bodies.has(id))) {
      problems.push(`acknowledged and not there as it was given: ${text}`)
    }
  }
  const turnsOf = db.prepare(`
    select x.body from session s join turn t on t.session_rid = s.rid join item i on i.rid = t.item_rid
    join item_text x on x.rid = i.text_rid where s.name = ? order by t.seq`)
  for (const [session, contents] of said.imported) {
    const stored = turnsOf.pluck().all(session)
    if (JSON.stringify(stored) !== JSON.stringify(contents)) problems.push(`not as imported: ${session}`)
  }
  return problems
}

/** Each of these queries returns rows only when something is wrong. */
const countQueries: Readonly<Record<string, string>> = {
  'a gap in a session': `
    select session_rid from turn group by bank, session_rid having min(seq) <> 1 or max(seq) <> count(*)`,
  'a turn without its item': `
    select rid from turn where item_rid is not null and item_rid not in (select rid from item)`,
  'an item of the kind turn without a turn': `
    select rid from item where kind = 'turn' and rid not in (select item_rid from turn where item_rid is not null)`,
  'a session of which nothing is left': `
    select rid from session where rid not in (select session_rid from turn where item_rid is not null)`,
  'more or fewer items than the audit says': `
    select 1 from (select
      (select count(*) from item) as present,
      (select sum(coalesce(json_extract(counts, '$.added'), 0)) from audit where outcome = 'done') as added,
      (select coalesce(sum(json_extract(counts, '$.item')), 0) from audit where operation = 'memory.forget' and outcome = 'done')
        as forgotten
    ) where present <> coalesce(added, 0) - forgotten`,
  'forgotten without a tombstone': `
    select 1 from (select
      (select count(*) from tombstone) as tombstones,
      (select coalesce(sum(json_extract(counts, '$.item')), 0) from audit where operation = 'memory.forget' and outcome = 'done')
        as forgotten
    ) where tombstones <> forgotten`,
}

function countProblems(db: BetterSqlite3.Database): string[] {
  return Object.entries(countQueries).flatMap(([problem, query]) =>
    db.prepare(query).all().length > 0 ? [problem] : [],
  )
}
