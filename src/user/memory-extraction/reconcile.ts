import type { ItemId } from '../../items/item.js'
import { clip } from '../../text/clip.js'
import { normalise } from '../../text/fold.js'
import { NAME_MAX_CHARS, type Provenance, type RecordType } from '../records/record.js'
import type { Candidate } from './candidate.js'
import { descriptionTokens, likenessOfTokens, SAME_RECORD } from './description-likeness.js'

/** What is known of a record that is there. */
export interface KnownRecord {
  readonly id: ItemId
  readonly type: RecordType
  readonly provenance: Provenance
  readonly name: string
  readonly description: string
  readonly updatedAt: number
  readonly revision: number
  /** When what it was read out of was said, where that is stored. Milliseconds UTC. */
  readonly saidAt?: number | undefined
}

/** What is to be done with one candidate. */
export type ReconcileAction =
  | { readonly kind: 'create'; readonly candidate: Candidate; readonly name: string }
  | {
      readonly kind: 'update'
      readonly candidate: Candidate
      readonly target: Target
      /** Its description would be that of yet another record: only its body changes. */
      readonly keepsDescription: boolean
      readonly likeness: number
    }
  | { readonly kind: 'no_op'; readonly candidate: Candidate; readonly target: Target }
  | {
      readonly kind: 'manual_protected' | 'stale'
      readonly candidate: Candidate
      readonly target: Target
      readonly likeness: number
    }

/** A record that is there, or one that an earlier candidate of the same list makes, by its place in the list. */
export type Target =
  | { readonly kind: 'record'; readonly id: ItemId; readonly revision: number }
  | { readonly kind: 'candidate'; readonly index: number }

/**
 * Decides what becomes of candidates, one after the other, each beside what the ones before it made. Pure.
 *
 * Says a record of the type the same, nothing is done. One of the same name or with a description at least
 * {@link SAME_RECORD} alike (the most alike, then the newest) is updated; where a person wrote it, nothing is written,
 * and no second one beside it; nor where it says what
 * was said later. Else a record is made, under a name that is free.
 */
export function reconcile(
  known: readonly KnownRecord[],
  candidates: readonly Candidate[],
): ReconcileAction[] {
  const state: Entry[] = known.map((record) => ({
    ...record,
    target: { kind: 'record', id: record.id, revision: record.revision },
    tokens: descriptionTokens(record.description),
  }))
  const names = new Set(state.map(({ name }) => nameForm(name)))
  return candidates.map((candidate, index) => {
    const tokens = descriptionTokens(candidate.description)
    const likes = state
      .filter(({ type }) => type === candidate.type)
      .map((entry) => ({ entry, likeness: likenessOfTokens(entry.tokens, tokens) }))
    const equal = newest(likes.filter(({ entry }) => saysTheSame(entry.description, candidate.description)))
    if (equal !== undefined) return { kind: 'no_op', candidate, target: equal.entry.target }
    const named = likes.find(({ entry }) => nameForm(entry.name) === nameForm(candidate.name))
    const alike = likes.filter(({ likeness }) => likeness >= SAME_RECORD)
    const best = named ?? newest(alike.filter(({ likeness }) => likeness === most(alike)))
    if (best === undefined) {
      const name = freeName(candidate.name, names)
      names.add(nameForm(name))
      state.push({
        type: candidate.type,
        provenance: 'auto',
        name,
        description: candidate.description,
        updatedAt: Number.POSITIVE_INFINITY,
        target: { kind: 'candidate', index },
        saidAt: candidate.cited.at ?? undefined,
        tokens,
      })
      return { kind: 'create', candidate, name }
    }
    const { entry, likeness } = best
    const { target } = entry
    if (entry.provenance === 'manual') return { kind: 'manual_protected', candidate, target, likeness }
    if (candidate.cited.at !== null && candidate.cited.at < (entry.saidAt ?? Number.NEGATIVE_INFINITY))
      return { kind: 'stale', candidate, target, likeness }
    const keepsDescription = alike.some(
      ({ entry: other }) => other !== entry && likenessOfTokens(other.tokens, entry.tokens) < SAME_RECORD,
    )
    entry.saidAt = candidate.cited.at ?? undefined
    if (!keepsDescription) {
      entry.description = candidate.description
      entry.tokens = tokens
    }
    return { kind: 'update', candidate, target, keepsDescription, likeness }
  })
}

interface Entry extends Pick<KnownRecord, 'type' | 'provenance' | 'name' | 'updatedAt'> {
  readonly target: Target
  saidAt?: number | undefined
  description: string
  tokens: ReadonlySet<string>
}

interface Likeness {
  readonly entry: Entry
  readonly likeness: number
}

function most(likes: readonly Likeness[]): number {
  return likes.reduce((highest, { likeness }) => Math.max(highest, likeness), 0)
}

function newest(likes: readonly Likeness[]): Likeness | undefined {
  return likes.reduce<Likeness | undefined>(
    (latest, one) => (latest === undefined || one.entry.updatedAt > latest.entry.updatedAt ? one : latest),
    undefined,
  )
}

function saysTheSame(one: string, other: string): boolean {
  return plainForm(one) === plainForm(other)
}

/** Without what does not change what it says: case, width, spaces, punctuation. */
function plainForm(text: string): string {
  return normalise(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
}

/** As the store tells names apart. */
function nameForm(name: string): string {
  return normalise(name).toLowerCase().replace(/\s+/g, ' ').trim()
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(nameForm(name))) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const numbered = `${clip(name, NAME_MAX_CHARS - end.length).trimEnd()}${end}`
    if (!taken.has(nameForm(numbered))) return numbered
  }
}
