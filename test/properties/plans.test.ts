/** Long: every statement that must stay quick, one list. */
import { describe, expect, it } from 'vitest'
import { createEmbedding } from '../../src/embedding/embedding-queue.js'
import { edgesOfType } from '../../src/graph/list-graph.js'
import { readAttributes } from '../../src/graph/read-attributes.js'
import { shortestPath } from '../../src/graph/shortest-path.js'
import { walk } from '../../src/graph/walk.js'
import { operations } from '../../src/index.js'
import { forget } from '../../src/items/forget.js'
import type { ItemId } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { trace } from '../../src/items/trace.js'
import { insertKey } from '../../src/keys/api-key.js'
import { hashOfSecret, newKeyToken, writeKeyToken } from '../../src/keys/key-token.js'
import { createKeyring } from '../../src/keys/keyring.js'
import { listKeys } from '../../src/keys/list-keys.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { exactWords } from '../../src/search/exact-words.js'
import { readPlacesBefore, readUndatedBefore } from '../../src/search/read-places.js'
import { createVectorCache } from '../../src/search/vectors/vector-cache.js'
import { searchWithinBudget } from '../../src/search/within-budget.js'
import { openDriver } from '../../src/store/sqlite/driver.js'
import { workingSet } from '../../src/task/compaction/working-set.js'
import { sessionOf, turnsOfSession } from '../../src/task/session-turns.js'
import { coreMemory } from '../../src/user/core-memory.js'
import { readConflicts, waitingConflicts } from '../../src/user/facts/conflicts.js'
import { correctFact } from '../../src/user/facts/correct-fact.js'
import { listFacts } from '../../src/user/facts/list-facts.js'
import { pinFact } from '../../src/user/facts/pin-fact.js'
import { restoreFact } from '../../src/user/facts/restore-fact.js'
import { examineMemory } from '../../src/user/hygiene/hygiene.js'
import { listThoughts } from '../../src/user/list-thoughts.js'
import { capture } from '../../src/user/thoughts.js'
import { keepNote } from '../../src/user/workspace/keep-note.js'
import { listNotes } from '../../src/user/workspace/list-notes.js'
import { noteStatuses, noteTypes } from '../../src/user/workspace/note.js'
import { workspaceNotes } from '../../src/user/workspace/notes-for-prompt.js'
import { promoteNotes } from '../../src/user/workspace/promote-notes.js'
import { listNoteConflicts, resolveNoteConflict } from '../../src/user/workspace/resolve-conflict.js'
import { readWorkspaceView } from '../../src/user/workspace/workspace-view.js'
import { callOf as callOn } from '../call-of.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { sourceOf } from '../embedding/open-embedding.js'
import { ann, importLines, openSpine, storeFile, temporaryFolder } from '../open-spine.js'

const line = JSON.stringify({
  role: 'user',
  content: 'a turn about the garden',
  session: 'talk',
  speaker: 'Ann',
  at: 1.7e12,
})

/** What must stay quick whatever the size of the store. */
const hot: Readonly<Record<string, (spine: Spine) => Promise<unknown>>> = {
  capture: (spine) => capture(spine, ann, { text: 'a note about the garden' }),
  'capture with facts': async (spine) => {
    for (const text of [
      'I live in Lisbon and I work at Acme',
      'I moved to Berlin',
      'Sarah Chen reports to Marcus Rivera; she owns the web chat UI',
      'Sarah reports to Jamie Kim',
      "We decided to use Postgres instead of MongoDB for the ledger because it's relational",
    ])
      await capture(spine, ann, { text })
  },
  'core memory': (spine) =>
    spine.store.read(coreMemory, spine, ann, { budgetTokens: 350, selection: 'scored' }, 2e12, 'UTC'),
  'facts of a key and of a time': async (spine) => {
    const all = { includesPast: false, limit: 10 }
    await capture(spine, ann, { text: 'I live in Lisbon' })
    const [first] = (await listFacts(spine, ann, all)).facts
    const mark = { isHeld: true, pinned: 0, importance: 5, validFrom: 2e12, id: first?.id as ItemId }
    await listFacts(spine, ann, { ...all, after: [mark], includesPast: true })
    await listFacts(spine, ann, { ...all, includesPast: true })
    await listFacts(spine, ann, { ...all, asOf: 2e12 })
    await listFacts(spine, ann, { ...all, after: [mark], asOf: 2e12 })
    await listFacts(spine, ann, { ...all, knownAt: 2e12 })
    await listFacts(spine, ann, { ...all, key: 'user.location', asOf: 2e12, knownAt: 2e12 })
  },
  'the graph': async (spine) => {
    await capture(spine, ann, { text: 'Alex Patel reports to Sarah Chen and owns the web chat UI.' })
    const around = { direction: 'both', hops: 2, limit: 10 } as const
    await spine.store.read(walk, ann.writes, 1, around)
    await spine.store.read(walk, ann.writes, 1, { ...around, type: 'owns', asOf: 2e12 })
    await spine.store.read(shortestPath, ann.writes, 1, 2, around)
    await spine.store.read(readAttributes, ann.writes, [1, 2], 10)
    await spine.store.read(edgesOfType, ann.writes, 'owns', 10)
  },
  'deciding about facts': async (spine) => {
    await capture(spine, ann, { text: 'I live in Lisbon' })
    const { facts } = await listFacts(spine, ann, { key: 'user.location', includesPast: false, limit: 1 })
    const [lisbon] = facts
    const { id } = await correctFact(spine, ann, { id: lisbon?.id ?? '', text: 'I live in Porto' })
    await pinFact(spine, ann, id, true)
    await restoreFact(spine, ann, lisbon?.id ?? '')
    await spine.store.read(readConflicts, spine, ann.writes, 50)
  },
  'notes of a workspace': async (spine) => {
    const team = reachOf({ user: 'ann', workspace: 'acme/web' })
    const note = (text: string) => keepNote(spine, team, { text, type: 'decision', importance: 3 })
    await note('Database: PostgreSQL in the basement')
    await note('Database: SQLite, as Sam Lee works at Acme')
    const [conflict] = await spine.store.read(listNoteConflicts, team.writes, { isOpen: true, limit: 20 })
    await resolveNoteConflict(spine, team, { id: conflict?.id ?? '', keep: 'first', reason: 'tried' })
    await spine.store.read(listNotes, team.writes, {
      types: noteTypes,
      statuses: noteStatuses,
      since: 0,
      limit: 20,
    })
    await promoteNotes(spine, team, { dryRun: false, limit: 100 })
    await workspaceNotes(spine, team, 'which database?', 10)
    await spine.store.read(readWorkspaceView, team.writes, 'acme/web', 2e12)
  },
  'capture again': (spine) => capture(spine, ann, { text: 'a note about the garden' }),
  import: (spine) => importLines(spine, ann, line),
  'import again': (spine) => importLines(spine, ann, line),
  trace: async (spine) => trace(spine, ann, (await capture(spine, ann, { text: 'a traced note' })).id),
  search: (spine) => ask(spine, 'garden note "about the" -never'),
  'search by time': (spine) => ask(spine, 'what did Ann say about the garden last week?'),
  'search within a budget': (spine) => searchWithinBudget(spine, ann, 'the garden', { budget: 500 }),
  'search in a graph': async (spine) => {
    for (const text of [
      'Alex Patel owns the web chat UI.',
      'I live in Lisbon.',
      'I live in Porto.',
      'My name is Ann.',
    ])
      await capture(spine, ann, { text })
    await ask(spine, "where do I live, and who is Alex Patel's manager?")
    await ask(spine, 'who owns the web chat UI?', { asOf: '2024-01-01', kinds: ['relation', 'thought'] })
  },
  'search by meaning': async (spine) => {
    const embedding = createEmbedding({ ...spine, source: sourceOf(denseEmbedder()) })
    embedding.added(ann.writes, [(await capture(spine, ann, { text: 'an embedded note' })).id])
    await embedding.close()
    const vectors = createVectorCache(spine.store)
    await ask({ ...spine, embedding, vectors }, 'garden note')
    await vectors.close()
  },
  'a search that is kept, explained and used': (spine) => askAndExplain(spine),
  'sections of documents': async (spine) => {
    const call = callOf(spine)
    const find = (question: string) => callOperation(operations.knowledgeSearchDocs, call, { question })
    await find('days of leave')
    await find('days "paid on the first" -leave')
    const { hits } = await find('paid')
    const document = hits[0]?.document.id ?? ''
    await callOperation(operations.knowledgeSearchDocs, call, { question: 'days', document })
    await callOperation(operations.knowledgeReadSection, call, { document, anchor: 'leave' })
  },
  // So many that they are written, and indexed, ahead.
  'keeping documents': async (spine) => {
    const call = callOf(spine)
    const document = 'large.md'
    const text = (from: number) =>
      Array.from({ length: 2_001 }, (_, n) => `## Part ${from + n}\n\nwhat it says\n`).join('')
    await callOperation(operations.knowledgeImport, call, { content: text(0), source: document })
    await callOperation(operations.knowledgePublish, call, { document })
    await callOperation(operations.knowledgeImport, call, { content: text(1), source: document })
    await callOperation(operations.knowledgeShow, call, { document, text: true, against: 1 })
    await callOperation(operations.knowledgeReject, call, { document, note: 'not yet' })
    await callOperation(operations.knowledgePublish, call, { document, version: 2 })
    await callOperation(operations.knowledgeWithdraw, call, { document })
    await callOperation(operations.knowledgeDelete, call, { document, verify: false })
  },
  'exact words': (spine) => exactWords(spine, ann, 'garden -"not there"', { limit: 20, session: 'talk' }),
  'a walk': async (spine) => {
    await spine.store.read(readPlacesBefore, ann.writes, { since: 0, at: 2e12, rid: 0 }, 500)
    await spine.store.read(readUndatedBefore, ann.writes, 1e9, 500)
  },
  'capture with tags': (spine) => capture(spine, ann, { text: 'a tagged note', tags: ['home', 'work'] }),
  thoughts: (spine) => listThoughts(spine, ann, { limit: 20 }),
  'thoughts by tags': (spine) =>
    listThoughts(spine, ann, { limit: 20, tags: ['home', 'garden'], since: 5, until: 2e12 }),
  'thoughts by a piece': (spine) =>
    listThoughts(spine, ann, { limit: 20, contains: 'ard', before: { at: 2e12, id: 'x' } }),
  items: async (spine) => {
    await importLines(spine, ann, line)
    const call = callOf(spine)
    await callOperation(operations.items, call, {})
    await callOperation(operations.items, call, { order: 'oldest', origins: ['user'], statuses: ['active'] })
  },
  'a decision that is taken back': async (spine) => {
    for (const text of ['I live in Lisbon', 'I live in Lisbon now', 'So I live in Lisbon', 'I live in Oslo'])
      await capture(spine, ann, { text })
    const [conflict] = await spine.store.read(readConflicts, spine, ann.writes, 50)
    const call = callOf(spine)
    await spine.store.read(waitingConflicts, spine, ann.writes, [conflict?.id ?? ''])
    await callOperation(operations.reopenConflict, call, { id: conflict?.id ?? '' }).catch(() => undefined)
    await callOperation(operations.reopenConflict, call, { id: conflict?.new.id ?? '' }).catch(
      () => undefined,
    )
  },
  'where an item was used, and what held before': async (spine) => {
    const { facts } = await capture(spine, ann, { text: 'I live in Lisbon' })
    const call = callOf(spine)
    await callOperation(operations.uses, call, { id: facts[0] ?? '' })
    await callOperation(operations.history, call, { id: facts[0] ?? '' })
  },
  'the log': async (spine) => {
    const call = callOf(spine)
    await callOperation(operations.auditLog, call, { outcome: 'done', since: 0 })
    await callOperation(operations.verifyAudit, call, {})
  },
  records: async (spine) => {
    const call = callOf(spine)
    const record = {
      name: 'Garden',
      description: 'where the tools are',
      type: 'reference',
      body: 'in the shed',
    }
    const { id } = await callOperation(operations.recordSave, call, record)
    await callOperation(operations.recordUpdate, call, { which: 'garden', body: 'behind the shed' })
    await callOperation(operations.recordList, call, { after: '1.00000000-0000-7000-8000-000000000000' })
    await callOperation(operations.recordRecall, call, { request: 'where are the garden tools?' })
    await callOperation(operations.recordDelete, call, { which: id, verify: false })
  },
  prompts: async (spine) => {
    await importLines(spine, ann, line)
    const call = callOf(spine)
    // Of these blocks there are few, and lists of theirs are tried elsewhere.
    const blocks = { artifacts: { off: true }, instructions: { off: true }, knowledge_map: { off: true } }
    const asked = { session: 'talk', ask: 'where are the garden tools?', blocks }
    for (let times = 0; times < 2; times++) await callOperation(operations.promptAssemble, call, asked)
    await callOperation(operations.promptReplay, call, {
      session: 'talk',
      ask: 'where are the garden tools?',
    })
  },
  tasks: async (spine) => {
    await importLines(spine, ann, line)
    const call = callOf(spine)
    const task = 'move'
    const open = { name: task, goal: 'It runs', session: 'talk', plan: [{ step: 'copy' }] }
    await callOperation(operations.taskOpen, call, open)
    await callOperation(operations.taskUpdate, call, { task, goal: 'It runs well', state: 'copied' })
    await callOperation(operations.taskClose, call, { task, outcome: 'done' })
    await callOperation(operations.taskOpen, call, open)
  },
  'events and large outputs': async (spine) => {
    const call = callOf(spine)
    const output = { type: 'tool_result', tool: 'bash', text: 'all is well\n'.repeat(6_000) }
    const session = 'work'
    const events = [{ type: 'message', role: 'user', text: 'go on', key: '1' }, output, output]
    const kept = await callOperation(operations.transcriptAppend, call, { session, events })
    await callOperation(operations.transcriptAppend, call, { session, events: events.slice(0, 1) })
    const id = kept.events[1]?.artifact ?? ''
    await callOperation(operations.artifactKeep, call, { text: output.text })
    await callOperation(operations.artifactRead, call, { id, from: 100, to: 110 })
    await callOperation(operations.artifactRead, call, { id, fromChar: 50_000 })
    await callOperation(operations.artifactGrep, call, { id, text: 'nothing of it' })
    await callOperation(operations.transcriptRead, call, { session, limit: 10 })
    await callOperation(operations.forget, call, { id, verify: false })
  },
  'the list of sessions': async (spine) => {
    const call = callOf(spine)
    const events = [{ type: 'message', role: 'user', text: 'go on' }]
    for (const session of ['one', 'two'])
      await callOperation(operations.transcriptAppend, call, { session, events })
    const { next } = await callOperation(operations.transcriptSessions, call, { limit: 1 })
    await callOperation(operations.transcriptSessions, call, { limit: 1, before: next ?? '' })
  },
  compaction: async (spine) => {
    const call = callOf(spine)
    const session = 'work'
    const events = Array.from({ length: 9 }, (_, n) => ({
      type: 'message',
      role: n % 2 === 0 ? 'user' : 'assistant',
      text: `We decided to use nom, ${n}`,
    }))
    await callOperation(operations.transcriptAppend, call, { session, events })
    await callOperation(operations.transcriptCompact, call, { session, force: true })
    await callOperation(operations.transcriptAppend, call, { session, events: events.slice(0, 4) })
    await spine.store.read(workingSet, ann.writes, await sessionOf(spine, ann.writes, session), { limit: 50 })
    await callOperation(operations.transcriptCompact, call, { session, force: true })
  },
  extraction: async (spine) => {
    await importLines(spine, ann, line)
    const call = callOf(spine)
    const messages = [{ role: 'user', content: 'I live in Lisbon. I am allergic to peanuts.' }]
    await callOperation(operations.extract, call, { messages })
    await callOperation(operations.extract, call, { session: 'talk' })
    await callOperation(operations.extractionLog, call, {})
  },
  'a key that comes in': async (spine) => {
    const log = createReadLog(spine.store, spine.env)
    const token = newKeyToken(spine.env)
    await spine.store.tx(insertKey, {
      id: token.id,
      hash: hashOfSecret(token.secret),
      name: 'laptop',
      user: 'ann',
      agent: null,
      workspaces: [],
      role: 'reader' as const,
      capabilities: [],
      agentForgets: false,
      createdAt: 0,
      expiresAt: null,
    })
    await createKeyring(spine.store, spine.env, log).open(writeKeyToken(token))
    await log.flush()
    await spine.store.read(listKeys, undefined, { isAll: true, limit: 100 })
  },
  embedding: async (spine) => {
    const embedding = createEmbedding({ ...spine, source: sourceOf(denseEmbedder()) })
    embedding.filled(ann.writes)
    embedding.added(ann.writes, [(await capture(spine, ann, { text: 'an embedded note' })).id])
    await embedding.close()
  },
  'forget what is embedded': async (spine) => {
    const { id } = await capture(spine, ann, { text: 'an embedded note' })
    const embedding = createEmbedding({ ...spine, source: sourceOf(denseEmbedder()) })
    embedding.added(ann.writes, [id])
    await embedding.close()
    await forget(spine, ann, id, { verify: false })
  },
  'forget what took the place of another': async (spine) => {
    await capture(spine, ann, { text: 'I live in Lisbon' })
    const { facts } = await capture(spine, ann, { text: 'I live in Porto' })
    await forget(spine, ann, facts[0] ?? '', { verify: false })
  },
  forget: async (spine) => {
    const source = await capture(spine, ann, { text: 'a source' })
    await capture(spine, ann, { text: 'derived', sources: [source.id] })
    await forget(spine, ann, source.id, { verify: false })
  },
  'forget a conversation': async (spine) => {
    await importLines(spine, ann, line)
    await forget(spine, ann, await turnsOfSession(spine, ann, 'talk'), { verify: false })
  },
}

function ask(spine: Spine, question: string, more: object = {}) {
  return callOperation(operations.search, callOf(spine), { question, ...more })
}

async function askAndExplain(spine: Spine): Promise<void> {
  const call = callOf(spine)
  const { hits } = await callOperation(operations.search, call, { question: 'garden note' })
  const [id = ''] = hits.map((hit) => hit.id)
  await callOperation(operations.explain, call, { id })
  await callOperation(operations.used, call, { ids: [id] })
}

function callOf(spine: Spine) {
  return callOn(spine, ann, createReadLog(spine.store, spine.env))
}

const isOfAllRecords = (text: string) =>
  text.includes('count(*) as n') ? text.includes('from record ') : text.includes('order by r.active_at desc')

/** Sessions that have lost an event and got no other since: few. */
const isOfLost = (text: string) => text.includes('last_at is null')

const isOfLast = (text: string) => text.includes('max(rid)')

describe.each(Object.entries(hot))('the statements of %s', (_name, run) => {
  it('find their rows by an index', async () => {
    const plans = await plansOf(run)
    expect(plans.size).toBeGreaterThan(1)
    const scans = [...plans].flatMap(([text, details]) =>
      // A list of records says how many there are, and extraction looks at all of them, as far as a limit goes: walks
      // through some thousands. Of a day's kept answers all go with the first thing that is forgotten.
      // The last row of a bank is one look at the end of its index, however the plan words it.
      (isOfAllRecords(text) || text.startsWith('delete from call_answer') || isOfLast(text) || isOfLost(text)
        ? []
        : details
      )
        .filter(isSlow)
        .map((detail) => `${detail} in: ${text.replace(/\s+/g, ' ')}`),
    )
    expect(scans).toEqual([])
  })
})

describe('the pages of a walk', () => {
  it.each([
    ['thoughts', /item_by_kind \(bank=\? AND kind=\? AND <expr>>\? AND <expr><\?\)$/],
    ['items', /item_by_kind \(bank=\? AND kind=\? AND <expr>>\? AND <expr><\?\)$/],
    [
      'thoughts by tags',
      /thought_tag_by_key \(bank=\? AND tag_key=\? AND at>\? AND \(at,item_id\)<\(\?,\?\)\)$/,
    ],
    ['a walk', /item_by_time \(bank=\? AND occurred_at>\? AND occurred_at<\?\)$/],
    ['a walk', /item_by_time \(bank=\? AND occurred_at=\? AND rowid<\?\)$/],
  ])('of %s begin where the one before ended', async (name, step) => {
    const plans = await plansOf(hot[name] as (typeof hot)[string])
    expect([...plans.values()].flat()).toContainEqual(expect.stringMatching(step))
  })

  it('of items read so many rows, whatever is wanted of them', async () => {
    const plans = await plansOf(hot['items'] as (typeof hot)[string])
    const pages = [...plans.keys()].filter((text) => text.includes('as fits'))
    const conditions = pages.map((text) => text.replace(/\s+/g, ' ').split(' from item i where ').at(-1))
    expect(conditions.length).toBeGreaterThan(1)
    for (const condition of conditions) expect(condition).not.toMatch(/exists|origin|status/)
  })
})

describe('of a memory that is looked over', () => {
  it('projects find their own mentions', async () => {
    const plans = await plansOf((spine) => examineMemory(spine, ann, { limit: 10 }))
    const ofProjects = [...plans].find(([text]) => text.includes("e.type = 'project'"))
    expect(ofProjects?.[1]).toContainEqual(
      expect.stringMatching(/SEARCH m USING .*mention_by_entity \(bank=\? AND entity_rid=\?\)/),
    )
  })
})

describe('the ledger of contradictions', () => {
  it.each(['where an item was used, and what held before', 'forget what took the place of another'])(
    'is read by its sides for %s',
    async (name) => {
      const plans = await plansOf(hot[name] as (typeof hot)[string])
      const ofLedger = [...plans.values()].flat().filter((step) => step.includes(' fact_conflict '))
      expect(ofLedger.filter((step) => /rid>\?|\(bank=\?\)/.test(step))).toEqual([])
      expect(ofLedger.length).toBeGreaterThan(1)
    },
  )
})

/** Every statement that was prepared for a run, with the steps of its plan. */
async function plansOf(run: (spine: Spine) => Promise<unknown>): Promise<ReadonlyMap<string, string[]>> {
  const folder = await temporaryFolder()
  const seeding = await openSpine(folder)
  await importLines(seeding, ann, line)
  await capture(seeding, ann, {
    text: 'a garden note, as it was said about the gate',
    tags: ['home', 'garden'],
  })
  if (run === hot['sections of documents']) await bringDocument(seeding)
  await seeding.store.close()
  const prepared = new Set<string>()
  const spine = await openSpine(folder, {
    open: (file) => {
      const driver = openDriver(file)
      return Object.assign(Object.create(driver) as typeof driver, {
        prepare: (text: string) => {
          prepared.add(text)
          return driver.prepare(text)
        },
      })
    },
  })
  prepared.clear()
  await run(spine)
  await spine.store.close()
  const driver = openDriver(storeFile(folder))
  const plans = new Map<string, string[]>()
  for (const text of prepared) {
    const holes = text.split('?').length - 1
    const steps = driver.prepare(`explain query plan ${text}`).all(Array(holes).fill(null)) as {
      detail: string
    }[]
    plans.set(
      text,
      steps.map(({ detail }) => detail),
    )
  }
  driver.close()
  return plans
}

async function bringDocument(spine: Spine): Promise<void> {
  const call = callOf(spine)
  const content = '# Leave\n\nTen days of leave, *paid* on the first.\n'
  await callOperation(operations.knowledgeImport, call, { content, source: 'leave.md' })
  await callOperation(operations.knowledgePublish, call, { document: 'leave.md' })
  await callOperation(operations.knowledgeAttach, call, { all: true })
}

/** A walk through a whole table, or a whole bank. Lists that come as a parameter, and FTS5's own index, are as long as they are. */
function isSlow(detail: string): boolean {
  if (/^SCAN .*VIRTUAL TABLE INDEX/.test(detail) || /^SCAN (json_each|CONSTANT)/.test(detail)) return false
  // Of recalls there are 10,000 at most: the latest are read, and for forgetting all.
  if (/^SEARCH recall USING (?:COVERING )?INDEX recall_by_(?:time|seq) \(bank=\?\)$/.test(detail))
    return false
  // Read in the order of the index, and only the first; of instructions there are few.
  if (
    /^SEARCH (?:c|n) USING INDEX (?:fact_conflict_open|instruction_by_item|workspace_note_by_weight) \(bank=\?\)$/.test(
      detail,
    )
  )
    return false
  // The newest mentions of one name: a thousand at most (src/graph/said-by-user.ts).
  if (detail === 'SCAN newest') return false
  // Facts that do not hold are counted as far as a thousand (src/user/core-memory.ts).
  if (detail === 'SCAN counted') return false
  // The names in one document that is forgotten.
  if (detail === 'USE TEMP B-TREE FOR DISTINCT') return false
  // A bank has one row of its own, and of its audit only the last is read.
  if (
    /^SEARCH \w+ USING (?:COVERING )?INDEX sqlite_autoindex_(bank|embedding_bank|audit|tombstone|workspace_gate)_1 \(bank=\?\)/.test(
      detail,
    )
  )
    return false
  // Of 65,536 texts each, and some smaller ones: a few dozen a bank.
  if (
    /^SEARCH (?:s|posting_segment) USING INDEX sqlite_autoindex_posting_segment_1 \(bank=\?\)$/.test(detail)
  )
    return false
  // Texts that are in no segment yet: folded when there are 128 (src/words/word-upkeep.ts).
  if (detail === 'SEARCH p USING INDEX posting_tail_by_bank (bank=?)') return false
  // One row a bank: who merges its segments.
  if (detail === 'SEARCH posting_merge USING INDEX sqlite_autoindex_posting_merge_1 (bank=?)') return false
  // A row for 512 vectors, read out of the index alone.
  if (detail === 'SEARCH vector_codes USING COVERING INDEX vector_codes_by_last (bank=?)') return false
  return /^SCAN|AUTOMATIC|TEMP B-TREE|\(bank=\?\)/.test(detail)
}
