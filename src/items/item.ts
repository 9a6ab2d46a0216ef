export type ItemId = string & { readonly __brand: 'ItemId' }

/** Whether a text can be an id, in whatever case. */
export function isItemId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

export const itemKinds = [
  'turn',
  'artifact',
  'thought',
  'fact',
  'decision',
  'relation',
  'record',
  'document',
  'section',
  'task',
] as const

export type ItemKind = (typeof itemKinds)[number]

/** Where an item's words come from. Set by code alone. */
export const origins = ['user', 'assistant', 'tool', 'document', 'import', 'correction'] as const

export type Origin = (typeof origins)[number]

/** How far an item is believed, strongest first. Set by code alone. */
export const trusts = ['definitive', 'stated', 'observed', 'untrusted'] as const

export type Trust = (typeof trusts)[number]

/** One thing that is remembered. Times are milliseconds UTC. */
export interface Item extends Aspects {
  readonly id: ItemId
  readonly kind: ItemKind
  /** Verbatim. */
  readonly text: string
  readonly origin: Origin
  readonly trust: Trust
  /** When it was said or happened, where that is known. */
  readonly occurredAt: number | null
  readonly recordedAt: number
  readonly lastUsedAt: number | null
  readonly useCount: number
}

/** What items of some kinds show beside their text. */
export interface Aspects {
  /** Present when it is a turn of a conversation. */
  readonly turn: TurnPlace | null
  /** Words that a thought is kept under, as they were given. */
  readonly tags: readonly string[]
  /** Present when it is a fact, a relation or a decision. */
  readonly fact: FactAspect | null
  /** Present when it is a memory record. */
  readonly record: RecordAspect | null
}

export const noAspects: Aspects = { turn: null, tags: [], fact: null, record: null }

/**
 * Where a fact stands. `superseded`: something newer holds its key, or it was corrected; it was true once. `retracted`:
 * it is not believed to have been true. `proposed`: it waits until the user says so.
 */
export const factStatuses = ['active', 'superseded', 'retracted', 'proposed'] as const

export type FactStatus = (typeof factStatuses)[number]

/** What a fact shows (docs/facts.md). Times are milliseconds UTC. */
export interface FactAspect {
  readonly category: 'identity' | 'preference' | 'decision' | 'project' | 'instruction' | 'relation'
  /** Whom or what it is about, `you` for the user. */
  readonly subject: string | null
  /** What it is about that can have one value only, like `user.location`; null for what may be true beside others. */
  readonly key: string | null
  readonly value: string | null
  readonly status: FactStatus
  /** 1 to 10. */
  readonly importance: number
  /** 0 to 1. */
  readonly confidence: number
  readonly isPinned: boolean
  /** True in the world since, until; null for what still is. */
  readonly validFrom: number
  readonly validUntil: number | null
  /** Not put into prompts from then on. */
  readonly expiresAt: number | null
  /** The id of what took its place. */
  readonly supersededBy: string | null
}

/** What a record is for: who the user is, how agents are to behave, a lasting project, where something is found. */
export const recordTypes = ['user', 'feedback', 'project', 'reference'] as const

export type RecordType = (typeof recordTypes)[number]

/** Who wrote it: an explicit call (or a person, in the file), or automatic extraction. Set by code alone. */
export const provenances = ['manual', 'auto'] as const

export type Provenance = (typeof provenances)[number]

/** What a record says of itself (docs/records.md). Times are milliseconds UTC. */
export interface RecordAspect {
  readonly name: string
  readonly description: string
  readonly type: RecordType
  readonly provenance: Provenance
  /** Its file's name, without a folder: `weekly-report.md`. Given once, from the name. */
  readonly file: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly recallCount: number
  readonly lastRecalledAt: number | null
  /** Grows with each change of what it says; a write may ask that it is still the same. */
  readonly revision: number
  /** Markdown. */
  readonly body: string
}

export interface TurnPlace {
  readonly session: string
  readonly channel: string | null
  readonly seq: number
  readonly role: string
  readonly speaker: string | null
}

const trustOfOrigin: Readonly<Record<Origin, Trust>> = {
  correction: 'definitive',
  user: 'stated',
  tool: 'observed',
  import: 'observed',
  assistant: 'untrusted',
  document: 'untrusted',
}

/** An item has the trust of its origin, and never more than the least trusted of what it was derived from. */
export function trustOf(origin: Origin, sources: readonly Trust[]): Trust {
  const rank = Math.max(...[trustOfOrigin[origin], ...sources].map((trust) => trusts.indexOf(trust)))
  return trusts[rank] as Trust
}
