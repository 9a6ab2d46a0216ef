import { MemoryError } from '../../errors.js'
import { base64 } from '../../items/archive-table.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { apartText, type ExportedEvent, exportedEvents } from '../../task/exported-events.js'
import type { KnownSession } from '../../task/known-session.js'
import { eventBeginning, eventEnd, eventText, goneLine, headerLine } from './transcript-line.js'

export interface WriteOptions {
  /** Behind this number; 0 from the first. */
  readonly after: number
  /** Whether the line that begins the file is there already. */
  readonly hasHeader: boolean
  /** Up to this number; further ones are waited for when absent. */
  readonly until?: number | undefined
  readonly progress: (events: number) => void
  readonly signal: AbortSignal | undefined
}

/**
 * A session as the lines of its file, in pieces of text; an output that lies apart stands in its line as a whole. Holds a
 * portion of events at a time. Others may write meanwhile.
 */
export async function* writeTranscript(
  spine: Spine,
  { bank, rid, id, name, channel, createdAt }: KnownSession,
  { after, hasHeader, until, progress, signal }: WriteOptions,
): AsyncGenerator<string> {
  if (!hasHeader) yield headerLine({ id, session: name, channel, createdAt })
  let last = after
  while (until === undefined || last < until) {
    signal?.throwIfAborted()
    const portion = await spine.store.read(portionOf, { bank, rid, id }, last)
    if (portion === undefined) throw forgottenMeanwhile()
    for (const event of portion) {
      if (until !== undefined && event.seq > until) return
      yield* linesOf(spine, bank, event)
      last = event.seq
    }
    progress(last - after)
    if (portion.length > 0) continue
    if (until !== undefined) return
    await spine.env.sleep(FOLLOW_MS)
  }
}

/** Texts of a million characters are held so many at once. */
const PORTION = 32
/** How long who follows waits before looking again. */
const FOLLOW_MS = 100

/** Undefined where the session is gone; another one may have its row by now. */
function* portionOf(
  { bank, rid, id }: Pick<KnownSession, 'bank' | 'rid' | 'id'>,
  after: number,
): Tx<readonly ExportedEvent[] | undefined> {
  const there = yield* get<{ id: string }>(sql`select id from session where bank = ${bank} and rid = ${rid}`)
  return there?.id === id ? yield* exportedEvents(bank, rid, after, PORTION) : undefined
}

function forgottenMeanwhile(): MemoryError {
  return new MemoryError(
    'not_found',
    'the session was forgotten meanwhile',
    'what was written of it before still stands in the file: delete that too if it is to be gone',
  )
}

async function* linesOf(spine: Spine, bank: string, event: ExportedEvent): AsyncGenerator<string> {
  const { id, seq, type, role, speaker, identity, occurredAt, recordedAt, text, data, artifact } = event
  if (id === null) {
    yield goneLine(seq, type)
    return
  }
  const { artifact: _, blank, ...beside } = data
  const beginning = eventBeginning({
    seq,
    id,
    type,
    role,
    speaker,
    ...(occurredAt === null ? {} : { at: occurredAt }),
    recordedAt,
    // One that has a key is known by it, in every store.
    ...(beside.key === undefined ? { identity: base64(identity) } : {}),
    data: beside,
    ...(artifact === undefined
      ? {}
      : { output: artifact === null ? 'forgotten' : { mediaType: artifact.mediaType } }),
    text: '',
  })
  if (artifact === undefined) {
    yield `${beginning}${eventText(blank ?? text)}${eventEnd}`
    return
  }
  yield beginning
  if (artifact !== null) for await (const piece of apartText(spine, bank, artifact.id)) yield eventText(piece)
  yield eventEnd
}
