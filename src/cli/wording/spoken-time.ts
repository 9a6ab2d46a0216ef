import { wallClock } from '../../text/zone.js'

/** From whose clock a time is told. */
export interface Clock {
  /** Milliseconds UTC. */
  readonly now: number
  readonly zone: string
}

/**
 * A moment as people say it: `today, 13:56`, `yesterday, 13:56`, `3 May 2023, 13:56`. Midnight sharp is most
 * often a date without a time, and is shown as one.
 */
export function spokenTime(iso: string | null, { now, zone }: Clock): string {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(at)) return 'time unknown'
  const wall = wallClock(at, zone)
  const date = new Date(wall)
  const days = dayOf(wallClock(now, zone)) - dayOf(wall)
  const day = days === 0 ? 'today' : days === 1 ? 'yesterday' : spokenDate(date)
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  return time === '00:00' && days > 1 ? day : `${day}, ${time}`
}

/** The day alone: `3 May 2023`. */
export function spokenDay(iso: string | null, zone: string): string {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  return Number.isNaN(at) ? 'time unknown' : spokenDate(new Date(wallClock(at, zone)))
}

function spokenDate(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

function dayOf(wallMs: number): number {
  return Math.floor(wallMs / 86_400_000)
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
