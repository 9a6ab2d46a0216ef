import type { Operations } from '../../src/index.js'

export type Name = keyof Operations

export const SECRET = 'SECRET_MARKER'
/** A word that both use; only how the other writes it is a secret. No hash in base64 may hold it by chance. */
const SHARED_TAG = 'house-plan'
export const THEIR_RECORD = 'Garden gate'
export const THEIR_DOCUMENT = 'handbook/garden.md'
export const THEIR_TEXT =
  '# Garden\n\nSECRET_MARKER gate code is 4711\n\n## Gate\n\nSECRET_MARKER gate code, again\n'
/** Nobody who keeps the same learns that another has. */
export const THEIR_OUTPUT = 'all tests of the hedge passed'
export const THEIR_TAG = 'HOUSE-PLAN'
/** A name that the curious one has heard; what the other knows of them is a secret. */
export const THEIR_FRIEND = 'Zuleika Quartz'

export interface Theirs {
  readonly items: number
  readonly ids: readonly string[]
  readonly questions: readonly string[]
}

/** What the curious one asks; a log of searches may tell them what they asked themselves. */
export const questions: readonly string[] = [
  SECRET,
  `"${SECRET} turn 1"`,
  'garden gate code 4711',
  'what was said today?',
  `-${SECRET}`,
  '',
  '*',
]

export const ABSENT = '01890000-0000-7000-8000-000000000000'

/** The file of a session of which an event has this id. */
function fileOf(id: string, session: string): string {
  const at = '2026-01-01T00:00:00.000Z'
  const event = { seq: 1, id, type: 'message', role: 'user', recordedAt: at, text: 'mine' }
  return `${JSON.stringify({ recollect: 'transcript', version: 1, id, session, channel: null, createdAt: at })}\n${JSON.stringify(event)}\n`
}

/** What a curious caller tries; every operation of the table must be here. */
export const attempts: { readonly [N in Name]: (theirs: Theirs) => readonly unknown[] } = {
  capture: ({ ids }) => [
    { text: 'mine', tags: [SHARED_TAG] },
    ...ids.map((id) => ({ text: `from ${id}`, sources: [id] })),
  ],
  search: ({ questions, ids }) => [
    ...questions.flatMap((question) => [
      { question, explain: true },
      { question, mode: 'rrf', limit: 200 },
    ]),
    ...ids.map((about) => ({ question: SECRET, about })),
  ],
  ftsSearch: ({ questions }) =>
    questions.flatMap((words) => [{ words }, { words, session: `${SECRET} session` }]),
  explain: ({ ids }) => [{}, ...ids.flatMap((id) => [{ id }, { recallId: id }])],
  used: ({ ids }) => ids.flatMap((id) => [{ ids: [id] }, { recallId: id, ids: [ABSENT] }]),
  recalls: () => [{}, { limit: 1000 }],
  thoughts: ({ ids }) => [
    {},
    { contains: SECRET },
    { tags: [SHARED_TAG] },
    ...ids.map((id) => ({ before: `9999999999999.${id}` })),
  ],
  get: ({ ids }) => ids.map((id) => ({ id })),
  trace: ({ ids }) => ids.map((id) => ({ id, chain: true })),
  graph: ({ ids }) => [
    {},
    { type: 'person' },
    { type: 'owns' },
    { name: THEIR_FRIEND, hops: 4 },
    { name: THEIR_FRIEND, to: 'you' },
    { name: THEIR_FRIEND, type: 'mentioned_with' },
    ...ids.map((id) => ({ id })),
  ],
  entities: () => [{}, { contains: THEIR_FRIEND }, { contains: 'z', type: 'person' }],
  entity: ({ ids }) => ids.map((id) => ({ id })),
  around: ({ ids }) => [{ ids: ids.slice(0, 200), among: ids.slice(0, 200) }],
  graphWrite: () => [
    { action: 'add_entity', name: SHARED_TAG },
    { action: 'relate', name: 'you', relation: 'uses', to: SHARED_TAG },
    { action: 'describe', name: SHARED_TAG, attribute: 'status', value: 'mine' },
  ],
  people: () => [{}, { name: THEIR_FRIEND }],
  projects: () => [{}, { status: 'active' }],
  decisions: () => [{}, { appliesTo: '4711' }, { status: 'superseded' }],
  mergeEntities: ({ ids }) => [
    { keep: 'you', merge: THEIR_FRIEND },
    ...ids.map((merge) => ({ keep: THEIR_FRIEND, merge })),
  ],
  splitEntity: ({ ids }) => [
    { id: THEIR_FRIEND, names: [THEIR_FRIEND] },
    ...ids.map((id) => ({ id, names: [THEIR_FRIEND], into: id })),
  ],
  core: () => [{}, { selection: 'recency' }],
  instructions: () => [{}],
  instruct: ({ ids }) => [
    { action: 'add', text: 'mine' },
    ...ids.flatMap((id) => [
      { action: 'disable', id },
      { action: 'enable', id },
    ]),
  ],
  facts: () => [
    {},
    { key: 'user.name', includeSuperseded: true },
    { key: `person.${SECRET}.role` },
    { asOf: 0 },
  ],
  correct: ({ ids }) => ids.map((id) => ({ id, text: 'mine' })),
  restore: ({ ids }) => ids.map((id) => ({ id })),
  retract: ({ ids }) => ids.map((id) => ({ id })),
  pin: ({ ids }) => ids.map((id) => ({ id })),
  unpin: ({ ids }) => ids.map((id) => ({ id })),
  conflicts: () => [{}],
  resolveConflict: ({ ids }) =>
    ids.flatMap((id) => [
      { id, keep: 'old' },
      { id, keep: 'new' },
    ]),
  merge: ({ ids }) => [
    { from: 'helper', all: true },
    { from: '../main', ids: [...ids] },
    ...ids.map((id) => ({ from: 'main', ids: [id] })),
  ],
  // A name that is taken elsewhere is free here, and says nothing.
  recordSave: () => [{ name: THEIR_RECORD, description: 'mine', type: 'user', body: 'mine' }],
  recordUpdate: ({ ids }) => [...ids, 'absent'].map((which) => ({ which, body: 'mine' })),
  recordRead: ({ ids }) => [...ids, 'absent'].map((which) => ({ which })),
  recordList: () => [{}, { limit: 1 }, { after: '1.00000000-0000-7000-8000-000000000000' }],
  recordRecall: ({ questions }) =>
    questions.flatMap((request) => [
      { request, asBlock: true },
      { request, select: 'lexical' },
    ]),
  extract: () => [
    { messages: [{ role: 'user', content: 'I live in Oslo.' }] },
    { session: `${SECRET} session` },
  ],
  extractionLog: () => [{}],
  transcriptAppend: () => [
    { session: `${SECRET} session`, events: [{ type: 'message', role: 'user', text: 'mine', key: 'k' }] },
  ],
  transcriptSessions: ({ ids }) => [{}, { channel: SECRET }, ...ids.map((before) => ({ before }))],
  transcriptRead: () => [
    { session: `${SECRET} session` },
    { session: `${SECRET} session`, contains: SECRET },
  ],
  transcriptSummary: () => [{ session: `${SECRET} session` }],
  transcriptVerify: () => [{}, { session: `${SECRET} session` }],
  transcriptExport: ({ ids }) => [
    { session: `${SECRET} session` },
    ...ids.map((afterId) => ({ session: `${SECRET} session`, after: 1, afterId })),
  ],
  // Taken elsewhere, an id is free here, and says nothing.
  transcriptImport: ({ ids }) => ids.map((id, at) => ({ content: fileOf(id, `file ${at}`), dryRun: true })),
  transcriptRepair: () => [{ file: 'absent.jsonl' }],
  transcriptCompact: () => [
    { session: `${SECRET} session`, force: true },
    { session: 'mine', preview: true },
  ],
  promptAssemble: ({ ids }) => [
    { ask: 'What is there to know?' },
    { ask: 'Who is there?', task: `${SECRET} task`, format: 'openai' },
    { session: `${SECRET} session` },
    ...ids.map((task) => ({ ask: 'mine', task })),
  ],
  promptReplay: ({ ids }) => [{ session: `${SECRET} session` }, ...ids.map((id) => ({ id, ask: 'mine' }))],
  recordImport: () => [
    { content: `# ${THEIR_RECORD}`, name: 'x.md', dryRun: true },
    { files: [{ path: 'x.md', content: `---\nname: ${THEIR_RECORD}\n---\nmine` }], update: true },
  ],
  recordExport: () => [{}, { format: 'server-memory' }],
  recordMove: () => [{ to: 'folder' }, { to: `/tmp/${SECRET}/records` }],
  recordDelete: ({ ids }) => [...ids, 'absent'].map((which) => ({ which })),
  knowledgeMap: ({ ids }) => [{}, { task: `${SECRET} task` }, ...ids.map((after) => ({ after }))],
  knowledgeReadDoc: ({ ids }) => [...ids, THEIR_DOCUMENT].map((document) => ({ document })),
  knowledgeReadSection: ({ ids }) =>
    [...ids, THEIR_DOCUMENT].flatMap((document) => [
      { document, anchor: 'gate' },
      { document, cursor: `1.1.0.${'A'.repeat(22)}` },
    ]),
  knowledgeSearchDocs: ({ questions }) => questions.map((question) => ({ question })),
  knowledgeAsk: ({ questions, ids }) => [
    ...questions.flatMap((question) => [{ question }, { question, by: 'passages', task: `${SECRET} task` }]),
    ...[...ids, THEIR_DOCUMENT].map((document) => ({ question: SECRET, document })),
  ],
  knowledgeAttach: ({ ids }) => [
    { all: true },
    ...[...ids, THEIR_DOCUMENT].map((name) => ({ documents: [name], task: `${SECRET} task` })),
  ],
  knowledgeDetach: ({ ids }) => [
    ...[...ids, THEIR_DOCUMENT].map((name) => ({ documents: [name] })),
    { all: true },
  ],
  // Also what the other has imported, word for word and from the same place.
  knowledgeImport: () => [
    { files: [{ path: THEIR_DOCUMENT, content: THEIR_TEXT }], dryRun: true },
    { files: [{ path: THEIR_DOCUMENT, content: '# Mine' }] },
    { content: THEIR_TEXT, shelf: 'system' },
  ],
  knowledgeEdit: ({ ids }) => ids.map((document) => ({ document, content: '# Mine' })),
  knowledgeList: ({ ids }) => [{}, { status: 'ready' }, ...ids.map((after) => ({ after }))],
  knowledgeShow: ({ ids }) =>
    [...ids, 'absent.md'].flatMap((document) => [
      { document, text: true },
      { document, asOf: 0 },
      { document, diff: true, against: 1 },
    ]),
  knowledgePublish: ({ ids }) => [...ids, 'absent.md'].map((document) => ({ document })),
  knowledgeReject: ({ ids }) => ids.map((document) => ({ document, note: 'mine' })),
  knowledgeWithdraw: ({ ids }) => ids.map((document) => ({ document })),
  knowledgeDelete: ({ ids }) => ids.map((document) => ({ document, verify: false })),
  taskOpen: () => [{ name: THEIR_RECORD, goal: 'mine' }],
  taskUpdate: ({ ids }) => ids.map((task) => ({ task, state: 'mine' })),
  taskClose: ({ ids }) => ids.map((task) => ({ task, outcome: 'mine' })),
  taskShow: ({ ids }) => [...ids, 'absent'].map((task) => ({ task, history: 5 })),
  taskList: () => [{}, { status: 'open' }],
  artifactKeep: () => [{ text: 'mine', tool: 'bash' }, { text: THEIR_OUTPUT }],
  artifactRead: ({ ids }) => ids.flatMap((id) => [{ id }, { id, fromChar: 1 }]),
  artifactGrep: ({ ids }) => ids.map((id) => ({ id, text: '*', match: 'wildcard' })),
  artifactList: () => [{}, { session: `${SECRET} session` }],
  artifactPrune: () => [{ maxTotalBytes: 0 }, { olderThanDays: 0, apply: true, verify: false }],
  forget: ({ ids }) => ids.flatMap((id) => [{ id, preview: true }, { id }, { id, verify: false }]),
  clear: () => [{ confirm: 'bob' }, { confirm: SECRET, fresh: true }],
  clearRecalls: () => [{}],
  import: () => [
    { content: JSON.stringify({ role: 'user', content: 'mine too' }), dryRun: true },
    { content: JSON.stringify({ role: 'user', content: 'mine too' }), session: `${SECRET} session` },
  ],
  export: () => [{}, { all: true }],
  importArchive: () => [{ content: SECRET }, { file: 'recollect.db' }],
  vacuum: () => [{ preview: true }, {}],
  backup: () => [{ file: 'copy.db' }, { file: 'recollect.db', overwrite: true }],
  stats: () => [{}, { cost: true }],
  banks: () => [{}, { all: true }],
  auditLog: () => [
    {},
    { outcome: 'refused', until: 4e12 },
    { operation: 'memory.forget' },
    { limit: 1000 },
    { actor: 'user:bob' },
  ],
  reindex: () => [{}, { all: true }],
  embed: () => [{}, { all: true }],
  doctor: () => [{}],
  hygiene: () => [{}],
  junk: () => [{ content: JSON.stringify([SECRET]) }],
  reflect: () => [{}],
  items: ({ ids }) => [
    {},
    { contains: SECRET, order: 'oldest' },
    { entity: THEIR_FRIEND },
    { tags: [THEIR_TAG, SHARED_TAG] },
    { session: `${SECRET} session` },
    ...ids.map((entity) => ({ entity })),
  ],
  growth: () => [{}, { by: 'day', since: 0 }],
  uses: ({ ids }) => ids.map((id) => ({ id })),
  history: ({ ids }) => ids.map((id) => ({ id })),
  promptShow: ({ ids }) => ids.map((id) => ({ id })),
  verifyAudit: () => [{}],
  systemStatus: () => [{}],
  waiting: () => [{}],
  review: () => [{}, { kinds: ['conflict', 'hygiene', 'document'], limit: 100 }],
  dismiss: ({ ids }) => ids.map((id) => ({ id })),
  undismiss: ({ ids }) => ids.map((id) => ({ id })),
  reopenConflict: ({ ids }) => ids.map((id) => ({ id })),
  knowledgeReopen: ({ ids }) => [...ids, 'absent.md'].map((document) => ({ document })),
  loadSample: () => [{}],
  removeSample: () => [{}],
  remoteRecall: ({ questions }) => questions.map((question) => ({ question })),
  remoteList: () => [{}],
  // Of workspaces, which all users share: test/workspace.
  workspaceNote: () => [{ text: 'mine', type: 'decision' }],
  workspaceNotes: ({ ids }) => [{}, ...ids.map((after) => ({ after }))],
  workspaceMemory: () => [{}],
  workspacePromote: () => [{}, { dryRun: true }],
  workspaceConflicts: ({ ids }) => [{}, { decided: true }, ...ids.map((after) => ({ after }))],
  workspaceResolve: ({ ids }) => ids.map((id) => ({ id, keep: 'both', reason: 'mine' })),
  workspaceGate: () => [{ on: true }, { on: false }],
  workspaceProposals: ({ ids }) => [{}, { state: 'approved' }, ...ids.map((after) => ({ after }))],
  workspaceApprove: ({ ids }) => ids.map((id) => ({ ids: [id] })),
  workspaceDecline: ({ ids }) => ids.map((id) => ({ ids: [id], note: 'mine' })),
  keyCreate: () => [{ name: 'mine', for: 'bob', workspaces: [SECRET] }],
  keyList: () => [{}, { all: true }],
  keyRevoke: ({ ids }) => [...ids, SECRET].map((which) => ({ which, forget: true })),
}
