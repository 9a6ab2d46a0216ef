import { join } from 'node:path'
import { isoOf } from './dates.js'
import { type Row, readLines, text } from './rows.js'
import type { Asked, EvalSet, StatementPair, Unit } from './sets.js'

/** Where the set stands: LongMemEval's knowledge updates, each with its dated statements, oldest first. */
export const statementsFile = (folder: string): string =>
  join(folder, 'supersession', 'longmemeval_knowledge_update.jsonl')

/**
 * The statements of all questions as one user's, each in a conversation of its own, and the questions, asked at their
 * dates. The gold is the newest statement of each.
 */
export function readStatements(folder: string): EvalSet {
  const rows = readLines(statementsFile(folder))
  return {
    name: 'supersession',
    groups: new Map([[GROUP, rows.flatMap(statementsOf)]]),
    questions: rows.map(questionOf),
  }
}

/** The group of LongMemEval's pool, in which all these statements stand too. */
const GROUP = 'pool'

/**
 * Questions for what was before, by their published answers, which the older statement gives: the previous flyer
 * status, the previous record, the first three months, the previous tutor, the previous goal, the earlier trip.
 */
const ASK_FOR_OLDER: ReadonlySet<string> = new Set([
  '50635ada',
  'e66b632c',
  '0ddfec37',
  'dfde3500',
  '9bbe84a2',
  '10e09553',
])

function statementsOf(row: Row): Unit[] {
  return statements(row).map((statement) => ({
    id: text(statement['id']),
    text: text(statement['text']),
    at: isoOf(text(statement['date'])),
    session: text(statement['id']),
    role: text(statement['speaker']),
    speaker: null,
  }))
}

function questionOf(row: Row): Asked {
  const id = text(row['qid'])
  const ids = statements(row).map((statement) => text(statement['id']))
  const newest = ids.at(-1) ?? ''
  const asked: StatementPair['asked'] = ASK_FOR_OLDER.has(id) ? 'older' : 'newest'
  return {
    id,
    group: GROUP,
    type: asked,
    text: text(row['query']),
    now: isoOf(text(row['date'])) ?? '',
    gold: [newest],
    goldSessions: [],
    pair: { newest, older: ids.filter((other) => other !== newest), asked },
  }
}

function statements(row: Row): Row[] {
  const all = row['statements']
  if (!Array.isArray(all)) throw new TypeError('a question without statements')
  return all as Row[]
}
