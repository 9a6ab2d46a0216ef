import fc from 'fast-check'
import { readLogOf } from '../../src/engine.js'
import { type Engine, type Memory, MemoryError } from '../../src/index.js'

/** A step of a script: what is done, to which of the things that came before, with which words. */
export interface Step {
  readonly does: keyof typeof actions
  readonly who: 'ann' | 'bob' | 'helper'
  readonly which: number
  readonly words: number
}

/** What a step came to: an answer, or the code of a refusal. */
export interface Told {
  readonly step: Step
  readonly answer?: unknown
  readonly refused?: string
}

export function anyScript(maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(anyStep, { minLength: 1, maxLength, size: 'max' })
}

/** Runs a script. The clock goes on by a second a step. `settled`: resolves once no closed task waits to be read. */
export async function runScript(
  engine: Engine,
  script: readonly Step[],
  env: { advance(ms: number): void },
  settled: () => Promise<void> = async () => undefined,
): Promise<Told[]> {
  const ids: string[] = []
  const told: Told[] = []
  for (const step of script) {
    env.advance(1000)
    try {
      const answer = await actions[step.does](memoryOf(engine, step.who), {
        id: ids[step.which % Math.max(1, ids.length)] ?? ABSENT,
        other: ids[(step.which * 7 + 3) % Math.max(1, ids.length)] ?? ABSENT,
        text: textOf(step.words),
        name: names[step.words % names.length] as string,
        isEven: step.which % 2 === 0,
        engine,
      })
      const seen = comparable(answer)
      ids.push(...idsOf(seen, ids))
      told.push({ step, answer: seen })
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      told.push({ step, refused: error.code })
    }
    // What is counted of a look is written a moment later: on a slower engine behind the next step.
    await readLogOf(engine).flush()
    // So is what is read out of a task once it is closed.
    if (step.does === 'closeTask') await settled()
  }
  return told
}

const ABSENT = '01890000-0000-7000-8000-000000000000'
const WORKSPACE = 'acme/web'

const sentences: readonly string[] = [
  'I live in Lisbon.', 'I live in Porto.', 'I live in Lisbon now.', 'My name is Ann.', 'I like green tea.', "I can't stand green tea.",
  'Sarah Chen is my product manager.', 'Alex Patel reports to Sarah Chen and owns the web chat UI.', 'From now on, always reply in French.',
  '我住在上海。', '今天讨论了部署方案', 'naïve İstanbul Straße 😀', 'a\u0000b', 'Decision: Use Kafka instead of NATS for billing.\nReasons:\n- Kafka keeps order',
  'snake_case and v2026.4.10', '100% sure \\ "quoted" _ %', 'We use pnpm.', 'We use npm.',
] // biome-ignore format: a list
const names: readonly string[] = [
  'Report',
  'report',
  '周报',
  'Weekly: report',
  'a/b',
  'İ',
  'ﬁ',
  'x'.repeat(90),
]

/** One of a few sentences that say what has a meaning to the rules; or of very many about people, things and places. */
function textOf(number: number): string {
  if (number < FIXED) return sentences[number % sentences.length] as string
  const [who, does, what, where] = told.map((words, place) => words[Math.floor(number / 12 ** place) % 12])
  return `${who} ${does} the ${what} ${where}${number % 5 === 0 ? '，部署在上海' : '.'}`
}

const FIXED = 300

const told = [
  'Mia|Sam Lee|Sarah Chen|The team|王伟|Ann|Our landlord|Alex Patel|Everyone|My sister|The vendor|Nobody',
  'repaired|bought|deployed|painted|forgot|moved|praised|measured|sold|planned|dropped|reviewed',
  'kettle|billing service|blue bicycle|garden fence|migration|pears|web chat UI|snake_case parser|roof|budget|piano|login page',
  'in Lisbon|in Porto|at the office|on Friday|in March|for Mia|with care|near the river|too late|at noon|in 上海|again',
].map((words) => words.split('|'))

interface Given {
  /** Ids of what was told of before; of nothing, where nothing was. */
  readonly id: string
  readonly other: string
  readonly text: string
  readonly name: string
  readonly isEven: boolean
  readonly engine: Engine
}

function memoryOf(engine: Engine, who: Step['who']): Memory {
  return who === 'helper' ? engine.as({ user: 'ann', agent: 'helper' }) : engine.as({ user: who })
}

const inWorkspace = (engine: Engine, isEven: boolean) =>
  engine.as(
    isEven ? { user: 'ann', workspace: WORKSPACE } : { user: 'ann', agent: 'helper', workspace: WORKSPACE },
  )

const actions = {
  capture: (memory, { text, id, isEven }) =>
    memory.capture({ text, tags: isEven ? ['Home', '旅'] : [], sources: isEven ? [] : [id] }),
  say: (memory, { text }) => memory.capture({ text }),
  import: (memory, { text, isEven, name }) =>
    memory.import({
      content: [text, `${text} again`, text]
        .map((content, at) =>
          JSON.stringify({
            role: at === 1 ? 'assistant' : 'user',
            content,
            session: name,
            id: `${name} ${at}`,
          }),
        )
        .join('\n'),
      asMine: isEven,
    }),
  append: (memory, { text, name, isEven }) =>
    memory.transcriptAppend({
      session: name,
      events: [
        { type: 'message', role: 'user', text, key: isEven ? text : undefined },
        { type: 'tool_result', text: `${text}\n`.repeat(200), callId: '1' },
      ],
    }),
  compact: (memory, { name }) => memory.transcriptCompact({ session: name, force: true }),
  readTranscript: (memory, { name }) => memory.transcriptRead({ session: name }),
  keepOutput: (memory, { text }) => memory.artifactKeep({ text: `${text}\n`.repeat(60), tool: 'bash' }),
  grepOutput: (memory, { id }) => memory.artifactGrep({ id, text: 'lisbon' }),
  prune: (memory) => memory.artifactPrune({ maxTotalBytes: 500, apply: true, verify: false }),
  openTask: (memory, { name, text }) =>
    memory.taskOpen({ name, goal: text, plan: [{ step: 'one' }, { step: 'two' }], session: name }),
  updateTask: (memory, { id, text }) =>
    memory.taskUpdate({ task: id, state: text, steps: [{ number: 1, status: 'done' }] }),
  closeTask: (memory, { id, text }) => memory.taskClose({ task: id, outcome: text }),
  tasks: (memory) => memory.taskList({}),
  saveRecord: (memory, { name, text }) =>
    memory.recordSave({ name, description: text, type: 'project', body: text }),
  updateRecord: (memory, { id, text, isEven }) =>
    memory.recordUpdate({ which: id, body: `${text}!`, name: isEven ? text.slice(0, 9) : undefined }),
  deleteRecord: (memory, { id }) => memory.recordDelete({ which: id, verify: false }),
  records: (memory) => memory.recordList({}),
  importDocument: (memory, { name, text }) =>
    memory.knowledgeImport({
      content: `# ${text}\n\n${text}\n\n## ${name}\n\n${text}\n`,
      source: `${name}.md`,
    }),
  editDocument: (memory, { id, text }) =>
    memory.knowledgeEdit({ document: id, content: `# ${text}\n\nnew\n` }),
  publish: (memory, { id, isEven }) =>
    isEven ? memory.knowledgePublish({ document: id }) : memory.knowledgeReject({ document: id, note: 'no' }),
  withdraw: (memory, { id }) => memory.knowledgeWithdraw({ document: id }),
  attach: (memory, { id, isEven }) =>
    memory.knowledgeAttach(isEven ? { all: true } : { documents: [id], task: '任务' }),
  deleteDocument: (memory, { id }) => memory.knowledgeDelete({ document: id, verify: false }),
  documents: (memory) => memory.knowledgeList({}),
  correct: (memory, { id, text }) => memory.correct({ id, text }),
  changeFact: (memory, { id, isEven }) => (isEven ? memory.restore({ id }) : memory.retract({ id })),
  pin: (memory, { id, isEven }) => (isEven ? memory.pin({ id }) : memory.unpin({ id })),
  decide: (memory, { id, isEven }) => memory.resolveConflict({ id, keep: isEven ? 'old' : 'new' }),
  facts: (memory) => memory.facts({ includeSuperseded: true, limit: 50 }),
  conflicts: (memory) => memory.conflicts({}),
  instruct: (memory, { id, text, isEven }) =>
    memory.instruct(isEven ? { action: 'add', text, priority: 70 } : { action: 'disable', id }),
  relate: (memory, { name, isEven }) =>
    memory.graphWrite(
      isEven
        ? { action: 'relate', name: 'Sarah Chen', relation: 'works_with', to: name }
        : { action: 'describe', name, attribute: 'status', value: 'on hold' },
    ),
  mergeEntities: (memory, { name }) => memory.mergeEntities({ keep: 'Sarah Chen', merge: name }),
  graph: (memory) => memory.graph({}),
  search: (memory, { text }) => memory.search({ question: text, limit: 200 }),
  ask: (memory, { text, isEven }) =>
    memory.search({
      question: isEven ? `"${text.split(' ').slice(0, 2).join(' ')}"` : `who ${text} -pears`,
      limit: 200,
      includeSuperseded: isEven,
      mode: isEven ? 'measured' : 'rrf',
    }),
  explain: (memory, { id }) => memory.explain({ id }),
  searchDocuments: (memory, { text, isEven }) =>
    memory.knowledgeSearchDocs({ question: text, task: isEven ? '任务' : undefined, limit: 50 }),
  askDocuments: (memory, { text }) =>
    memory.knowledgeAsk({ question: `What about ${text}?`, by: 'passages' }),
  recallRecords: (memory, { text }) => memory.recordRecall({ request: text, select: 'lexical' }),
  prompt: (memory, { text, name, isEven }) =>
    memory.promptAssemble({ session: isEven ? name : undefined, ask: text, budgetTokens: 3_000 }),
  core: (memory) => memory.core({}),
  items: (memory, { text, isEven }) =>
    memory.items({ limit: 20, contains: isEven ? text.slice(0, 4) : undefined }),
  exactWords: (memory, { text }) => memory.ftsSearch({ words: text, limit: 200 }),
  used: (memory, { id, other }) => memory.used({ ids: [id, other] }),
  forget: (memory, { id }) => memory.forget({ id, verify: false }),
  trace: (memory, { id }) => memory.trace({ id, chain: true }),
  thoughts: (memory, { text }) => memory.thoughts({ contains: text.slice(2, 7) }),
  gate: (_memory, { engine, isEven }) => inWorkspace(engine, true).workspaceGate({ on: isEven }),
  propose: (_memory, { engine, text, isEven }) => inWorkspace(engine, isEven).capture({ text }),
  note: (_memory, { engine, text, isEven }) =>
    inWorkspace(engine, isEven).workspaceNote({ text, type: 'convention' }),
  approve: (_memory, { engine, id, isEven }) =>
    isEven
      ? inWorkspace(engine, true).workspaceApprove({ ids: [id] })
      : inWorkspace(engine, true).workspaceDecline({ ids: [id] }),
  proposals: (_memory, { engine }) => inWorkspace(engine, true).workspaceProposals({}),
  reindex: (memory, { isEven }) => memory.reindex({ all: isEven }),
  stats: (memory) => memory.stats({}),
  banks: (memory) => memory.banks({}),
  clear: (memory, { isEven }) => memory.clear({ confirm: isEven ? 'bob' : 'nobody' }),
  audit: (memory) => memory.auditLog({ limit: 1000 }),
} satisfies Record<string, (memory: Memory, given: Given) => Promise<unknown>>

/** Writes more often than looks, and seldom what empties a bank. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('capture' as const, 'say' as const, 'import' as const) },
    { weight: 1, arbitrary: fc.constantFrom('forget' as const) },
    {
      weight: 12,
      arbitrary: fc.constantFrom(
        ...(Object.keys(actions) as (keyof typeof actions)[]).filter((name) => name !== 'clear'),
      ),
    },
  ),
  who: fc.constantFrom('ann' as const, 'ann' as const, 'bob' as const, 'helper' as const),
  which: fc.nat(60),
  words: fc.nat(FIXED + 12 ** 4),
})

/** An answer without what an engine may say otherwise: whether bytes are gone, and how near hits are that are as near. */
function comparable(answer: unknown): unknown {
  const told = JSON.parse(
    JSON.stringify(answer, (key, value) => (notCompared.has(key) ? undefined : value)),
  ) as { hits?: { id: string; score?: number }[] }
  if (Array.isArray(told.hits))
    told.hits.sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1))
  return told
}

const notCompared: ReadonlySet<string> = new Set(['state', 'reason', 'proof', 'tookMs'])

/** Of every object that the answer shows. */
function idsOf(answer: unknown, known: readonly string[]): string[] {
  const found = JSON.stringify(answer).matchAll(/"(?:id|assemblyId|recallId|conflict)":"([0-9a-f-]{36})"/g)
  return [...new Set([...found].map(([, id]) => id as string))].filter((id) => !known.includes(id))
}
