import { MemoryError } from '../errors.js'
import { type Added, prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import type { Tx } from '../store/statement.js'
import { appendTurns, type SessionRef, type TurnDraft } from '../task/transcript.js'
import { wellFormed } from '../text/well-formed.js'
import { keepStated, readStated, type Stated } from '../user/stated.js'
import { addThoughts, prepareThought, type ThoughtDraft } from '../user/thoughts.js'
import { type ConversationMessage, originOf } from './conversation-message.js'
import { createDryRun } from './dry-run.js'
import type { Note } from './entry.js'
import { type FormatName, formatNamed, isRecognised, notRecognised, recognise } from './formats.js'
import { readHead } from './head.js'
import { limitBytes } from './limit-bytes.js'
import type { ByteSource } from './lines.js'
import { createSkips, type SkipReport } from './skips.js'
import type { Tally } from './tally.js'

export interface ImportOptions {
  /** The session of messages that name none. */
  readonly session: string
  readonly asMine: boolean
  readonly dryRun: boolean
  /** Zone of times that name none. */
  readonly zone: string
  readonly progress: (messages: number) => void
  readonly signal: AbortSignal | undefined
  /** Told by the content where it is absent. */
  readonly format?: FormatName | undefined
  /** Of the file, where the content comes from one. */
  readonly name?: string | undefined
  readonly dayFirst?: boolean | undefined
  /** The user's name in a chat of several people. */
  readonly me?: string | undefined
  /** When a note was written that does not say so. Milliseconds UTC. */
  readonly at?: number | undefined
  readonly maxBytes?: number | undefined
  /** Whether what the user's turns and the notes state is read out of them. */
  readonly extract?: boolean | undefined
}

export interface ImportReport extends SkipReport {
  readonly format: string
  readonly messages: number
  readonly notes: number
  readonly added: number
  /** Were there already, from an earlier import. */
  readonly repeated: number
  /** Had been forgotten and stay so. */
  readonly forgotten: number
  /** What was assumed about the source as a whole. */
  readonly remarks: readonly string[]
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly dryRun: boolean
}

/**
 * Imports what was said in conversations, each message as a turn of its session at its own time, and notes as
 * thoughts. Streams: memory does not grow with the file. Importing again changes nothing; what is wrong with one
 * entry is reported and never stops the rest. Throws `invalid_input` for a format that is not known.
 */
export async function importConversation(
  spine: Spine,
  reach: Reach,
  content: ByteSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { dryRun, zone, progress, signal, maxBytes } = options
  const limited = maxBytes === undefined ? content : limitBytes(content, maxBytes)
  const { head, source } = await readHead(limited, { name: options.name, isEnough: isRecognised })
  const reader = options.format === undefined ? recognise(head) : formatNamed(options.format)
  if (reader === undefined) throw notRecognised(head)

  const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
  const skips = createSkips()
  const remarks: string[] = []
  const times: Times = { first: null, last: null }
  const sessions = createSessions(spine, reach, options.session)
  const judge = createDryRun(spine, reach)
  const read = { messages: 0, notes: 0 }
  let chunk: (StatingTurn | ThoughtDraft)[] = []
  let chunkChars = 0

  const settle = async () => {
    const counted = dryRun ? await judge(chunk) : await store(spine, reach, chunk)
    tally.added += counted.added
    tally.repeated += counted.repeated
    tally.forgotten += counted.forgotten
    chunk = []
    chunkChars = 0
    progress(read.messages + read.notes)
    signal?.throwIfAborted()
  }

  try {
    const readOptions = {
      zone,
      dayFirst: options.dayFirst,
      me: options.me,
      at: options.at ?? null,
      session: options.session,
    }
    for await (const entry of reader.read(source, readOptions)) {
      if (entry.kind === 'problem') skips.fail(entry.place, entry.problem)
      else if (entry.kind === 'left out') skips.leaveOut(entry.reason)
      else if (entry.kind === 'remark') remarks.push(entry.text)
      else {
        const item = entry.kind === 'message' ? entry.message : entry.note
        try {
          chunk.push(
            entry.kind === 'message'
              ? turnOf(spine, reach, entry.message, sessions.place(entry.message), options)
              : thoughtOf(spine, reach, entry.note, options),
          )
        } catch (error) {
          if (!(error instanceof MemoryError)) throw error
          skips.fail(entry.place, { reason: REFUSED.get(error.code) ?? 'text', detail: error.message })
          continue
        }
        read[entry.kind === 'message' ? 'messages' : 'notes'] += 1
        chunkChars += entry.kind === 'message' ? entry.message.content.length : entry.note.text.length
        widen(times, item.at)
        if (chunk.length === CHUNK_ITEMS || chunkChars >= CHUNK_CHARS) await settle()
      }
    }
    if (chunk.length > 0) await settle()
  } catch (error) {
    throw dryRun ? error : interrupted(error, read.messages + read.notes - chunk.length)
  }
  return {
    format: reader.name,
    ...read,
    ...tally,
    ...skips.report(),
    remarks,
    sessions: sessions.count(),
    firstAt: times.first,
    lastAt: times.last,
    dryRun,
  }
}

interface Times {
  first: number | null
  last: number | null
}

function widen(times: Times, at: number | null): void {
  if (at === null) return
  times.first = Math.min(times.first ?? at, at)
  times.last = Math.max(times.last ?? at, at)
}

/** A message's session, and its place among the messages of that session in this source. */
interface Sessions {
  place(message: ConversationMessage): SessionPlace
  count(): number
}

interface SessionPlace {
  readonly session: SessionRef
  /** What the session is known by. */
  readonly key: string
  readonly position: number
}

function createSessions(spine: Spine, reach: Reach, fallback: string): Sessions {
  const sessions = new Map<string, { readonly ref: SessionRef; position: number }>()
  return {
    place(message) {
      const name = message.session === null ? wellFormed(fallback) : wellFormed(message.session)
      const key = message.sessionKey ?? name
      let entry = sessions.get(key)
      if (entry === undefined) {
        const nameKey = identityOf(spine.identityKey, [reach.writes, 'session', key])
        entry = { ref: { name, nameKey, id: spine.env.newId(), channel: message.channel }, position: 0 }
        sessions.set(key, entry)
      }
      entry.position += 1
      return { session: entry.ref, key, position: message.position ?? entry.position }
    },
    count: () => sessions.size,
  }
}

function turnOf(
  spine: Spine,
  reach: Reach,
  message: ConversationMessage,
  { session, key, position }: SessionPlace,
  { asMine, extract = false }: ImportOptions,
): StatingTurn {
  const { role, content, at, id } = message
  const origin = originOf(role, asMine)
  const item = prepareItem(spine, reach, {
    kind: 'turn',
    text: content,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    identity: [key, id === null ? `#${position}` : `id:${id}`, role, String(at), content],
    group: session.nameKey,
  })
  return {
    ...item,
    type: 'message',
    data: null,
    role: wellFormed(role),
    speaker: message.speaker === null ? null : wellFormed(message.speaker),
    session,
    // What others say is no statement of the user's.
    stated: extract && role === 'user' ? readStated(spine, reach, item) : null,
  }
}

/** A turn with what it states. */
interface StatingTurn extends TurnDraft {
  readonly stated: Stated | null
}

function thoughtOf(
  spine: Spine,
  reach: Reach,
  { text, tags, at }: Note,
  { asMine, extract = false }: ImportOptions,
): ThoughtDraft {
  return prepareThought(spine, reach, {
    text,
    tags,
    origin: asMine ? 'user' : 'import',
    occurredAt: at,
    reads: extract,
  })
}

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['too_large', 'too long'],
  ['invalid_input', 'content'],
])

/** What was kept before stays kept, which an error of one transaction does not know. */
function interrupted(error: unknown, kept: number): unknown {
  if (!(error instanceof MemoryError) || kept === 0) return error
  return new MemoryError(
    error.code,
    error.message,
    `the ${kept} messages before were kept; once this is put right, the same import goes on from there`,
    { cause: error },
  )
}

// About 40 ms of work, half of it in the transaction: shorter ones cost a third more in all (each commit writes
// pages all over the index of identities), longer ones would hold up the event loop and other processes.
const CHUNK_ITEMS = 512
// What long messages cost goes with their length: 200 of a million characters were one transaction of minutes.
const CHUNK_CHARS = 256 * 1024

function store(spine: Spine, reach: Reach, items: readonly (StatingTurn | ThoughtDraft)[]): Promise<Tally> {
  const turns = items.filter((item) => 'session' in item)
  const thoughts = items.filter((item) => 'tags' in item)
  return write(spine, reach, 'memory.import', 'memory.write', function* body() {
    const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
    const ids: string[] = []
    let words = 0
    const take = (drafts: readonly (TurnDraft | ThoughtDraft)[], outcomes: readonly Added[]) => {
      for (const [index, added] of outcomes.entries()) {
        tally[added.outcome] += 1
        if (added.outcome !== 'added') continue
        ids.push(added.id)
        words += drafts[index]?.length ?? 0
      }
    }
    if (turns.length > 0) {
      const outcomes = yield* appendTurns(spine, reach, turns)
      take(turns, outcomes)
      for (const [index, turn] of turns.entries()) yield* keepOfTurn(spine, reach, turn, outcomes[index])
    }
    if (thoughts.length > 0) take(thoughts, yield* addThoughts(spine, reach, thoughts))
    yield* touchBank(reach, items[0]?.recordedAt ?? 0, { items: tally.added, words })
    return { result: tally, effect: { ids, counts: { ...tally } } }
  })
}

/**
 * What a turn states. One that is there already may not have been read, or not been vouched for; the same import once
 * more says nothing anew.
 */
function* keepOfTurn(
  spine: Spine,
  reach: Reach,
  { stated, identity }: StatingTurn,
  added: Added | undefined,
): Tx<void> {
  if (stated === null || added === undefined || added.outcome === 'forgotten') return
  const isNew = added.outcome === 'added'
  yield* keepStated(spine, reach, { id: added.id, rid: added.rid, identity, isNew, isSaidNow: false }, stated)
}
