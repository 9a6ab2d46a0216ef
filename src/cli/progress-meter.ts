import { spokenBytes, spokenCount, spokenDuration } from './spoken-number.js'
import type { Terminal } from './terminal.js'
import { displayWidth } from './wrap.js'

/** How far a long work is. */
export interface Reading {
  readonly done: number
  /** In the plural: `messages`. */
  readonly unit: string
  readonly bytes?: number
  /** Unknown for a pipe. */
  readonly totalBytes?: number | undefined
}

export interface ProgressMeter {
  show(reading: Reading): void
  /** Takes the line away. */
  clear(): void
}

/** One line on a terminal that is written over; nothing where there is none. */
export function createProgressMeter(
  terminal: Pick<Terminal, 'canRedraw' | 'columns' | 'notes' | 'noteStyle'>,
  { isShown, what, now = () => performance.now() }: { isShown: boolean; what: string; now?: () => number },
): ProgressMeter {
  const isOn = isShown && terminal.canRedraw
  const startedAt = now()
  let drawnAt = startedAt
  let isDrawn = false
  return {
    show(reading) {
      const at = now()
      if (!isOn || at - drawnAt < REDRAW_MS) return
      drawnAt = at
      isDrawn = true
      const line = progressLine(what, reading, at - startedAt)
      // A line longer than the terminal would wrap, and could not be written over.
      const short = `${what} ${spokenCount(reading.done)} ${reading.unit}`
      const shown = displayWidth(line) < terminal.columns ? line : short
      terminal.notes.write(`\r\u001b[2K${terminal.noteStyle.dim(shown)}`)
    },
    clear() {
      if (isDrawn) terminal.notes.write('\r\u001b[2K')
      isDrawn = false
    },
  }
}

/** `chat.jsonl ████░░░░ 42 % · 12.3 of 29.1 MB · 8,431 messages · 9,200 a second · 2 s left` */
export function progressLine(
  what: string,
  { done, unit, bytes, totalBytes }: Reading,
  elapsedMs: number,
): string {
  const parts: string[] = []
  const isMeasured = bytes !== undefined && totalBytes !== undefined && totalBytes > 0
  if (isMeasured) {
    const share = Math.min(1, bytes / totalBytes)
    const filled = Math.round(share * BAR_CELLS)
    parts.push(`${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${Math.floor(share * 100)} %`)
    parts.push(`${spokenBytes(bytes)} of ${spokenBytes(totalBytes)}`)
  } else if (bytes !== undefined) {
    parts.push(spokenBytes(bytes))
  }
  parts.push(`${spokenCount(done)} ${unit}`)
  if (elapsedMs > 0) parts.push(`${spokenCount((done / elapsedMs) * 1000)} a second`)
  if (isMeasured && bytes > 0 && bytes < totalBytes) {
    parts.push(`${spokenDuration((elapsedMs / bytes) * (totalBytes - bytes))} left`)
  }
  return `${what} ${parts.join(' · ')}`
}

const REDRAW_MS = 100
const BAR_CELLS = 20
