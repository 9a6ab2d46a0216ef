import type { Reach } from '../../reach.js'
import type { RecordType } from '../records/record.js'
import type { Candidate, OwnWords } from './candidate.js'
import type { Cue } from './cue.js'

/** What an extractor is given. */
export interface ExtractionInput {
  /** The user's messages of the window, oldest first, without what was injected. */
  readonly words: readonly WordsWithCues[]
  /** What the assistant said between, for understanding only. */
  readonly context: readonly ContextLine[]
  readonly signal?: AbortSignal | undefined
}

export interface WordsWithCues extends OwnWords {
  readonly cues: readonly Cue[]
}

export interface ContextLine {
  /** Behind which of the user's messages it stands. */
  readonly after: number
  readonly text: string
}

/** Why something that an extractor proposed is not a candidate. */
export type Refusal =
  | 'malformed'
  | 'uncited'
  | 'low_salience'
  | 'secret'
  | 'unsupported'
  | 'unsafe'
  | 'too_many'

export interface RefusedCandidate {
  readonly reason: Refusal
  readonly type: RecordType | null
  readonly salience: number | null
}

export type Extraction =
  | {
      readonly ok: true
      readonly candidates: readonly Candidate[]
      readonly refused: readonly RefusedCandidate[]
    }
  /** `reason`: a code; `detail`: for a person, without remembered words. */
  | { readonly ok: false; readonly reason: string; readonly detail: string }

/** Proposes records out of what a user said. Never throws, but for the reason of an aborted signal. */
export interface Extractor {
  /** `rules`, or the model's name. */
  readonly name: string
  /** Whether it quotes the user, or words anew what it read. */
  readonly isVerbatim: boolean
  propose(reach: Reach, input: ExtractionInput): Promise<Extraction>
}
