import { MemoryError } from '../errors.js'
import { readItem, readItems } from '../items/read-items.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { SessionEvent } from '../task/event.js'
import { type KnownSession, knownSession } from '../task/known-session.js'
import type { BlockName } from '../task/prompt/block.js'
import type { ReasonCode } from '../task/prompt/reason.js'
import { readEvents } from '../task/read-events.js'
import { assembleFor, type PromptFor } from './assemble-for.js'
import { type AssemblyDetail, assemblyDetail, readDecision } from './assembly-detail.js'
import type { PromptWorld } from './gathered.js'
import { CALLERS } from './keep-assembly.js'
import type { PromptWanted } from './prompt-wanted.js'

export interface ReplayWanted {
  /** Of the prompt, as it was answered when it was assembled; or of which session the latest is meant. */
  readonly which: { readonly id: string } | { readonly session: string }
  /** Where the session does not hold it. */
  readonly ask?: string | undefined
  readonly given: Pick<PromptWanted, 'tools' | 'identity' | 'instructions' | 'format'>
}

/** A prompt of then, assembled on the store of today. */
export interface Replay {
  readonly prompt: PromptFor
  readonly then: AssemblyDetail
  /** What the caller's own words took then, held back now. */
  readonly heldBackTokens: number
  /** Milliseconds UTC. */
  readonly at: number
  /** In the prompt then, and forgotten since. */
  readonly gone: readonly Placed[]
  /** In it now, and unknown or not thought of then. */
  readonly fresh: readonly Placed[]
  readonly changed: readonly Changed[]
}

export interface Placed {
  readonly block: BlockName
  readonly id: string
}

export interface Changed extends Placed {
  readonly was: ReasonCode
  /** Null: it is no candidate any more. */
  readonly now: ReasonCode | null
}

/**
 * Assembles a prompt once more: the same question in the session as it was then, on what the store holds now. What the
 * caller gave in its own words was not kept: its tokens are held back, unless it is given again. Throws `not_found`, and
 * `invalid_input` for what is no prompt or where nobody knows what was asked.
 */
export async function replayAssembly(
  world: PromptWorld,
  { which, ask, given }: ReplayWanted,
): Promise<Replay> {
  const { spine } = world
  const { session, event, then } = await keptPrompt(world, which)
  const question = ask ?? (await spine.store.read(askedIn, session, then, event.seq))
  if (question === undefined) throw nobodyKnows()
  const isGiven = given.tools.length > 0 || given.identity !== undefined || given.instructions !== undefined
  const heldBackTokens = isGiven ? 0 : then.givenTokens
  const prompt = await assembleFor(world, {
    ...given,
    session: session.name,
    task: then.task ?? undefined,
    ask: question,
    budgetTokens: then.budgetTokens - heldBackTokens,
    blocks: then.blocks,
    select: then.select,
    before: event.seq,
    core: then.core,
  })
  const differs = await spine.store.read(differences, world, then, prompt)
  return { prompt, then, heldBackTokens, at: event.at, ...differs }
}

interface KeptPrompt {
  readonly session: KnownSession
  readonly event: SessionEvent
  readonly then: AssemblyDetail
}

async function keptPrompt({ spine, reach }: PromptWorld, which: ReplayWanted['which']): Promise<KeptPrompt> {
  if ('session' in which) {
    const session = await knownSession(spine, reach, which.session)
    const wanted = { types: ['recall'] as const, limit: RECALLS_MAX, latest: true }
    const events = await spine.store.read(readEvents, session.bank, session.rid, wanted)
    const event = events.findLast((one) => assemblyDetail(one) !== null)
    const then = assemblyDetail(event)
    if (event === undefined || then === null) throw noPrompt('the session has', 'none')
    return { session, event, then }
  }
  const { turn, bank } = await spine.store.read(readItem, spine, reach.reads, which.id)
  if (turn === null) throw noPrompt(which.id, 'is none')
  const ofBank = { ...reach, reads: reach.reads.filter((one) => one === bank) }
  const session = await knownSession(spine, ofBank, turn.session)
  const wanted = { after: turn.seq - 1, before: turn.seq + 1, limit: 1 }
  const [event] = await spine.store.read(readEvents, session.bank, session.rid, wanted)
  const then = assemblyDetail(event)
  if (event === undefined || then === null) throw noPrompt(which.id, 'is none')
  return { session, event, then }
}

/** What was imported with a transcript is passed over. */
const RECALLS_MAX = 50

/** The message that asked, else the first that was appended behind the prompt. */
function* askedIn(
  { bank, rid }: { readonly bank: string; readonly rid: number },
  { ask }: AssemblyDetail,
  seq: number,
): Tx<string | undefined> {
  const isUsers = ({ role }: SessionEvent) => role === 'user'
  const wanted = { types: ['message'] as const, limit: MESSAGES_MAX }
  if (ask !== null) {
    const before = yield* readEvents(bank, rid, { ...wanted, before: seq, latest: true })
    return before.find(({ id }) => id === ask)?.text
  }
  return (yield* readEvents(bank, rid, { ...wanted, after: seq })).find(isUsers)?.text
}

/** A question is near its prompt. */
const MESSAGES_MAX = 200

function* differences(
  { spine, reach }: PromptWorld,
  then: AssemblyDetail,
  { assembly }: PromptFor,
): Tx<Pick<Replay, 'gone' | 'fresh' | 'changed'>> {
  const isKept = ({ id }: Placed) => !id.startsWith(CALLERS)
  const was = byPlace(then.items.map(readDecision).filter(isKept))
  const now = byPlace(assembly.decisions.filter(isKept))
  const lost = [...was.values()].filter(
    (one) => one.reason === 'placed' && now.get(placeOf(one)) === undefined,
  )
  const there = new Set<string>()
  for (const bank of reach.reads) {
    const ids = lost.map(({ id }) => id)
    for (const { id } of yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)) there.add(id)
  }
  const placed = ({ block, id }: Placed): Placed => ({ block, id })
  const changed: Changed[] = []
  const fresh: Placed[] = []
  for (const one of lost) if (there.has(one.id)) changed.push({ ...placed(one), was: one.reason, now: null })
  for (const [key, one] of now) {
    const before = was.get(key)
    const isIn = one.reason === 'placed'
    if (before === undefined && isIn) fresh.push(placed(one))
    if (before !== undefined && isIn !== (before.reason === 'placed'))
      changed.push({ ...placed(one), was: before.reason, now: one.reason })
  }
  return { gone: lost.filter(({ id }) => !there.has(id)).map(placed), fresh, changed }
}

interface Decided extends Placed {
  readonly reason: ReasonCode
}

function byPlace(decisions: readonly Decided[]): Map<string, Decided> {
  return new Map(decisions.map((one) => [placeOf(one), one]))
}

function placeOf({ block, id }: Placed): string {
  return `${block} ${id}`
}

function noPrompt(what: string, none: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `no prompt that was assembled here: ${what} ${none}`,
    'prompt.assemble answers its assemblyId where it is kept; the transcript shows it as an event recall',
  )
}

function nobodyKnows(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'what was asked is not in the session, or was forgotten',
    'give it as `ask`',
  )
}
