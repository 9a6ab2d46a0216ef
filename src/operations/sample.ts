import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { touchBank } from '../items/bank.js'
import { clear } from '../items/clear.js'
import type { Proven } from '../items/prove-erased.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import { documentBankOf, inBank, type Reach, reachOf, wholeStore } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { formatMoment } from '../text/zone.js'
import { correctOneFact, pinOneFact, resolveOneConflict } from './facts.js'
import { writeToGraph } from './graph-write.js'
import { reflectOnMemory } from './hygiene.js'
import { importMessages } from './import.js'
import { instruct } from './instructions.js'
import { attachToTask } from './knowledge-attach.js'
import { importKnowledge } from './knowledge-import.js'
import { publishKnowledge } from './knowledge-review.js'
import { captureNote } from './memory.js'
import { type Call, defineOperation, type Operation } from './operation.js'
import { assembleOnePrompt } from './prompt.js'
import { useSearchHits } from './recalls.js'
import { recallMemoryRecords } from './record-recall.js'
import { saveRecord, updateRecord } from './records.js'
import { readStory } from './sample/read-story.js'
import { tellStory } from './sample/tell-story.js'
import { searchMemory } from './search.js'
import { provenShape, showProven } from './shapes.js'
import { closeOneTask, openOneTask, updateOneTask } from './tasks.js'
import { appendToTranscript } from './transcript-append.js'
import { compactTranscript } from './transcript-compact.js'
import { switchGate } from './workspace.js'
import { noteInWorkspace } from './workspace-notes.js'

/** It has a memory of its own, so that it never mixes with what a person really said. */
const SAMPLE_USER = 'sample'

const WORKSPACE = 'sample/harbour'

const LOAD = 'memory.load_sample'

const forOwner = {
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'cli', 'http'],
} as const

export const loadSample = defineOperation({
  ...forOwner,
  name: LOAD,
  title: 'Load the sample',
  description:
    'Fills the memory of the user sample, and the workspace sample/harbour, with the story of a person and her team over ' +
    'ten months, so that there is something to look at: conversations, facts with their history, records, documents, a ' +
    'task. Nobody else’s memory is touched. It ends in these days; loaded once more it changes nothing.',
  example: 'recollect load-sample',
  effect: 'write',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({
    user: z.string().describe('whose memory it is: look at it as this user'),
    workspace: z.string(),
    outcome: z.enum(['loaded', 'present']),
    items: z.number().describe('that it holds'),
  }),
  handler: async (call) => {
    const { spine } = call
    wholeStore(call.reach, LOAD)
    const [main] = banksOfSample()
    const state = await spine.store.read(stateOf, main.writes)
    if (state === 'foreign') throw notTheSample()
    if (state === 'half') await clearAll(spine, call)
    if (state !== 'whole') {
      await mark(spine, main, 'begun')
      const steps = await readStory(FOLDER, spine.env.now(), spine.zone)
      await tellStory(call, steps, { user: SAMPLE_USER, workspace: WORKSPACE, operations: told })
      await mark(spine, main, 'loaded')
    }
    return {
      user: SAMPLE_USER,
      workspace: WORKSPACE,
      outcome: state === 'whole' ? ('present' as const) : ('loaded' as const),
      items: await spine.store.read(countItems),
    }
  },
})

/** As far from here in the source as from the built program. */
const FOLDER = new URL('../../examples/sample/', import.meta.url)

const told: ReadonlyMap<string, Operation> = new Map(
  [
    captureNote,
    importMessages,
    appendToTranscript,
    compactTranscript,
    searchMemory,
    useSearchHits,
    correctOneFact,
    pinOneFact,
    resolveOneConflict,
    writeToGraph,
    instruct,
    saveRecord,
    updateRecord,
    recallMemoryRecords,
    openOneTask,
    updateOneTask,
    closeOneTask,
    assembleOnePrompt,
    importKnowledge,
    publishKnowledge,
    attachToTask,
    noteInWorkspace,
    switchGate,
    reflectOnMemory,
  ].map((operation) => [operation.name, operation as unknown as Operation]),
)

export const removeSample = defineOperation({
  ...forOwner,
  name: 'memory.remove_sample',
  title: 'Take the sample away again',
  description:
    'Deletes all that the user sample and the workspace sample/harbour have in memory, and proves on disk that it is gone. ' +
    'Nobody else’s memory is touched. It can be loaded anew.',
  example: 'recollect remove-sample',
  effect: 'destructive',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({ items: z.number(), ...provenShape.shape, forgottenAt: z.string() }),
  handler: async (call) => {
    const { spine, reach } = call
    wholeStore(reach, 'memory.remove_sample')
    const [main] = banksOfSample()
    if ((await spine.store.read(stateOf, main.writes)) === 'foreign') throw notTheSample()
    const { items, ...proven } = await clearAll(spine, call)
    return { items, ...showProven(proven), forgottenAt: formatMoment(spine.env.now(), spine.zone) }
  },
})

/** The sample's user in the banks that are theirs. */
function banksOfSample(): readonly [main: Reach, documents: Reach, workspace: Reach] {
  const main = reachOf({ user: SAMPLE_USER })
  return [
    main,
    inBank(main, documentBankOf(SAMPLE_USER)),
    reachOf({ user: SAMPLE_USER, workspace: WORKSPACE }),
  ]
}

type State = 'empty' | 'half' | 'whole' | 'foreign'

/** What was loaded has two rows in the log; what a person of this name keeps, none at the beginning. */
function* stateOf(bank: string): Tx<State> {
  const held = yield* get(sql`select 1 as one from item where bank = ${bank} limit 1`)
  if (held === undefined) return 'empty'
  const last = yield* get<{ counts: string }>(sql`
    select counts from audit where bank = ${bank} and operation = ${LOAD} order by seq desc limit 1`)
  if (last === undefined) return 'foreign'
  return 'loaded' in (JSON.parse(last.counts) as object) ? 'whole' : 'half'
}

async function mark(spine: Spine, reach: Reach, what: 'begun' | 'loaded'): Promise<void> {
  await write(spine, reach, LOAD, 'memory.write', function* log() {
    yield* touchBank(reach, spine.env.now(), { items: 0, words: 0 })
    return { result: undefined, effect: { ids: [], counts: { [what]: 1 } } }
  })
}

/** With what keeps it from coming back. */
async function clearAll(
  spine: Spine,
  { progress, signal }: Call,
): Promise<Proven & { readonly items: number }> {
  const cleared = []
  for (const reach of banksOfSample()) {
    const report = (done: number, total: number) => progress?.({ done, unit: 'items', total })
    cleared.push(await clear(spine, reach, { fresh: true, progress: report, signal }))
  }
  const unproven = cleared.find(({ state }) => state === 'logical')
  const { state, reason, proof } = unproven ?? (cleared.at(-1) as (typeof cleared)[number])
  return { items: cleared.reduce((sum, { items }) => sum + items, 0), state, reason, proof }
}

function* countItems(): Tx<number> {
  let items = 0
  for (const { writes } of banksOfSample())
    items += (yield* get<{ n: number }>(sql`select count(*) as n from item where bank = ${writes}`))?.n ?? 0
  return items
}

function notTheSample(): MemoryError {
  return new MemoryError(
    'conflict',
    `the user ${SAMPLE_USER} has a memory of their own here`,
    'load the sample into another store: --home FOLDER',
  )
}
