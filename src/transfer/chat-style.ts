import { readTime } from './time-field.js'

/** A line that begins a message of a chat. */
export interface ChatLine {
  readonly time: string | undefined
  /** Undefined for what the app itself says. */
  readonly speaker: string | undefined
  readonly text: string
}

/** How the lines of a chat begin. */
export interface ChatStyle {
  /** Without it any prose with a colon would be a chat. */
  readonly isSure: boolean
  /** Undefined for a line that goes on with the message before it. */
  read(line: string): ChatLine | undefined
}

/** The style of a chat, from its first lines. */
export function chatStyleOf(lines: readonly string[]): ChatStyle {
  for (const read of [readBracketed, readDashed]) {
    const timed = lines.flatMap((line) => read(line) ?? [])
    if (timed.length === 0) continue
    const begins = lines[0] !== undefined && read(lines[0]) !== undefined
    return { isSure: begins || timed.length >= 3, read }
  }
  const spoken = lines.flatMap((line) => readPlain(line)?.speaker ?? [])
  const speakers = new Set(spoken.map((name) => name.toLowerCase()))
  const begins = lines[0] !== undefined && readPlain(lines[0]) !== undefined
  // An answer of an assistant may be many lines long; people who talk take turns.
  const roles = new Set([...speakers].map((name) => ROLES.get(name)))
  const isWithAssistant = roles.has('user') && roles.has('assistant')
  const areTurns = speakers.size * 2 <= spoken.length && spoken.length * 2 >= lines.length
  const isLog = [...speakers].some((name) => LOG_WORDS.has(name))
  return { isSure: begins && (isWithAssistant || (!isLog && areTurns)), read: readPlain }
}

/** The role a speaker's name says, e.g. `user` for `Human`; undefined for a person's name. */
export function roleNamed(speaker: string): string | undefined {
  return ROLES.get(speaker.toLowerCase())
}

export interface DateOrder {
  readonly dayFirst: boolean
  /** A number above 12 shows it; else it is the custom of those who write the clock like this. */
  readonly isSettled: boolean
}

/** Whether 8/5/2023 is 8 May in this chat; undefined where no date could be read both ways. */
export function dateOrderOf(times: Iterable<string>): DateOrder | undefined {
  let isAmbiguous = false
  let hasHalves = false
  for (const time of times) {
    const match = /^\D{0,10}(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}/.exec(time)
    if (match === null) continue
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (first > 12) return { dayFirst: true, isSettled: true }
    if (second > 12) return { dayFirst: false, isSettled: true }
    isAmbiguous ||= first !== second
    hasHalves ||= /[ap]\.?\s?m\b/i.test(time)
  }
  return isAmbiguous ? { dayFirst: !hasHalves, isSettled: false } : undefined
}

/** `[2026-03-01 10:15] Name: text`, `[01/03/2026, 10:15:30 AM] Name: text` */
function readBracketed(line: string): ChatLine | undefined {
  const match = /^[\u200e\u200f]?\[([^\][]{5,50})\]\s{0,3}(.*)$/s.exec(line)
  return match === null ? undefined : timed(match[1] as string, match[2] as string)
}

/** `01/03/2026, 10:15 - Name: text` */
function readDashed(line: string): ChatLine | undefined {
  const match =
    /^[\u200e\u200f]?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,3}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?)\s{1,3}[-–—]\s(.*)$/is.exec(
      line,
    )
  return match === null ? undefined : timed(match[1] as string, match[2] as string)
}

function timed(written: string, rest: string): ChatLine | undefined {
  // Narrow and unbreakable spaces stand before AM and PM.
  const time = written.replace(/[\u00a0\u202f]/g, ' ').trim()
  if (!/\d/.test(time) || !readTime(time, 'UTC').ok) return undefined
  const match = /^[\u200e\u200f~]?\s?([^:]{1,80}):(?:\s(.*))?$/s.exec(rest)
  if (match === null) return { time, speaker: undefined, text: rest }
  return { time, speaker: (match[1] as string).trim(), text: match[2] ?? '' }
}

/** `Name: text`, and `名字：…`. A name is one to four words, the first with a capital where the script has them. */
function readPlain(line: string): ChatLine | undefined {
  const match =
    /^([\p{L}][\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,30}){0,3})(?::\s+|：\s*)(\S.*)$/su.exec(
      line,
    )
  if (match === null) return undefined
  const [, speaker, text] = match as unknown as [string, string, string]
  if (/^\p{Ll}/u.test(speaker) && roleNamed(speaker) === undefined) return undefined
  return { time: undefined, speaker, text }
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['me', 'user'],
  ['you', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['chatgpt', 'assistant'],
  ['gpt', 'assistant'],
  ['claude', 'assistant'],
  ['gemini', 'assistant'],
  ['copilot', 'assistant'],
  ['tool', 'tool'],
  ['system', 'system'],
])

const LOG_WORDS: ReadonlySet<string> = new Set([
  'error',
  'warning',
  'warn',
  'info',
  'debug',
  'trace',
  'fatal',
  'note',
  'notice',
])
