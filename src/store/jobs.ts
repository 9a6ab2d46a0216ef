import type { Tx } from './statement.js'

/** What may have to be done in a bank: the vectors of its texts, the reading of its closed tasks. */
export type JobKind = 'embed' | 'read-tasks'

/**
 * Work that waits in a store that many processes share: each piece is done by one of them at a time, by any number of
 * them, and taken over from one that has died. What there is to do stands in the bank itself; a job only says where. It
 * holds names of banks, kinds and ids, and no text.
 */
export interface Jobs {
  /** In the transaction that makes the work: committed with it, or not at all. Wanted again before it is done, it is one job. */
  want(job: WantedJob): Tx<void>
  /** Takes what is due, the longest waiting first; none of it twice, however many ask. */
  claim(kinds: readonly JobKind[], limit: number): Promise<readonly Claim[]>
  /** Takes one whether or not it is there or due; undefined where another holds it. */
  claimOne(job: WantedJob): Promise<Claim | undefined>
  /** Still at it. False where it was taken over: then it is somebody else's. */
  extend(claim: Claim): Promise<boolean>
  /** Done. False where it was wanted again meanwhile: then it waits for the next. */
  finish(claim: Claim): Promise<boolean>
  /** Given back undone: due at once, for others. */
  release(claim: Claim): Promise<void>
  /** It came to nothing, and is tried again later; too often, and it waits until it is wanted again. */
  fail(claim: Claim, failure: JobFailure): Promise<void>
  /** What waits, runs and has failed: of one bank, or of all. */
  counts(bank?: string): Tx<readonly JobCount[]>
}

export interface WantedJob {
  readonly bank: string
  readonly kind: JobKind
  /** The id of what it is about; empty: the bank. */
  readonly subject: string
  /** Who made the work, as JSON of names; empty where that does not matter. */
  readonly actor: string
}

/** A job that is ours until the lease ends: {@link LEASE_MS} behind the last word of us, by the clock of the database. */
export interface Claim extends WantedJob {
  /** Of this claim alone. */
  readonly id: string
  /** How often it was wanted when it was taken. */
  readonly wanted: number
  /** How often it was taken since it last went well, with this time. */
  readonly tries: number
}

export interface JobFailure {
  /** A code, never a message: that may quote a text. */
  readonly code: string
  /** Nobody is to blame for long: a model that is not there comes back. Tried for ever, ever more slowly. */
  readonly isPassing: boolean
}

export interface JobCount {
  readonly kind: JobKind
  readonly state: 'waiting' | 'running' | 'failed'
  readonly count: number
  /** Of the failed, or of what waits for another try; the last one. */
  readonly error: string | null
}

/** A worker that has said nothing for so long is dead. */
export const LEASE_MS = 30_000

/** A job that fails so often, or whose worker dies so often, is left alone until it is wanted again. */
export const MAX_TRIES = 8
