import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '../src/index.js'
import type { Embedder } from '../src/model/embedder.js'
import { type Brought, bring, type User, unitOf } from './bring.js'
import { type Figures, figuresOf, firstSeen, type OrderFigures, orderOf, type Ranking } from './metrics.js'
import type { Asked, EvalSet } from './sets.js'

export interface SetResult {
  readonly set: string
  readonly units: number
  readonly overall: Figures
  /** Sessions ranked by their best hit, where the set has them. */
  readonly sessions: Figures | null
  /** Where each question has statements that say different things. */
  readonly order: OrderFigures | null
  readonly byType: Readonly<Record<string, Figures>>
  readonly importMs: number
  readonly askMs: number
}

export interface RunOptions {
  readonly mode: 'measured' | 'rrf'
  /** Every n-th question; 1 asks all. */
  readonly every: number
  /** Facts and people are read out of the turns too, as they always are out of notes. */
  readonly extract?: boolean
  /** A database, `postgres://…`, where everything is kept; what was there stays, and so does what is measured. */
  readonly store?: string
  /** Texts are embedded after the import; words alone when absent. */
  readonly embedder?: Embedder
}

/** Imports a set as its users would, into a store of its own, and asks every question through the SDK. */
export async function runSet(set: EvalSet, options: RunOptions): Promise<SetResult> {
  const { every, extract = false, embedder = 'off', store = 'file' } = options
  const home = mkdtempSync(join(tmpdir(), 'recollect-eval-'))
  // The figures do not depend on how durable the commits are.
  const engine = await openMemory({
    home,
    store,
    durability: 'normal',
    zone: 'UTC',
    embedder,
    recallLog: false,
  })
  try {
    const started = performance.now()
    const users = new Map<string, User>()
    // A database may hold the users of an earlier run.
    const run = randomUUID()
    const userOf = (group: string) => (store === 'file' ? group : `${run} ${group}`)
    for (const [group, units] of set.groups)
      users.set(group, await bring(engine.as({ user: userOf(group) }), units, extract))
    if (embedder !== 'off') for (const { memory } of users.values()) await memory.embed({})
    const imported = performance.now()
    const answers: { question: Asked; ranking: Ranking; sessions: Ranking }[] = []
    for (const [index, question] of set.questions.entries()) {
      if (index % every === 0)
        answers.push({ question, ...(await ask(users.get(question.group)!, question, options)) })
    }
    const types = [...new Set(answers.map(({ question }) => question.type))].sort()
    const withSessions = answers.filter(({ sessions }) => sessions.gold.length > 0)
    const pairs = answers.flatMap(({ question: { pair }, ranking: { ranked } }) =>
      pair === undefined ? [] : [{ ranked, pair }],
    )
    return {
      set: set.name,
      units: [...set.groups.values()].reduce((sum, units) => sum + units.length, 0),
      overall: figuresOf(answers.map(({ ranking }) => ranking)),
      sessions: withSessions.length === 0 ? null : figuresOf(withSessions.map(({ sessions }) => sessions)),
      order: pairs.length === 0 ? null : orderOf(pairs),
      byType: Object.fromEntries(
        types.map((type) => [
          type,
          figuresOf(answers.filter(({ question }) => question.type === type).map(({ ranking }) => ranking)),
        ]),
      ),
      importMs: imported - started,
      askMs: performance.now() - imported,
    }
  } finally {
    await engine.close()
    rmSync(home, { recursive: true })
  }
}

async function ask(user: User, question: Asked, { mode, embedder }: RunOptions) {
  const { hits: shown } = await user.memory.search({
    question: question.text,
    now: question.now,
    limit: RANKED,
    mode,
    meaning: embedder !== undefined,
  })
  // What is said again stands with its hit, and takes a place in the ranking like any other.
  const hits: Brought[] = []
  for (const { alike, ...hit } of shown) {
    hits.push(hit)
    for (const id of alike) hits.push(await user.memory.get({ id }))
  }
  return {
    ranking: { ranked: hits.map((hit) => unitOf(user, hit)), gold: question.gold },
    sessions: {
      ranked: firstSeen(hits.map(({ turn }) => turn?.session ?? null)),
      gold: question.goldSessions,
    },
  }
}

/** Enough for ten sessions to show among the hits. */
const RANKED = 60
