import { MemoryError } from '../errors.js'
import { prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { appendTurns, type SessionRef, type TurnDraft } from '../task/transcript.js'
import { wellFormed } from '../text/well-formed.js'
import { type ConversationMessage, originOf, readMessage } from './conversation-message.js'
import { createDryRun } from './dry-run.js'
import { type ByteSource, lines } from './lines.js'
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
}

export interface ImportReport {
  readonly messages: number
  readonly added: number
  /** Were there already, from an earlier import. */
  readonly repeated: number
  /** Had been forgotten and stay so. */
  readonly forgotten: number
  readonly skipped: number
  /** The first of them, with the reason. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[]
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly dryRun: boolean
}

/**
 * Imports a conversation, a JSON message a line, each as a turn of its session at its own time. Streams: memory
 * does not grow with the file. Importing again changes nothing; a bad line is reported and never stops the rest.
 */
export async function importConversation(
  spine: Spine,
  reach: Reach,
  source: ByteSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { zone, progress, signal } = options
  const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
  const problems: { line: number; reason: string }[] = []
  const sessions = new Map<string, { ref: SessionRef; position: number }>()
  const take = options.dryRun
    ? createDryRun(spine, reach)
    : (turns: readonly TurnDraft[]) => store(spine, reach, turns)
  let messages = 0
  let skipped = 0
  let firstAt: number | null = null
  let lastAt: number | null = null
  let chunk: TurnDraft[] = []
  let chunkChars = 0

  const skip = (line: number, reason: string) => {
    skipped += 1
    if (problems.length < PROBLEMS_KEPT) problems.push({ line, reason })
  }

  const settle = async () => {
    const counted = await take(chunk).catch((error: unknown) => {
      throw options.dryRun ? error : interrupted(error, messages - chunk.length)
    })
    tally.added += counted.added
    tally.repeated += counted.repeated
    tally.forgotten += counted.forgotten
    chunk = []
    chunkChars = 0
    progress(messages)
    signal?.throwIfAborted()
  }

  for await (const line of lines(source, MAX_LINE_BYTES)) {
    if (line.text === undefined) {
      skip(line.number, line.problem ?? 'cannot be read')
      continue
    }
    if (line.text.trim() === '') continue
    const read = readMessage(line.text, zone)
    if (!read.ok) {
      skip(line.number, read.problem)
      continue
    }
    const { message } = read
    try {
      chunk.push(ready(message))
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      skip(line.number, error.message)
      continue
    }
    messages += 1
    chunkChars += message.content.length
    if (message.at !== null) {
      firstAt = Math.min(firstAt ?? message.at, message.at)
      lastAt = Math.max(lastAt ?? message.at, message.at)
    }
    if (chunk.length === CHUNK_MESSAGES || chunkChars >= CHUNK_CHARS) await settle()
  }
  if (chunk.length > 0) await settle()
  return {
    messages,
    ...tally,
    skipped,
    problems,
    sessions: sessions.size,
    firstAt,
    lastAt,
    dryRun: options.dryRun,
  }

  function ready(message: ConversationMessage): TurnDraft {
    const { session, position } = place(message)
    const origin = originOf(message.role, options.asMine)
    const item = prepareItem(spine, reach, {
      kind: 'turn',
      text: message.content,
      origin,
      trust: trustOf(origin, []),
      occurredAt: message.at,
      identity: [
        session.name,
        message.id === null ? `#${position}` : `id:${message.id}`,
        message.role,
        String(message.at),
        message.content,
      ],
      group: session.nameKey,
    })
    return { ...item, role: message.role, speaker: message.speaker, session }
  }

  /** The message's session, and its place among the messages of that session in this file. */
  function place(message: ConversationMessage): { session: SessionRef; position: number } {
    const name = message.session ?? wellFormed(options.session)
    let entry = sessions.get(name)
    if (entry === undefined) {
      const nameKey = identityOf(spine.identityKey, [reach.writes, 'session', name])
      entry = { ref: { name, nameKey, id: spine.env.newId(), channel: message.channel }, position: 0 }
      sessions.set(name, entry)
    }
    entry.position += 1
    return { session: entry.ref, position: entry.position }
  }
}

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
const CHUNK_MESSAGES = 512
// What long messages cost goes with their length: 200 of a million characters were one transaction of minutes.
const CHUNK_CHARS = 256 * 1024
const MAX_LINE_BYTES = 8 * 1024 * 1024
const PROBLEMS_KEPT = 50

function store(spine: Spine, reach: Reach, turns: readonly TurnDraft[]): Promise<Tally> {
  return write(spine, reach, 'memory.import', 'memory.write', function* body() {
    const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
    const ids: string[] = []
    let words = 0
    for (const [index, added] of (yield* appendTurns(spine, reach, turns)).entries()) {
      tally[added.outcome] += 1
      if (added.outcome !== 'added') continue
      ids.push(added.id)
      words += turns[index]?.length ?? 0
    }
    yield* touchBank(reach, turns[0]?.recordedAt ?? 0, { items: tally.added, words })
    return { result: tally, effect: { ids, counts: { ...tally } } }
  })
}
