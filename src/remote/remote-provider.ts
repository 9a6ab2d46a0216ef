/** What a service elsewhere remembers: who somebody is, or what was said. */
export const remoteKinds = ['profile', 'conversation'] as const
export type RemoteKind = (typeof remoteKinds)[number]

/** A memory that lies elsewhere and is asked, and never written. Where `recall` fails, nothing comes of it but the reason. */
export interface RemoteProvider {
  /** By which what it answers is marked. */
  readonly name: string
  readonly kinds: readonly RemoteKind[]
  /** Where it is asked: a host; absent for a function of the program's own. */
  readonly host?: string
  /** Who may ask it: its answers are somebody's own. Default: the user `me` alone. */
  readonly users?: readonly string[] | 'all'
  /** How long it may take, in milliseconds. Default 2,000. */
  readonly timeoutMs?: number
  /** Throws {@link RemoteFailure}, or whatever it likes: what is not one is told as a failure without words. */
  recall(question: string, options: RemoteOptions): Promise<unknown>
}

export interface RemoteOptions {
  readonly kinds: readonly RemoteKind[]
  readonly limit: number
  readonly signal: AbortSignal
}

/** What a provider answers, each with at least a text. Anything else in the answer is left. */
export interface RemoteAnswer {
  readonly text: string
  readonly kind?: RemoteKind
  readonly id?: string
  /** ISO 8601, or milliseconds since 1970. */
  readonly at?: string | number
  /** From 0 to 1. */
  readonly score?: number
}

/** Why nothing came: in words that hold nothing of what was asked, answered or configured. */
export class RemoteFailure extends Error {}
