import { MemoryError } from '../errors.js'
import type { Tx } from '../store/statement.js'
import { type KeptCompaction, workingSet } from '../task/compaction/working-set.js'
import type { SessionEvent } from '../task/event.js'
import { inLaterPrompts } from '../task/in-later-prompts.js'
import { type KnownSession, knownSession } from '../task/known-session.js'
import type { PromptItem } from '../task/prompt/block.js'
import { turnItems } from '../task/prompt/turn-items.js'
import { readEvents } from '../task/read-events.js'
import { type AssemblyDetail, assemblyDetail } from './assembly-detail.js'
import { memoryItem, type PromptWorld } from './gathered.js'
import { recallNotes } from './recall-notes.js'

/** What a prompt takes from a session. */
export interface SessionPart {
  readonly session: KnownSession
  readonly summary: KeptCompaction | null
  readonly turns: readonly PromptItem[]
  /** What is asked: given, else the latest message of the user, who waits for an answer. */
  readonly ask: string
  /** The message that asks it; null where it is not in the session. */
  readonly askedBy: SessionEvent | null
  /** The assistant is at work on it: it stands among the turns, and is not said again. */
  readonly isUnderWay: boolean
  readonly called: ReadonlySet<string>
  /** The latest prompt of the session that was kept. */
  readonly before: AssemblyDetail | null
}

/**
 * The working set of a session as turns, what is asked in it, and what its latest prompt was. Throws `not_found`, and
 * `invalid_input` where nothing is asked, or what was asked is answered.
 *
 * @param before only events before this one, for a prompt of then
 */
export async function sessionPart(
  { spine, reach }: PromptWorld,
  name: string,
  { ask, before }: { readonly ask: string | undefined; readonly before?: number | undefined },
): Promise<SessionPart> {
  const session = await knownSession(spine, reach, name)
  const { summary, events, notes, kept, asking } = await spine.store.read(function* read(): Tx<Read> {
    const set = yield* workingSet(session.bank, session.rid, { limit: EVENTS_MAX, before })
    // An assistant may have been at work on it for thousands of steps.
    const asking = set.events.findLast(isUsers) ?? (yield* latestOfUser(session.bank, session.rid, before))
    const isThere = asking === undefined || set.events.some(({ id }) => id === asking.id)
    const own = isThere ? set.events : [asking, ...set.events]
    const after = (set.events[0]?.seq ?? 1) - 1
    const latest = { types: ['recall'] as const, limit: LATEST, latest: true }
    const kept = yield* readEvents(session.bank, session.rid, {
      ...latest,
      ...(before === undefined ? {} : { before }),
    })
    const notes = yield* recallNotes(session.bank, session.rid, { after, before })
    return { summary: set.summary, events: own, notes, kept, asking }
  })
  const all = [...events, ...notes].sort((a, b) => a.seq - b.seq)
  const latest = events.findLast(({ type, seq }) => SAID.has(type) && seq > (asking?.seq ?? 0))
  // Who answered with words is done: the same words are a new question.
  const isAnswered = latest?.type === 'message' && latest.role === 'assistant'
  const isSame = asking !== undefined && (ask === undefined || ask.trim() === asking.text.trim())
  const isAsked = isSame && !isAnswered
  const question = ask ?? asking?.text
  if (question === undefined) throw nothingAsked()
  if (ask === undefined && isAnswered) throw answeredAlready()
  const isUnderWay = isAsked && (latest?.type === 'tool_call' || latest?.type === 'tool_result')
  const visible = isAsked && !isUnderWay ? all.filter(({ id }) => id !== asking.id) : all
  const turns = turnItems(visible, { zone: spine.zone, standIn: inLaterPrompts })
  return {
    session,
    summary,
    turns: isUnderWay
      ? turns.map((item) => (item.events?.includes(asking.id) ? { ...item, isRequired: true } : item))
      : turns,
    ask: question,
    askedBy: isAsked ? asking : null,
    isUnderWay,
    called: new Set(events.flatMap(({ type, data }) => (type === 'tool_call' ? (data.tool ?? []) : []))),
    before: kept.map(assemblyDetail).findLast((one) => one !== null) ?? null,
  }
}

interface Read {
  readonly summary: KeptCompaction | null
  readonly asking: SessionEvent | undefined
  readonly events: readonly SessionEvent[]
  readonly notes: readonly SessionEvent[]
  readonly kept: readonly SessionEvent[]
}

/** Of a session that was never compacted no prompt looks further back. */
const EVENTS_MAX = 2_000
/** One of them may be of another version of this program. */
const LATEST = 2

const SAID: ReadonlySet<string> = new Set(['message', 'tool_call', 'tool_result'])

function isUsers({ type, role, text, data }: SessionEvent): boolean {
  return type === 'message' && role === 'user' && data.sidechain === undefined && text.trim() !== ''
}

function* latestOfUser(
  bank: string,
  sessionRid: number,
  until: number | undefined,
): Tx<SessionEvent | undefined> {
  for (let before = until; ; ) {
    const page = yield* readEvents(bank, sessionRid, {
      types: ['message'],
      limit: MESSAGES_AT_ONCE,
      latest: true,
      ...(before === undefined ? {} : { before }),
    })
    const found = page.findLast(isUsers)
    if (found !== undefined || page.length < MESSAGES_AT_ONCE) return found
    before = page[0]?.seq
  }
}

const MESSAGES_AT_ONCE = 200

function answeredAlready(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'what the user asked last is answered already',
    'give `ask`, or append the next message of the user first',
  )
}

function nothingAsked(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'nothing is asked: the session has no message of the user yet',
    'give `ask`, or append the message first',
  )
}

/** The outputs that the shown turns point to, with what they are, for a model that wants to read one. */
export function artifactItems(
  listed: readonly {
    readonly id: string
    readonly tool: string | null
    readonly mediaType: string
    readonly bytes: number
    readonly lines: number
    readonly at: number
  }[],
  zone: string,
): PromptItem[] {
  return listed.map(({ id, tool, mediaType, bytes, lines, at }, order) => {
    const text = `artifact ${id}: output of ${tool ?? 'a tool'}, ${mediaType}, ${bytes} bytes, ${lines} lines`
    return memoryItem({ id, text, origin: 'tool', trust: 'observed', at }, zone, { order })
  })
}
