import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MemoryError } from '../../errors.js'
import type { Rereadable } from '../archive/reread.js'
import { type PositionedLine, positionedLines } from './positioned-lines.js'
import { judged, noWholeLine } from './read-transcript.js'
import { goneLine, headerLine, MAX_LINE_BYTES, readEventLine, readHeaderLine } from './transcript-line.js'

export interface RepairOptions {
  readonly file: string
  /** What the session is called where the first line cannot be read. */
  readonly session: string | undefined
  readonly dryRun: boolean
  readonly newId: () => string
  readonly now: () => number
}

export interface RepairReport {
  /** Whether the file was as it should be, and is untouched. */
  readonly isSound: boolean
  /** Events that the sound file has. */
  readonly events: number
  /** Numbers that were left out, whose places say now that their event is gone. */
  readonly missing: number
  /** What could not be used, and why; the first hundred. */
  readonly damaged: readonly DamagedLine[]
  readonly damagedBytes: number
  /** Where those bytes are, as they were; null where there are none. */
  readonly damagedFile: string | null
}

export interface DamagedLine {
  readonly line: number
  /** Its first byte, from 0. */
  readonly at: number
  readonly bytes: number
  readonly problem: string
}

/**
 * Makes a transcript's file sound: what can be read stays as it is, byte by byte; the rest goes into `FILE.damaged`, also
 * byte by byte, and its place says that its event is gone. The file has its name only once both are on disk. Throws
 * `invalid_input` where the first line cannot be read and nobody says what the session is called.
 */
export async function repairTranscript(source: Rereadable, options: RepairOptions): Promise<RepairReport> {
  const { file, dryRun } = options
  const damagedFile = await freeName(`${file}.damaged`)
  const part = `${file}.part-${process.pid}`
  const sound = dryRun ? undefined : await open(part, 'wx', 0o600)
  let apart: FileHandle | undefined
  try {
    const damaged: DamagedLine[] = []
    let damagedBytes = 0
    let events = 0
    let missing = 0
    let isChanged = false
    for await (const piece of sortOut(source, options)) {
      if (piece.kind === 'kept') {
        events += piece.isEvent ? 1 : 0
        await sound?.appendFile(piece.bytes)
        continue
      }
      isChanged = true
      if (piece.kind === 'made') {
        missing += piece.isMissing ? 1 : 0
        await sound?.appendFile(piece.text)
        continue
      }
      const { line, problem } = piece
      damagedBytes += line.length
      if (damaged.length < MOST_TOLD)
        damaged.push({ line: line.number, at: line.at, bytes: line.length, problem })
      if (dryRun) continue
      apart ??= await open(damagedFile, 'wx', 0o600)
      await copyBytes(source, line, apart)
    }
    if (sound !== undefined && isChanged) {
      await apart?.sync()
      await sound.sync()
      await rename(part, file)
      await syncFolder(file)
    }
    return {
      isSound: !isChanged,
      events,
      missing,
      damaged,
      damagedBytes,
      damagedFile: damagedBytes === 0 ? null : damagedFile,
    }
  } finally {
    await apart?.close()
    await sound?.close()
    await rm(part, { force: true })
  }
}

const MOST_TOLD = 100
/** So many places are taken as missing; a line that says more is damaged itself. */
const MOST_MISSING = 10_000

type Piece =
  | { readonly kind: 'kept'; readonly bytes: Buffer; readonly isEvent: boolean }
  | { readonly kind: 'made'; readonly text: string; readonly isMissing: boolean }
  | { readonly kind: 'damaged'; readonly line: PositionedLine; readonly problem: string }

async function* sortOut(source: Rereadable, options: RepairOptions): AsyncGenerator<Piece> {
  let last = 0
  let hasHeader = false
  for await (const line of positionedLines(source.read(), MAX_LINE_BYTES)) {
    if (!hasHeader) {
      hasHeader = true
      const header = line.isEnded ? judged(line, readHeaderLine) : { ok: false as const, problem: TORN }
      if (header.ok) {
        yield kept(line, false)
        continue
      }
      yield { kind: 'made', text: madeHeader(options, line, header.problem), isMissing: false }
      // It may be an event whose header is missing.
      if (!line.isEnded || !judged(line, readEventLine).ok) {
        yield { kind: 'damaged', line, problem: header.problem }
        continue
      }
    }
    const read = line.isEnded ? judged(line, readEventLine) : { ok: false as const, problem: TORN }
    const missing = read.ok ? read.value.seq - last - 1 : 0
    const problem = read.ok ? outOfPlace(missing) : read.problem
    if (!read.ok || problem !== undefined) {
      yield { kind: 'damaged', line, problem: problem ?? TORN }
      continue
    }
    for (let seq = last + 1; seq < read.value.seq; seq++)
      yield { kind: 'made', text: goneLine(seq), isMissing: true }
    last = read.value.seq
    yield kept(line, !('gone' in read.value))
  }
  if (!hasHeader) throw noWholeLine()
}

const TORN = 'ends within the line'

function outOfPlace(missing: number): string | undefined {
  if (missing < 0) return 'is of an event that was there already'
  return missing > MOST_MISSING ? `leaves out more than ${MOST_MISSING} events` : undefined
}

function kept({ bytes = Buffer.alloc(0) }: PositionedLine, isEvent: boolean): Piece {
  return { kind: 'kept', bytes: Buffer.concat([bytes, Buffer.from('\n')]), isEvent }
}

function madeHeader({ session, newId, now }: RepairOptions, { at }: PositionedLine, problem: string): string {
  if (session !== undefined) return headerLine({ id: newId(), session, channel: null, createdAt: now() })
  throw new MemoryError(
    'invalid_input',
    `line 1 (byte ${at}) ${problem}, and it says of which session the file is`,
    'say what the session is called: --session NAME',
  )
}

/** Also of a line that is too long to be held. */
async function copyBytes(
  source: Rereadable,
  { at, length, bytes, isEnded }: PositionedLine,
  to: FileHandle,
): Promise<void> {
  if (bytes !== undefined) {
    await to.appendFile(isEnded ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes)
    return
  }
  let from = 0
  for await (const chunk of source.read() as AsyncIterable<Uint8Array>) {
    const [start, end] = [Math.max(at - from, 0), Math.min(at + length - from, chunk.length)]
    if (end > start) await to.appendFile(chunk.subarray(start, end))
    from += chunk.length
    if (from >= at + length) return
  }
}

/** What was set aside before stays. */
export async function freeName(wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}.${n}`
    try {
      await (await open(name, 'r')).close()
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return name
      throw error
    }
  }
}

/** A name is on disk once its folder is. */
export async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
