import type { CommandCall } from './command.js'
import type { Terminal } from './terminal.js'
import { spokenBytes, spokenCount, spokenDuration } from './wording/spoken-number.js'
import { displayWidth } from './wording/wrap.js'

/** How far a long work is. */
export interface Reading {
  readonly done: number
  /** In the plural: `messages`. */
  readonly unit: string
  /** How much there is in all, in the same unit, where that is known. */
  readonly total?: number | undefined
  readonly bytes?: number
  /** Unknown for a pipe. */
  readonly totalBytes?: number | undefined
}

export interface ProgressMeter {
  show(reading: Reading): void
  /** Takes the line away. */
  clear(): void
}

/** The meter of a command; nothing is shown to who wants quiet, or JSON. */
export function meterOf(
  { terminal, flags }: Pick<CommandCall, 'terminal' | 'flags'>,
  what: string,
): ProgressMeter {
  return createProgressMeter(terminal, { isShown: !flags.quiet && !flags.json, what })
}

/**
 * One line on a terminal that is written over; nothing where there is none. Work that tells nothing of itself is
 * shown by how long it has taken, so that no one thinks it hangs.
 */
export function createProgressMeter(
  terminal: Pick<Terminal, 'canRedraw' | 'columns' | 'notes' | 'noteStyle'>,
  { isShown, what, now = () => performance.now() }: { isShown: boolean; what: string; now?: () => number },
): ProgressMeter {
  const isOn = isShown && terminal.canRedraw
  const startedAt = now()
  let drawnAt = startedAt
  let isDrawn = false
  const draw = (line: string) => {
    isDrawn = true
    terminal.notes.write(`\r\u001b[2K${terminal.noteStyle.dim(line)}`)
  }
  const waiting = isOn
    ? setInterval(() => draw(`${what} ${spokenDuration(now() - startedAt)}`), SILENT_MS)
    : undefined
  waiting?.unref()
  return {
    show(reading) {
      clearInterval(waiting)
      const at = now()
      if (!isOn || at - drawnAt < REDRAW_MS) return
      drawnAt = at
      const line = progressLine(what, reading, at - startedAt)
      // A line longer than the terminal would wrap, and could not be written over.
      const short = `${what} ${spokenCount(reading.done)} ${reading.unit}`
      draw(displayWidth(line) < terminal.columns ? line : short)
    },
    clear() {
      clearInterval(waiting)
      if (isDrawn) terminal.notes.write('\r\u001b[2K')
      isDrawn = false
    },
  }
}

/**
 * `chat.jsonl ████░░░░ 42 % · 12.3 of 29.1 MB · 8,431 messages · 9,200 a second · 2 s left`; bytes are the better
 * measure where both are known, as one message may be a thousand times another.
 */
export function progressLine(what: string, reading: Reading, elapsedMs: number): string {
  const { done, unit, total, bytes, totalBytes } = reading
  const share = shareOf(bytes, totalBytes) ?? shareOf(done, total)
  const parts: string[] = []
  if (share !== undefined) {
    const filled = Math.round(share * BAR_CELLS)
    parts.push(`${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${Math.floor(share * 100)} %`)
  }
  if (bytes !== undefined) {
    parts.push(
      totalBytes === undefined ? spokenBytes(bytes) : `${spokenBytes(bytes)} of ${spokenBytes(totalBytes)}`,
    )
  }
  // A count that others add to meanwhile may go past the whole.
  const isCounted = total !== undefined && total >= done
  parts.push(`${spokenCount(done)} ${isCounted ? `of ${spokenCount(total)} ` : ''}${unit}`)
  if (elapsedMs > 0) parts.push(`${spokenCount((done / elapsedMs) * 1000)} a second`)
  if (share !== undefined && share > 0 && share < 1) {
    parts.push(`${spokenDuration((elapsedMs / share) * (1 - share))} left`)
  }
  return `${what} ${parts.join(' · ')}`
}

function shareOf(done: number | undefined, total: number | undefined): number | undefined {
  return done === undefined || total === undefined || total <= 0 ? undefined : Math.min(1, done / total)
}

const REDRAW_MS = 100
const SILENT_MS = 1_000
const BAR_CELLS = 20
