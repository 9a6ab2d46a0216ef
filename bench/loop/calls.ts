// Long: every operation, once.
import { join } from 'node:path'
import type { Engine, Memory } from '../../src/index.js'
import type { OperationName } from '../../src/operations/table.js'
import { createCorpus } from '../corpus.js'
import { type Known, messages } from './fill-store.js'

export interface Place {
  readonly engine: Engine
  /** Of the user who has nearly everything. */
  readonly big: Memory
  readonly owner: Memory
  readonly team: Memory
  readonly known: Known
  /** For files that a call makes. */
  readonly folder: string
  /** Counts on: so that no call says what an earlier one said. */
  readonly next: () => number
}

/** What is done before, unmeasured, and answers what is measured. */
type Prepared = (place: Place) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>

/** Every operation as a person or an agent would call it where much is kept; several ways where they read differently. */
export const calls: Readonly<Record<OperationName, Readonly<Record<string, Prepared>>>> = {
  capture: {
    '':
      ({ big, next }) =>
      () =>
        big.capture({ text: `Mia${next()} moved to Lisbon in March` }),
    'a long one':
      ({ big, next }) =>
      () =>
        big.capture({ text: `${next()} ${LONG}` }),
  },
  search: {
    '':
      ({ big, known }) =>
      () =>
        big.search({ question: known.question }),
  },
  ftsSearch: {
    '':
      ({ big }) =>
      () =>
        big.ftsSearch({ words: 'the' }),
  },
  explain: {
    '': async ({ big }) => {
      const { recalls } = await big.recalls({ limit: 1 })
      return () => big.explain({ recallId: recalls[0]?.recallId })
    },
  },
  used: {
    '': async ({ big, known }) => {
      const { hits } = await big.search({ question: known.question })
      return () => big.used({ ids: hits.slice(0, 1).map(({ id }) => id) })
    },
  },
  recalls: {
    '':
      ({ big }) =>
      () =>
        big.recalls({ limit: 100 }),
  },
  thoughts: {
    '':
      ({ big }) =>
      () =>
        big.thoughts({ limit: 100 }),
    'by a word':
      ({ big }) =>
      () =>
        big.thoughts({ contains: 'no such word' }),
    'by a tag':
      ({ big }) =>
      () =>
        big.thoughts({ tags: ['tag7'] }),
  },
  items: {
    '':
      ({ big }) =>
      () =>
        big.items({}),
    'by a word':
      ({ big }) =>
      () =>
        big.items({ contains: 'no such word' }),
    'by trust':
      ({ big }) =>
      () =>
        big.items({ trusts: ['untrusted'] }),
    'of documents':
      ({ big }) =>
      () =>
        big.items({ origins: ['document'] }),
    'of a tag':
      ({ big }) =>
      () =>
        big.items({ tags: ['tag7'] }),
    'of a category':
      ({ big }) =>
      () =>
        big.items({ categories: ['preference'] }),
    'of an entity':
      ({ big, known }) =>
      () =>
        big.items({ entity: known.entity }),
    'of a session':
      ({ big }) =>
      () =>
        big.items({ session: 'big-7' }),
    'superseded ones':
      ({ big }) =>
      () =>
        big.items({ statuses: ['superseded'] }),
    'of long ago':
      ({ big }) =>
      () =>
        big.items({ until: '1990-01-01', order: 'oldest' }),
  },
  growth: {
    '':
      ({ big }) =>
      () =>
        big.growth({}),
    'by day':
      ({ big }) =>
      () =>
        big.growth({ by: 'day' }),
  },
  get: {
    '':
      ({ big, known }) =>
      () =>
        big.get({ id: known.turn }),
  },
  trace: {
    '':
      ({ big, known }) =>
      () =>
        big.trace({ id: known.fact }),
  },
  uses: {
    '':
      ({ big, known }) =>
      () =>
        big.uses({ id: known.turn }),
  },
  history: {
    '':
      ({ big, known }) =>
      () =>
        big.history({ id: known.fact }),
  },
  core: {
    '':
      ({ big }) =>
      () =>
        big.core({}),
    explained:
      ({ big }) =>
      () =>
        big.core({ explain: true }),
  },
  instructions: {
    '':
      ({ big }) =>
      () =>
        big.instructions({}),
  },
  instruct: {
    '':
      ({ big, next }) =>
      () =>
        big.instruct({ action: 'add', text: `Always say ${next()} in French` }),
  },
  facts: {
    '':
      ({ big }) =>
      () =>
        big.facts({ limit: 100 }),
    'of a category':
      ({ big }) =>
      () =>
        big.facts({ category: 'preference', includeSuperseded: true }),
    'as of then':
      ({ big }) =>
      () =>
        big.facts({ asOf: '2024-01-01' }),
  },
  correct: {
    '': async ({ big, next }) => {
      const id = await factOf(big, next())
      return () => big.correct({ id, text: `I live in Porto${next()}` })
    },
  },
  restore: {
    '': async ({ big, next }) => {
      const id = await factOf(big, next())
      await big.correct({ id, text: `I live in Faro${next()}` })
      return () => big.restore({ id })
    },
  },
  retract: {
    '': async ({ big, next }) => {
      const id = await factOf(big, next())
      return () => big.retract({ id })
    },
  },
  pin: {
    '':
      ({ big, known }) =>
      () =>
        big.pin({ id: known.fact }),
  },
  unpin: {
    '':
      ({ big, known }) =>
      () =>
        big.unpin({ id: known.fact }),
  },
  conflicts: {
    '':
      ({ big }) =>
      () =>
        big.conflicts({ limit: 100 }),
  },
  resolveConflict: {
    '': async ({ big }) => {
      const { conflicts } = await big.conflicts({ limit: 1 })
      return () => big.resolveConflict({ id: conflicts[0]?.id ?? '', keep: 'new' }).catch(conflictOnly)
    },
  },
  reopenConflict: {
    '':
      ({ big, known }) =>
      () =>
        big.reopenConflict({ id: known.fact }).catch(conflictOnly),
  },
  waiting: {
    '':
      ({ big }) =>
      () =>
        big.waiting({}),
  },
  review: {
    '':
      ({ big }) =>
      () =>
        big.review({ limit: 100 }),
  },
  dismiss: {
    '':
      ({ big }) =>
      () =>
        big.dismiss({ id: '0a1b2c3d4e5f' }).catch(conflictOnly),
  },
  undismiss: {
    '':
      ({ big }) =>
      () =>
        big.undismiss({ id: '0a1b2c3d4e5f' }).catch(conflictOnly),
  },
  graph: {
    '':
      ({ big, known }) =>
      () =>
        big.graph({ id: known.entity, hops: 2 }),
    'a type':
      ({ big }) =>
      () =>
        big.graph({ type: 'owns' }),
  },
  graphWrite: {
    '':
      ({ big, next }) =>
      () => {
        const n = next()
        return big.graphWrite({
          action: 'relate',
          name: `Kim${n} Roe`,
          relation: 'owns',
          to: `the map ${n}`,
        })
      },
  },
  entities: {
    '':
      ({ big }) =>
      () =>
        big.entities({ limit: 200 }),
    'by a part':
      ({ big }) =>
      () =>
        big.entities({ contains: 'no such' }),
    people:
      ({ big }) =>
      () =>
        big.entities({ type: 'person' }),
  },
  entity: {
    '':
      ({ big, known }) =>
      () =>
        big.entity({ id: known.entity }),
  },
  around: {
    '':
      ({ big, known }) =>
      () =>
        big.around({ ids: [known.entity] }),
  },
  people: {
    '':
      ({ big }) =>
      () =>
        big.people({}),
    one:
      ({ big }) =>
      () =>
        big.people({ name: 'Sarah1 Chen' }),
  },
  projects: {
    '':
      ({ big }) =>
      () =>
        big.projects({}),
  },
  decisions: {
    '':
      ({ big }) =>
      () =>
        big.decisions({}),
  },
  mergeEntities: {
    '': async ({ big, next }) => {
      const [keep, merge] = [await personOf(big, next()), await personOf(big, next())]
      return () => big.mergeEntities({ keep, merge })
    },
  },
  splitEntity: {
    '': async ({ big, next }) => {
      const [first, second] = [next(), next()]
      const keep = await personOf(big, first)
      await big.mergeEntities({ keep, merge: await personOf(big, second) })
      return () => big.splitEntity({ id: keep, names: [`Person${second} Roe`] })
    },
  },
  merge: {
    '': async ({ engine, next }) => {
      const name = `w${next()}`
      const worker = engine.as({ user: 'big', worker: name })
      for (let n = 0; n < 50; n++) await worker.capture({ text: `what ${name} found, ${n}` })
      return () => engine.as({ user: 'big' }).merge({ from: name, all: true })
    },
  },
  recordSave: {
    '':
      ({ big, next }) =>
      () =>
        big.recordSave(record(next())),
  },
  recordRecall: {
    '':
      ({ big }) =>
      () =>
        big.recordRecall({ request: 'about the site 17' }),
  },
  recordUpdate: {
    '':
      ({ big, known, next }) =>
      () =>
        big.recordUpdate({ which: known.record, body: `anew ${next()}` }),
  },
  recordList: {
    '':
      ({ big }) =>
      () =>
        big.recordList({ limit: 100 }),
  },
  recordRead: {
    '':
      ({ big, known }) =>
      () =>
        big.recordRead({ which: known.record }),
  },
  recordDelete: {
    '': async ({ big, next }) => {
      const { id } = await big.recordSave(record(next()))
      return () => big.recordDelete({ which: id, verify: false })
    },
  },
  recordImport: {
    '':
      ({ big, next }) =>
      () => {
        const n = next()
        const files = Array.from({ length: 500 }, (_, k) => ({
          path: `more/${n}-${k}.md`,
          content: `---\nname: more ${n} ${k}\ndescription: of ${k}\ntype: reference\n---\n${LONG.substring(0, 400)}\n`,
        }))
        return big.recordImport({ files })
      },
  },
  recordExport: {
    '':
      ({ big }) =>
      async () =>
        drained(await big.recordExport({})),
  },
  // Where records lie is of the whole store: moving them is measured by `records`.
  recordMove: {},
  promptAssemble: {
    '':
      ({ big, known }) =>
      () =>
        big.promptAssemble({ session: 'long', ask: known.question }),
  },
  promptReplay: {
    '':
      ({ big, known }) =>
      () =>
        big.promptReplay({ session: 'long', ask: known.question }),
  },
  promptShow: {
    '':
      ({ big }) =>
      () =>
        big.promptShow({ session: 'long' }),
  },
  extract: {
    '':
      ({ big }) =>
      () =>
        big.extract({ messages: [{ role: 'user', content: 'I live in Lisbon. I am allergic to peanuts.' }] }),
    'a session':
      ({ big }) =>
      () =>
        big.extract({ session: 'big-8' }),
  },
  extractionLog: {
    '':
      ({ big }) =>
      () =>
        big.extractionLog({}),
  },
  transcriptCompact: {
    preview:
      ({ big }) =>
      () =>
        big.transcriptCompact({ session: 'long', preview: true }),
  },
  knowledgeMap: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeMap({}),
  },
  knowledgeReadDoc: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeReadDoc({ document: 'large.md' }),
  },
  knowledgeReadSection: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeReadSection({ document: 'large.md', anchor: 'part-7' }),
  },
  knowledgeSearchDocs: {
    '':
      ({ big, known }) =>
      () =>
        big.knowledgeSearchDocs({ question: known.question }),
  },
  knowledgeAsk: {
    '':
      ({ big, known }) =>
      () =>
        big.knowledgeAsk({ question: known.question }),
  },
  knowledgeAttach: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeAttach({ documents: ['large.md'], task: 'task 1' }),
  },
  knowledgeDetach: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeDetach({ documents: ['large.md'], task: 'task 1' }),
  },
  knowledgeImport: {
    'a large one':
      ({ big, next }) =>
      () =>
        big.knowledgeImport({ source: `page${next()}.md`, content: page(next(), 2_000) }),
    many:
      ({ big, next }) =>
      () => {
        const n = next()
        const files = Array.from({ length: 50 }, (_, k) => ({
          path: `m${n}/${k}.md`,
          content: page(n * 1_000 + k, 20),
        }))
        return big.knowledgeImport({ files })
      },
  },
  knowledgeEdit: {
    'a large one': async ({ big, next }) => {
      const document = await bring(big, next(), 2_000)
      return () => big.knowledgeEdit({ document, content: page(next(), 2_000) })
    },
  },
  knowledgeList: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeList({}),
    'by a part':
      ({ big }) =>
      () =>
        big.knowledgeList({ contains: 'no such' }),
  },
  knowledgeShow: {
    '':
      ({ big }) =>
      () =>
        big.knowledgeShow({ document: 'large.md', text: true, outline: true }),
  },
  knowledgePublish: {
    'a large one': async ({ big, next }) => {
      const document = await bring(big, next(), 5_000)
      return () => big.knowledgePublish({ document })
    },
  },
  knowledgeReject: {
    '': async ({ big, next }) => {
      const document = await bring(big, next(), 20)
      return () => big.knowledgeReject({ document, note: 'not yet' })
    },
  },
  knowledgeReopen: {
    '': async ({ big, next }) => {
      const document = await bring(big, next(), 20)
      await big.knowledgeReject({ document, note: 'not yet' })
      return () => big.knowledgeReopen({ document })
    },
  },
  knowledgeWithdraw: {
    'a large one': async ({ big, next }) => {
      const document = await bring(big, next(), 2_000)
      await big.knowledgePublish({ document })
      return () => big.knowledgeWithdraw({ document })
    },
  },
  knowledgeDelete: {
    'a large one': async ({ big, next }) => {
      const document = await bring(big, next(), 2_000)
      await big.knowledgePublish({ document })
      return () => big.knowledgeDelete({ document, verify: false })
    },
  },
  remoteRecall: {
    '':
      ({ big }) =>
      () =>
        big.remoteRecall({ question: 'which database?' }).catch(conflictOnly),
  },
  remoteList: {
    '':
      ({ big }) =>
      () =>
        big.remoteList({}),
  },
  workspaceNote: {
    '':
      ({ team, next }) =>
      () =>
        team.workspaceNote({ text: `We use pnpm ${next()}`, type: 'convention' }),
  },
  workspaceNotes: {
    '':
      ({ team }) =>
      () =>
        team.workspaceNotes({ limit: 100 }),
  },
  workspaceMemory: {
    '':
      ({ team }) =>
      () =>
        team.workspaceMemory({}),
  },
  workspacePromote: {
    '':
      ({ team }) =>
      () =>
        team.workspacePromote({ dryRun: true }),
  },
  workspaceConflicts: {
    '':
      ({ team }) =>
      () =>
        team.workspaceConflicts({}),
  },
  workspaceResolve: {
    '': async ({ team }) => {
      const { conflicts } = await team.workspaceConflicts({ limit: 1 })
      const id = conflicts[0]?.id ?? ''
      return () => team.workspaceResolve({ id, keep: 'second', reason: 'tried' }).catch(conflictOnly)
    },
  },
  workspaceGate: {
    '':
      ({ team }) =>
      () =>
        team.workspaceGate({ on: false }),
  },
  workspaceProposals: {
    '':
      ({ team }) =>
      () =>
        team.workspaceProposals({}),
  },
  workspaceApprove: { '': decided('workspaceApprove') },
  workspaceDecline: { '': decided('workspaceDecline') },
  transcriptAppend: {
    'a hundred':
      ({ big, next }) =>
      () => {
        const n = next()
        const events = Array.from({ length: 100 }, (_, k) => ({
          type: 'message' as const,
          role: 'user' as const,
          text: `what was said as ${n}-${k}, about the garden`,
        }))
        return big.transcriptAppend({ session: 'work', events })
      },
  },
  transcriptSessions: {
    '':
      ({ big }) =>
      () =>
        big.transcriptSessions({ limit: 100 }),
  },
  transcriptRead: {
    '':
      ({ big }) =>
      () =>
        big.transcriptRead({ session: 'long' }),
    'by a word':
      ({ big }) =>
      () =>
        big.transcriptRead({ session: 'long', contains: 'no such word' }),
  },
  transcriptSummary: {
    '':
      ({ big }) =>
      () =>
        big.transcriptSummary({ session: 'long' }),
  },
  transcriptVerify: {
    'a session':
      ({ big }) =>
      () =>
        big.transcriptVerify({ session: 'long' }),
    all:
      ({ big }) =>
      () =>
        big.transcriptVerify({}),
  },
  transcriptExport: {
    '':
      ({ big }) =>
      async () =>
        drained(await big.transcriptExport({ session: 'long' })),
  },
  transcriptImport: {
    '': async ({ big, engine, next }) => {
      const content = await drained(await big.transcriptExport({ session: 'big-9' }))
      return () => engine.as({ user: `guest${next()}` }).transcriptImport({ content })
    },
  },
  // Works on a file alone.
  transcriptRepair: {},
  taskOpen: {
    '':
      ({ big, next }) =>
      () =>
        big.taskOpen({ name: `new ${next()}`, goal: 'It runs' }),
  },
  taskUpdate: {
    '':
      ({ big, next }) =>
      () =>
        big.taskUpdate({ task: 'task 1', state: `copied ${next()}` }),
  },
  taskClose: {
    '': async ({ big, next }) => {
      const task = `closing ${next()}`
      await big.taskOpen({ name: task, goal: 'It runs', session: 'big-11' })
      return () => big.taskClose({ task, outcome: 'done' })
    },
  },
  taskShow: {
    '':
      ({ big }) =>
      () =>
        big.taskShow({ task: 'task 1', history: 5 }),
  },
  taskList: {
    '':
      ({ big }) =>
      () =>
        big.taskList({ limit: 100 }),
  },
  artifactKeep: {
    '':
      ({ big, next }) =>
      () =>
        big.artifactKeep({ text: `${next()}\n`.repeat(100_000) }),
  },
  artifactRead: {
    '':
      ({ big, known }) =>
      () =>
        big.artifactRead({ id: known.artifact, from: 100 }),
  },
  artifactGrep: {
    '':
      ({ big, known }) =>
      () =>
        big.artifactGrep({ id: known.artifact, text: 'nothing of it' }),
  },
  artifactList: {
    '':
      ({ big }) =>
      () =>
        big.artifactList({ order: 'largest' }),
  },
  artifactPrune: {
    '':
      ({ big }) =>
      () =>
        big.artifactPrune({ olderThanDays: 90 }),
  },
  forget: {
    one: async ({ big, next }) => {
      const { id } = await big.capture({ text: `a note to go, ${next()}` })
      return () => big.forget({ id, verify: false })
    },
    'a session, previewed':
      ({ big }) =>
      () =>
        big.forget({ session: 'long', preview: true }),
    'a session of 2,000': async ({ big, next }) => {
      const session = `gone ${next()}`
      const { text } = createCorpus(next())
      for (let n = 0; n < 20; n++)
        await big.transcriptAppend({
          session,
          events: Array.from({ length: 100 }, (_, k) => ({
            type: 'message' as const,
            role: 'user' as const,
            text: `${text()} ${n}-${k}`,
          })),
        })
      return () => big.forget({ session, verify: false })
    },
    'and verified': async ({ big, next }) => {
      const { id } = await big.capture({ text: `a note to go for good, ${next()}` })
      return () => big.forget({ id })
    },
  },
  clear: {
    'of 5,000': async ({ engine, next }) => {
      const user = `leaving${next()}`
      const memory = engine.as({ user })
      await memory.import({ content: messages(user, 5_000, createCorpus(next()).text) })
      await memory.embed({})
      return () => memory.clear({ confirm: user })
    },
  },
  clearRecalls: {
    '': async ({ engine, known }) => {
      const memory = engine.as({ user: 'small' })
      for (let n = 0; n < 20; n++) await memory.search({ question: known.question, meaning: false })
      return () => memory.clearRecalls({})
    },
  },
  import: {
    '5,000 messages': ({ engine, next }) => {
      const { text } = createCorpus(next())
      return () => engine.as({ user: 'guest' }).import({ content: messages(`s${next()}`, 5_000, text) })
    },
  },
  export: {
    '':
      ({ big }) =>
      async () =>
        drained(await big.export({})),
  },
  importArchive: {
    '': async ({ engine, owner }) => {
      const content = await drained(await engine.as({ user: 'small' }).export({}))
      return () => owner.importArchive({ content }).catch(conflictOnly)
    },
  },
  backup: {
    '':
      ({ owner, folder }) =>
      () =>
        owner.backup({ file: join(folder, 'copy.db'), overwrite: true }),
  },
  stats: {
    '':
      ({ big }) =>
      () =>
        big.stats({}),
  },
  banks: {
    '':
      ({ big }) =>
      () =>
        big.banks({}),
    all:
      ({ owner }) =>
      () =>
        owner.banks({ all: true }),
  },
  auditLog: {
    '':
      ({ big }) =>
      () =>
        big.auditLog({ limit: 100 }),
    'of an operation':
      ({ big }) =>
      () =>
        big.auditLog({ operation: 'memory.clear' }),
    refusals:
      ({ big }) =>
      () =>
        big.auditLog({ outcome: 'refused' }),
  },
  verifyAudit: {
    '':
      ({ big }) =>
      () =>
        big.verifyAudit({}),
  },
  systemStatus: {
    '':
      ({ big }) =>
      () =>
        big.systemStatus({}),
    'of the owner':
      ({ owner }) =>
      () =>
        owner.systemStatus({}),
  },
  vacuum: {
    preview:
      ({ owner }) =>
      () =>
        owner.vacuum({ preview: true }),
  },
  reindex: {
    '':
      ({ big }) =>
      () =>
        big.reindex({}),
    all:
      ({ engine }) =>
      () =>
        engine.as({ user: 'small' }).reindex({ all: true }),
  },
  embed: {
    '':
      ({ big }) =>
      () =>
        big.embed({}),
  },
  doctor: {
    '':
      ({ owner }) =>
      () =>
        owner.doctor({}),
  },
  hygiene: {
    '':
      ({ big }) =>
      () =>
        big.hygiene({}),
  },
  junk: {
    '':
      ({ big }) =>
      () =>
        big.junk({ content: LONG, name: 'note.md' }),
  },
  reflect: {
    '':
      ({ big }) =>
      () =>
        big.reflect({}),
  },
  // A world of its own, and small.
  loadSample: {},
  removeSample: {},
  keyCreate: {
    '':
      ({ owner, next }) =>
      () =>
        owner.keyCreate({ name: `laptop ${next()}` }),
  },
  keyList: {
    '':
      ({ owner }) =>
      () =>
        owner.keyList({ all: true }),
  },
  keyRevoke: {
    '': async ({ owner, next }) => {
      const which = `phone ${next()}`
      await owner.keyCreate({ name: which })
      return () => owner.keyRevoke({ which })
    },
  },
}

const LONG = 'A long note about the garden, the gate and what is to be done there in spring. '.repeat(200)

function record(n: number) {
  return { name: `saved ${n}`, description: `about ${n}`, type: 'feedback' as const, body: 'Short.' }
}

function page(n: number, parts: number): string {
  const { text } = createCorpus(n)
  return `# Page ${n}\n\n${Array.from({ length: parts }, (_, k) => `## Part ${k}\n\n${text()}\n`).join('\n')}`
}

async function bring(memory: Memory, n: number, parts: number): Promise<string> {
  const source = `brought${n}.md`
  await memory.knowledgeImport({ source, content: page(n, parts) })
  return source
}

async function factOf(memory: Memory, n: number): Promise<string> {
  const { facts } = await memory.capture({ text: `I am allergic to nut${n}` })
  if (facts[0] === undefined) throw new Error('a note that states a fact stated none')
  return facts[0]
}

async function personOf(memory: Memory, n: number): Promise<string> {
  await memory.graphWrite({ action: 'add_entity', name: `Person${n} Roe`, type: 'person' })
  return `Person${n} Roe`
}

function decided(what: 'workspaceApprove' | 'workspaceDecline'): Prepared {
  return async ({ team, engine, next }) => {
    await team.workspaceGate({ on: true })
    const agent = engine.as({ user: 'big', workspace: 'acme/web', agent: 'helper' })
    const { id } = await agent.workspaceNote({ text: `We use npm ${next()}`, type: 'convention' })
    return async () => {
      await team[what]({ ids: [id] })
      await team.workspaceGate({ on: false })
    }
  }
}

/** What it is asked for may not be there any more; the look-up is what is measured. */
function conflictOnly(error: unknown): void {
  if (!(error instanceof Error)) throw error
}

/** The text that an operation streams out, to its end. */
async function drained(output: object): Promise<string> {
  const stream = Object.values(output).find(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ) as AsyncIterable<string> | undefined
  if (stream === undefined) throw new Error('nothing was streamed')
  const parts: string[] = []
  for await (const part of stream) parts.push(part)
  return parts.join('')
}
