import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { prepareThought, type ThoughtDraft } from '../user/thoughts.js'
import { createCleaner } from './clean-entry.js'
import { createDryRun } from './dry-run.js'
import type { Entry, Note } from './entry.js'
import { type FormatName, formatNamed, isRecognised, notRecognised, recognise } from './formats.js'
import { readHead } from './head.js'
import { createHookedSessions } from './hooked-sessions.js'
import { limitBytes } from './limit-bytes.js'
import type { ByteSource } from './lines.js'
import { prepareImportedEvent, prepareMessage, type StatingTurn } from './prepare-turn.js'
import { createSessions } from './sessions-of-import.js'
import { createSkips, type SkipReport } from './skips.js'
import { storeChunk } from './store-chunk.js'
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
  /** Names by ids, of sources that have ids alone. */
  readonly people?: ReadonlyMap<string, readonly string[]> | undefined
  /** Leaves secrets and private spans of transcripts as they are. */
  readonly keepSecrets?: boolean | undefined
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
  /** What agents did: calls and results of tools, reasoning, files, titles. */
  readonly events: number
  readonly added: number
  /** Were there already, from an earlier import. */
  readonly repeated: number
  /** Had been forgotten and stay so. */
  readonly forgotten: number
  /** Secrets that were masked, and private spans that were dropped. */
  readonly masked: number
  /** What was assumed about the source as a whole. */
  readonly remarks: readonly string[]
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly dryRun: boolean
}

/**
 * Imports what was said in conversations, each message as a turn of its session at its own time, what agents did as
 * events beside them, and notes as thoughts. Streams: memory does not grow with the file. Importing again changes nothing; what is wrong with one
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
  const cleaner = createCleaner({
    isUnattended: reader.isUnattended === true,
    keepSecrets: options.keepSecrets,
  })
  const hooked = reader.isHooked === true ? createHookedSessions(spine, reach, reader.name) : undefined
  const judge = createDryRun(spine, reach)
  const read = { messages: 0, notes: 0, events: 0 }
  let chunk: (StatingTurn | ThoughtDraft)[] = []
  let chunkChars = 0

  const settle = async () => {
    const counted = dryRun ? await judge(chunk) : await storeChunk(spine, reach, chunk)
    tally.added += counted.added
    tally.repeated += counted.repeated
    tally.forgotten += counted.forgotten
    chunk = []
    chunkChars = 0
    progress(total(read))
    signal?.throwIfAborted()
  }

  const take = async (entry: Readable): Promise<void> => {
    const told = entry.kind === 'message' ? entry.message : entry.kind === 'event' ? entry.event : undefined
    if (told !== undefined && (await hooked?.keep(told.sessionKey, told.at)) === true) {
      skips.leaveOut('of a session that its hooks keep')
    } else if (entry.kind === 'note') {
      chunk.push(thoughtOf(spine, reach, entry.note, options))
      read.notes += 1
      chunkChars += entry.note.text.length
      widen(times, entry.note.at)
    } else if (entry.kind === 'message') {
      const { message, masked } = cleaner.message(entry.message)
      if (message === undefined) {
        skips.leaveOut('not memory: injected or private')
        return
      }
      const session = sessions.of(message)
      const position = sessions.place(session, message.position)
      chunk.push(
        prepareMessage(spine, reach, session, message, { ...options, roles: reader.roles, position, masked }),
      )
      read.messages += 1
      chunkChars += message.content.length
      widen(times, message.at)
    } else {
      const { event, masked } = cleaner.event(entry.event)
      chunk.push(await prepareImportedEvent(spine, reach, sessions.of(event), event, { ...options, masked }))
      read.events += 1
      chunkChars += event.text.length
      widen(times, event.at)
    }
  }

  try {
    const readOptions = {
      zone,
      dayFirst: options.dayFirst,
      me: options.me,
      people: options.people ?? new Map(),
      at: options.at ?? null,
      session: options.session,
    }
    for await (const entry of reader.read(source, readOptions)) {
      if (entry.kind === 'problem') skips.fail(entry.place, entry.problem)
      else if (entry.kind === 'left out') skips.leaveOut(entry.reason)
      else if (entry.kind === 'remark') remarks.push(entry.text)
      else {
        try {
          await take(entry)
        } catch (error) {
          if (!(error instanceof MemoryError)) throw error
          skips.fail(entry.place, { reason: REFUSED.get(error.code) ?? 'text', detail: error.message })
          continue
        }
        if (chunk.length >= CHUNK_ITEMS || chunkChars >= CHUNK_CHARS) await settle()
      }
    }
    if (chunk.length > 0) await settle()
  } catch (error) {
    throw dryRun ? error : interrupted(error, total(read) - chunk.length)
  }
  return {
    format: reader.name,
    ...read,
    ...tally,
    ...skips.report(),
    masked: cleaner.masked(),
    remarks,
    sessions: sessions.count(),
    firstAt: times.first,
    lastAt: times.last,
    dryRun,
  }
}

type Readable = Extract<Entry, { readonly kind: 'message' | 'event' | 'note' }>

function total({ messages, notes, events }: Pick<ImportReport, 'messages' | 'notes' | 'events'>): number {
  return messages + notes + events
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
