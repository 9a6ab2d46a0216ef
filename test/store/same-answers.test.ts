import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Env } from '../../src/clock.js'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

describePostgres('operations on SQLite and PostgreSQL', () => {
  it.each([
    ['memory', script, 3],
    ['tasks and outputs', askTasks, 2],
    ['looking through it', browse, 2],
  ])(
    'give the same answers to the same script about %s',
    { timeout: 120_000 },
    async (_of, asked, refusals) => {
      const home = mkdtempSync(join(tmpdir(), 'recollect-same-'))
      const onSqlite = await answers({ home }, asked)
      rmSync(home, { recursive: true, force: true })
      const onPostgres = await answers({ store: await newDatabase() }, asked)
      expect(onPostgres).toEqual(onSqlite)
      // The script itself must be worth comparing.
      expect(onSqlite.filter(({ failed }) => failed !== undefined)).toHaveLength(refusals)
    },
  )
})

interface Answer {
  readonly step: string
  readonly answer?: unknown
  readonly failed?: unknown
}

/** What each step of a script came to. The proof of an erasure is left out by the scripts: it is the engine's own. */
async function answers(options: MemoryOptions, asked: typeof script): Promise<Answer[]> {
  let now = Date.parse('2026-04-01T12:00:00Z')
  const engine = await openMemory({ ...options, env: fixedEnv(() => now), zone: 'UTC' })
  const told: Answer[] = []
  const ask = async <T>(step: string, call: () => Promise<T>): Promise<T | undefined> => {
    now += 60_000
    try {
      const answer = await call()
      told.push({ step, answer })
      return answer
    } catch (error) {
      told.push({ step, failed: (error as { code?: string }).code ?? String(error) })
      return undefined
    }
  }
  await asked(engine, ask)
  await engine.close()
  return told
}

type Ask = <T>(step: string, call: () => Promise<T>) => Promise<T | undefined>

async function script(engine: Engine, ask: Ask): Promise<void> {
  const ann = engine.as({ user: 'ann' })
  const bob = engine.as({ user: 'bob' })
  const first = await ask('a note', () =>
    ann.capture({ text: 'Mia moved to Lisbon', occurredAt: '2026-03-01', tags: ['Mia', '#travel'] }),
  )
  const id = first?.id ?? ''
  await ask('the same note', () =>
    ann.capture({ text: 'Mia moved to Lisbon', tags: ['Travel', '部署', 'mia'] }),
  )
  await ask('get the tagged', () => ann.get({ id }))
  const derived = await ask('a derived note', () =>
    ann.capture({ text: '部署 for Mia 😀 \0', sources: [id] }),
  )
  await ask("another user's note", () => bob.capture({ text: 'Mia moved to Lisbon' }))
  await ask('not his', () => bob.get({ id }))
  await ask('an import', () => ann.import({ content: conversation }))
  await ask('the same import', () => ann.import({ content: conversation }))
  await ask('get', () => ann.get({ id: derived?.id ?? '' }))
  for (const text of ['Ärger mit LISBON', 'a  lisbon\nplan', '100% sure'])
    await ask('one more note', () => ann.capture({ text, tags: ['travel'] }))
  const page = await ask('notes', () => ann.thoughts({ limit: 2 }))
  await ask('notes after these', () => ann.thoughts({ limit: 2, before: page?.next ?? '' }))
  await ask('notes of tags', () => ann.thoughts({ tags: ['#Travel', 'mia'], until: '2026-03-02' }))
  await ask('notes with a piece', () => ann.thoughts({ contains: 'isbon', since: '2026-03-01' }))
  await ask('notes with a piece of a tag', () => ann.thoughts({ contains: 'lisbon plan', tags: ['TRAVEL'] }))
  for (const words of ['deployment', '"the deployment" 7', 'lisbon -mia', '部署', '...'])
    await ask('exact words', () => ann.ftsSearch({ words, limit: 5 }))
  await ask('exact words of a time', () =>
    ann.ftsSearch({ words: 'message', since: '2026-02-04', session: 'Session 1' }),
  )
  for (const question of [
    'Where did Mia move to?',
    '"the deployment" 7',
    '部署',
    'lisbon plan -mia',
    'ÄRGER',
  ]) {
    const found = await ask('search', () => ann.search({ question, limit: 50 }))
    await ask('why so', () => ann.explain({ recallId: found?.recallId ?? '', id }))
  }
  await ask('searches', () => ann.recalls({}))
  await ask('trace', () => ann.trace({ id }))
  await ask('stats', () => ann.stats({}))
  await ask('banks', () => ann.banks({}))
  await ask('all banks', () => engine.as({ administrator: true }).banks({ all: true, limit: 1 }))
  await ask('what would go', () => ann.forget({ id, preview: true }))
  await ask('forget', async () => {
    const receipt = await ann.forget({ id, verify: false })
    return { ...receipt, state: undefined, reason: undefined }
  })
  await ask('forgotten', () => ann.get({ id }))
  await ask('remembered again, unasked', () =>
    ann.capture({ text: 'Mia moved to Lisbon', occurredAt: '2026-03-01' }),
  )
  for (const text of [
    'SL is our designer.',
    'Sam Lee is our QA lead.',
    'I like green tea.',
    "I can't stand green tea.",
    "I'm working on Project Apollo.",
    '王伟（Wang Wei）负责支付模块。',
    'ok',
  ])
    await ask('a statement', () => ann.capture({ text }))
  await ask('hygiene', () => ann.hygiene({}))
  await ask('a reflection', () => ann.reflect({}))
  await ask('hygiene after it', () => ann.hygiene({ limit: 1 }))
  await askGraph(ann, ask)
  await ask('reindex', () => ann.reindex({}))
  await ask('stats at the end', () => ann.stats({}))
  await ask('audit', () => ann.auditLog({ limit: 1000 }))
}

async function browse(engine: Engine, ask: Ask): Promise<void> {
  const ann = engine.as({ user: 'ann' })
  const texts = [
    'I live in Lisbon.',
    'I live in Lisbon now.',
    'We know that I live in Lisbon.',
    'I live in Oslo.',
    'Sam Lee works at Acme.',
  ]
  const told = []
  for (const text of texts) told.push(await ask('a statement', () => ann.capture({ text, tags: ['home'] })))
  const fact = told[3]?.facts[0] ?? ''
  const events = ['Where do I live?', 'In Oslo.'].map((text) => ({
    type: 'message' as const,
    role: 'user' as const,
    text,
  }))
  await ask('a talk', () => ann.transcriptAppend({ session: 'talk', events }))
  const kept = await ask('a prompt', async () => {
    const { assemblyId } = await ann.promptAssemble({ session: 'talk', blocks: { recall: { off: true } } })
    return { assemblyId }
  })
  // Counts of use are written by now.
  await ask('what was asked', () => ann.recalls({}))
  await ask('a document', () => ann.knowledgeImport({ content: '# Leave\n', source: 'leave.md' }))
  const page = await ask('items', () => ann.items({ limit: 3 }))
  await ask('items after these', () => ann.items({ limit: 3, after: page?.next ?? '' }))
  await ask('the oldest with a piece', () =>
    ann.items({ order: 'oldest', contains: 'OSLO', trusts: ['stated'] }),
  )
  await ask('items of an entity', () => ann.items({ entity: 'Sam Lee', origins: ['user'] }))
  await ask('items of a session', () => ann.items({ session: 'talk', kinds: ['turn'] }))
  await ask('facts that hold, by tags none', () =>
    ann.items({ statuses: ['active'], categories: ['identity'] }),
  )
  for (const by of ['day', 'month'] as const) await ask('growth', () => ann.growth({ by }))
  await ask('history', () => ann.history({ id: fact }))
  await ask('uses', () => ann.uses({ id: fact }))
  await ask('the prompt', () => ann.promptShow({ id: kept?.assemblyId ?? '' }))
  await ask('the chain', () => ann.trace({ id: fact, chain: true }))
  await ask('around', () => ann.transcriptRead({ session: 'talk', around: 2, limit: 2 }))
  const queue = await ask('what waits', () => ann.review({}))
  const conflict = queue?.entries.find(({ kind }) => kind === 'conflict')
  const id = conflict?.kind === 'conflict' ? conflict.id : ''
  await ask('not decided', () => ann.reopenConflict({ id }))
  await ask('decided', () => ann.resolveConflict({ id, keep: 'old' }))
  await ask('reopened', () => ann.reopenConflict({ id }))
  await ask('put aside', () => ann.dismiss({ id: '0a1b2c3d4e5f' }))
  await ask('nothing to put aside', () => ann.dismiss({ id: '00000000-0000-7000-8000-000000000000' }))
  await ask('how much waits', () => engine.as({ user: 'ann', administrator: true }).waiting({}))
  const log = await ask('the log', () => ann.auditLog({ limit: 4, outcome: 'done' }))
  await ask('the log after it', () => ann.auditLog({ limit: 4, outcome: 'done', after: log?.next ?? '' }))
  await ask('the chain of the log', () => ann.verifyAudit({}))
  await ask('status', async () => ({ ...(await ann.systemStatus({})), store: undefined }))
}

async function askGraph(ann: Memory, ask: Ask): Promise<void> {
  const team = 'Sarah Chen is my product manager. Alex Patel reports to Sarah and owns the web chat UI.'
  const told = await ask('a team', () => ann.capture({ text: team }))
  await ask('a decision', () =>
    ann.capture({
      text: 'Decision: Use Kafka instead of NATS for billing.\nReasons:\n- Kafka keeps order\n- 部署',
    }),
  )
  for (const relation of ['owns', 'works_with'] as const)
    await ask('written', () => ann.graphWrite({ action: 'relate', name: 'SL', relation, to: 'Alex Patel' }))
  await ask('described', () =>
    ann.graphWrite({ action: 'describe', name: 'web chat UI', attribute: 'status', value: 'on hold' }),
  )
  const look = async () => {
    for (const input of [{}, { type: 'person' }, { type: 'owns' }, { name: 'SL', hops: 3 }] as const)
      await ask('the graph', () => ann.graph(input))
    await ask('a path', () => ann.graph({ name: 'SL', to: 'Sarah' }))
    await ask('named together', () => ann.graph({ name: 'Alex', type: 'mentioned_with' }))
    await ask('people', () => ann.people({}))
  }
  await look()
  await ask('projects', () => ann.projects({}))
  await ask('decisions', () => ann.decisions({ appliesTo: 'billing' }))
  const merged = await ask('merged', () => ann.mergeEntities({ keep: 'Sarah Chen', merge: 'SL' }))
  await look()
  const { id = '', names = [], into } = merged?.undo ?? {}
  await ask('parted', () => ann.splitEntity({ id, names: [...names], into }))
  await look()
  await ask('the team forgotten', async () => {
    const receipt = await ann.forget({ id: told?.id ?? '', verify: false })
    return { ...receipt, state: undefined, reason: undefined }
  })
  await look()
}

async function askTasks(engine: Engine, ask: Ask): Promise<void> {
  const ann = engine.as({ user: 'ann' })
  const session = 'move 部署'
  const output = Array.from({ length: 4_000 }, (_, i) => `line ${i} 漢字😀 of the log`).join('\n')
  const opened = await ask('a task', () =>
    ann.taskOpen({ name: 'Move', goal: 'It runs 😀', plan: [{ step: 'copy' }, { step: 'switch' }], session }),
  )
  const task = opened?.task.id ?? ''
  const kept = await ask('events', () =>
    ann.transcriptAppend({
      session,
      events: [
        { type: 'message', role: 'user', text: 'Port src/parse.ts to Rust.', key: 'a' },
        { type: 'tool_call', tool: 'Read', callId: '1', text: '{"file_path":"src/parse.ts"}' },
        { type: 'tool_result', callId: '1', text: output, mediaType: 'text/plain; charset=utf-8' },
        { type: 'tool_result', text: ' \n\0 ' },
        { type: 'message', role: 'assistant', text: 'We decided to use nom.' },
        ...['What does nom cost?', 'go on', 'and the tests', 'good'].map(
          (text) => ({ type: 'message', role: 'user', text }) as const,
        ),
        { type: 'title', text: 'Port' },
      ],
    }),
  )
  await ask('the same event', () =>
    ann.transcriptAppend({
      session,
      events: [{ type: 'message', role: 'user', text: 'Port src/parse.ts to Rust.', key: 'a' }],
    }),
  )
  await ask('another under its key', () =>
    ann.transcriptAppend({ session, events: [{ type: 'reasoning', text: 'b', key: 'a' }] }),
  )
  const id = kept?.events[2]?.artifact ?? ''
  await ask('an output kept', () => ann.artifactKeep({ text: `${output}.`, tool: 'bash' }))
  for (const wanted of [
    { from: 3_000, to: 3_001 },
    { fromChar: 70_000, maxChars: 100 },
  ])
    await ask('an output read', () => ann.artifactRead({ id, ...wanted }))
  await ask('an output searched', () =>
    ann.artifactGrep({ id, text: 'LINE 39*LOG', match: 'wildcard', limit: 3 }),
  )
  for (const wanted of [{}, { session: 'Port', order: 'largest' }, { since: '2027-01-01' }] as const)
    await ask('outputs', () => ann.artifactList(wanted))
  await ask('what would be pruned', () => ann.artifactPrune({ maxTotalBytes: 100_000 }))
  await ask('updated', () =>
    ann.taskUpdate({
      task: 'Move',
      goal: 'It runs',
      steps: [{ number: 1, status: 'done' }],
      state: 'copied',
    }),
  )
  await ask('updated too late', () => ann.taskUpdate({ task, state: 'x', expectedRevision: 1 }))
  await ask('shown', () => ann.taskShow({ task, history: 5 }))
  await ask('compacted', () => ann.transcriptCompact({ session, force: true }))
  await ask('compacted again', () => ann.transcriptCompact({ session, force: true }))
  await ask('replayed', () => ann.transcriptRead({ session, after: 4 }))
  await ask('replayed in part', () => ann.transcriptRead({ session, types: ['tool_result', 'compaction'] }))
  await ask('summary', () => ann.transcriptSummary({ session }))
  await ask('sessions', () => ann.transcriptSessions({}))
  await ask('the prompt', () => ann.promptAssemble({ session, ask: 'what did we decide about nom?' }))
  await ask('an output forgotten', async () => {
    const receipt = await ann.forget({ id, verify: false })
    return { ...receipt, state: undefined, reason: undefined }
  })
  await ask('whole', () => ann.transcriptVerify({}))
  await ask('tasks', () => ann.taskList({ status: 'open' }))
  await ask('a task forgotten', async () => {
    const receipt = await ann.forget({ id: task, verify: false })
    return { ...receipt, state: undefined, reason: undefined }
  })
}

const conversation = Array.from({ length: 24 }, (_, i) =>
  JSON.stringify({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: i === 7 ? null : `message ${i} about the deployment`,
    at: `2026-02-${String(1 + (i % 9)).padStart(2, '0')}T10:00:00Z`,
    speaker: i % 2 === 0 ? 'Ann' : undefined,
    session: `session ${i % 3}`,
    channel: 'chat',
  }),
).join('\n')

function fixedEnv(now: () => number): Env {
  let ids = 0
  return {
    now,
    newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    random: () => 0.5,
    randomBytes: (length) => new Uint8Array(length).fill(7),
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  }
}
