import { MemoryError } from '../../errors.js'
import { fromBase64 } from '../../items/archive-table.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sessionRef } from '../../task/append-events.js'
import type { EventData } from '../../task/event.js'
import {
  firstConflict,
  type PlacedEvent,
  type PlacedSession,
  placeEvents,
  sessionOfFile,
} from '../../task/place-events.js'
import { prepareEvent } from '../../task/prepare-event.js'
import type { Rereadable } from '../archive/reread.js'
import { originOf } from '../conversation-message.js'
import { readTranscriptFile, type TornTail } from './read-transcript.js'
import type { EventLine, TranscriptHeader } from './transcript-line.js'

export interface TranscriptImportOptions {
  /** The user vouches that what the file has as theirs is theirs. */
  readonly asMine: boolean
  readonly dryRun: boolean
  readonly progress: (events: number) => void
  readonly signal: AbortSignal | undefined
}

export interface TranscriptImportReport {
  readonly session: string
  readonly events: number
  readonly added: number
  /** Were there already. */
  readonly present: number
  /** Had been forgotten here, and stay so. */
  readonly forgotten: number
  /** Bytes at the end that are no whole line; the file still has them. */
  readonly torn: TornTail | null
}

/**
 * Takes a session in from its file, with numbers and ids. The file is read to its end before anything is written: what is
 * damaged changes nothing. What is there stays as it is, what was forgotten stays forgotten, and a session that went on
 * otherwise here is refused. What a file says of the trust in it is nothing: it is imported text.
 */
export async function importTranscript(
  spine: Spine,
  reach: Reach,
  file: Rereadable,
  { asMine, dryRun, progress, signal }: TranscriptImportOptions,
): Promise<TranscriptImportReport> {
  const { session, events, torn } = await examine(spine, reach, file, signal)
  const tally = { added: 0, present: 0, forgotten: 0 }
  if (dryRun) return { session: session.name, events, ...tally, torn }
  let chunk: PlacedEvent[] = []
  let lines = 0
  let chars = 0
  const settle = async () => {
    const placed = await place(spine, reach, session, chunk)
    tally.added += placed.ids.length
    tally.present += placed.present
    tally.forgotten += placed.forgotten
    chunk = [...placed.waiting]
    lines = 0
    chars = 0
    progress(tally.added + tally.present + tally.forgotten)
    signal?.throwIfAborted()
  }
  for await (const entry of readTranscriptFile(file.read())) {
    if (entry.kind === 'gone') chunk.push({ seq: entry.event.seq, turn: null, type: entry.event.type })
    else if (entry.kind === 'event') {
      chunk.push({ seq: entry.event.seq, turn: await turnOf(spine, reach, session, entry.event, asMine) })
      chars += entry.chars
    } else continue
    // Places that wait stay in the chunk, so lines are counted and not what is in it.
    lines += 1
    if (lines >= CHUNK_EVENTS || chars >= CHUNK_CHARS) await settle()
  }
  if (chunk.length > 0) await settle()
  return { session: session.name, events, ...tally, torn }
}

const CHUNK_EVENTS = 512
const CHUNK_CHARS = 256 * 1024

/** Reads the whole file, and sees whether it goes on from what is here. */
async function examine(spine: Spine, reach: Reach, file: Rereadable, signal: AbortSignal | undefined) {
  const bank = reach.writes
  let session: PlacedSession | undefined
  let torn: TornTail | null = null
  let events = 0
  let looked: { seq: number; id: string | null }[] = []
  const compare = async () => {
    signal?.throwIfAborted()
    if (session === undefined) return
    const there = await spine.store.read(sessionOfFile, bank, session)
    if (there?.isOther === true) throw anotherSession(session.name)
    const seq =
      there === undefined
        ? undefined
        : await spine.store.read(firstConflict, spine, bank, there.rid, session, looked)
    if (seq !== undefined) throw wentOnOtherwise(session.name, seq)
    looked = []
  }
  for await (const entry of readTranscriptFile(file.read())) {
    if (entry.kind === 'header') session = sessionFrom(spine, reach, entry.header)
    else if (entry.kind === 'torn') torn = entry.torn
    else {
      if (entry.kind === 'event') events += 1
      looked.push({ seq: entry.event.seq, id: entry.kind === 'event' ? entry.event.id : null })
      if (looked.length === CHUNK_EVENTS) await compare()
    }
  }
  await compare()
  if (session === undefined) throw new Error('a file without its first line was read')
  return { session, events, torn }
}

function sessionFrom(
  spine: Spine,
  reach: Reach,
  { id, session, channel, createdAt }: TranscriptHeader,
): PlacedSession {
  const { name, nameKey } = sessionRef(spine, reach, { name: session, channel })
  return { id, name, nameKey, channel, createdAt }
}

async function turnOf(
  spine: Spine,
  reach: Reach,
  { id: sessionId, ...session }: PlacedSession,
  line: EventLine,
  asMine: boolean,
) {
  const { id, type, role, speaker, at, recordedAt, identity, data = {}, output, text } = line
  const isTold = role === 'user' && data.sidechain !== undefined
  const turn = await prepareEvent(
    spine,
    reach,
    { ...session, id: sessionId },
    {
      type,
      text,
      role,
      speaker: speaker ?? null,
      at: at ?? null,
      // Only the store itself makes recalls and compactions: what a file says to be one is somebody's text.
      origin: isTold
        ? 'assistant'
        : type === 'recall' || type === 'compaction'
          ? 'import'
          : originOf(role, asMine && data.isOthers !== true),
      data: data as EventData,
      ...(typeof output === 'object' ? { mediaType: output.mediaType, isApart: true as const } : {}),
    },
    id,
  )
  const known = data.key === undefined && identity !== undefined ? fromBase64(identity) : turn.identity
  return {
    ...turn,
    id: id as ItemId,
    identity: known,
    recordedAt: Math.min(recordedAt, spine.env.now()),
    // Without its output, which is gone; the event says that it had one.
    ...(output === 'forgotten'
      ? { data: JSON.stringify({ ...JSON.parse(turn.data ?? '{}'), artifact: id }) }
      : {}),
  }
}

function place(spine: Spine, reach: Reach, session: PlacedSession, events: readonly PlacedEvent[]) {
  return write(spine, reach, 'transcript.import', 'memory.write', function* placing() {
    const placed = yield* placeEvents(spine, reach, session, events)
    if (placed === undefined) throw wentOnOtherwise(session.name, events[0]?.seq ?? 1)
    const { ids, present, forgotten } = placed
    return { result: placed, effect: { ids, counts: { events: ids.length, present, forgotten } } }
  })
}

function anotherSession(name: string): MemoryError {
  return new MemoryError(
    'conflict',
    `another session is called ${name} here`,
    'forget that one, or import into the memory of another user',
  )
}

function wentOnOtherwise(name: string, seq: number): MemoryError {
  return new MemoryError(
    'conflict',
    `the session ${name} went on otherwise here: its event ${seq} is another one`,
    'forget the session first, or import into the memory of another user',
  )
}
