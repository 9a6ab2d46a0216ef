import type { Span } from '../../text/span.js'

/** What in a user's words may be worth keeping. */
export const cueKinds = ['preference', 'identity', 'correction', 'confirmation', 'project', 'event'] as const

export type CueKind = (typeof cueKinds)[number]

export interface Cue {
  readonly kind: CueKind
  /** The sentence it stands in. */
  readonly span: Span
}

/** One sentence, as the gate weighs it. Numbers are how often a thing occurs. */
export interface CueSentence {
  readonly span: Span
  readonly isQuestion: boolean
  /** In words; a word of Chinese has about two characters. */
  readonly words: number
  /** What its speaker says of themselves: did, has, is, likes. */
  readonly told: readonly CueKind[]
  /** Whether it is about the speaker, and names a number, a day or a time. */
  readonly isDated: boolean
  /** Names of people, places, things. */
  readonly names: number
  /** How often it says `you`. */
  readonly you: number
  /** It begins like a task: `Write …`, `Can you …`, `What …`. */
  readonly isRequest: boolean
  /** It tells the assistant whom to play: `I'd like you to …`. */
  readonly isCasting: boolean
  /** It begins with what was said before: `That's …`, `These …`. */
  readonly isComment: boolean
  /** It speaks of tips, suggestions, advice: of what the assistant gave or is to give. */
  readonly isAdvice: boolean
  /** `I'll`, `going to`: of what is not yet. */
  readonly isAhead: boolean
  /** `by the way`, `speaking of which`. */
  readonly isAside: boolean
  /** What counts by itself: a correction, a confirmation, a rule for later. */
  readonly plain: CueKind | null
}
