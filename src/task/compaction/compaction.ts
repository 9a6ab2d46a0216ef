import type { ItemId } from '../../items/item.js'

/** The parts of a summary, in the order in which it shows them. */
export const lanes = [
  'goal',
  'request',
  'pending',
  'question',
  'decision',
  'fact',
  'artifact',
  'file',
  'citation',
  'tool',
  'current',
  'timeline',
] as const

export type Lane = (typeof lanes)[number]

/** Of these nothing is ever dropped: what the text has no room for stands in the lossless lane. */
export const lossless: ReadonlySet<Lane> = new Set<Lane>([
  'goal',
  'pending',
  'question',
  'decision',
  'fact',
  'artifact',
  'file',
  'citation',
])

/** One thing that a summary keeps. All its words are a span of what was said: none is worded anew. */
export interface Entry {
  readonly lane: Lane
  /** The event that says it; of what several say, the first. */
  readonly seq: number
  /** The span; of a file its path, of an artifact its id, of a tool its name. */
  readonly text: string
  /** Who said it. */
  readonly role: string
  /** Whether the span was cut at its end. */
  readonly isCut?: true
  /** Of a tool: calls; of a file: the events that name it. */
  readonly count?: number
  /** Of a tool: calls that failed. */
  readonly failed?: number
  /** Of a file or an artifact: the tools that had it; of a pending item of a list: the tool that keeps the list. */
  readonly tool?: string
  /** Of a pending item of a list: its id in it. */
  readonly ref?: string
  /** Of a point of the timeline: when it was, in milliseconds UTC, and its number, from 0. */
  readonly at?: number
  readonly place?: number
}

/** What a compaction is, kept as `data.detail` of its event. What hides more begins with it. */
export interface CompactionDetail {
  readonly version: 1
  /** All events up to here are hidden, but for `carried`. */
  readonly throughSeq: number
  /** The event there: in a session where another has its number, this is no compaction. */
  readonly throughId: ItemId
  /** Events up to there that stay as they are: of the last messages, and calls whose results come behind. */
  readonly carried: readonly number[]
  /** How many events it stands for. */
  readonly events: number
  readonly firstSeq: number
  /** When the first and the last of them happened. Milliseconds UTC. */
  readonly from: number
  readonly to: number
  readonly budgetTokens: number
  /** What the text takes, by estimate. */
  readonly tokens: number
  /** Points that the timeline has had, also those that were thinned out. */
  readonly points: number
  /** What the text shows. */
  readonly entries: readonly Entry[]
  /** What it has no room for. */
  readonly lossless: readonly Entry[]
}

export interface Compaction {
  /** The summary, as one system message. */
  readonly text: string
  readonly detail: CompactionDetail
  /** Of the text. */
  readonly tokens: number
  /** How many entries that must not be lost its text has no room for. */
  readonly unshown: number
  /** What the working set took before and takes now. */
  readonly tokensBefore: number
  readonly tokensAfter: number
}
