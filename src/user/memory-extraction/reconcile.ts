import { type ItemId, type Origin, type Trust, trusts } from '../../items/item.js'
import { clip } from '../../text/clip.js'
import { normalise } from '../../text/fold.js'
import { NAME_MAX_CHARS, type Provenance, type RecordType } from '../records/record.js'
import { nameForm } from '../records/record-keys.js'
import { tells, toldAnew, toldParts, toldUnder } from '../records/told-body.js'
import type { BelievedCandidate } from './candidate.js'
import { descriptionTokens, likenessOfTokens, SAME_RECORD } from './description-likeness.js'
import { isSingleValueName } from './single-values.js'

/** What is known of a record that is there. */
export interface KnownRecord {
  readonly id: ItemId
  readonly type: RecordType
  readonly provenance: Provenance
  readonly origin: Origin
  readonly trust: Trust
  readonly name: string
  readonly description: string
  /** Of automatic ones; empty for others. */
  readonly body: string
  readonly updatedAt: number
  readonly revision: number
  /** When what it was read out of was said, where that is stored. Milliseconds UTC. */
  readonly saidAt?: number | undefined
}

/** What is to be done with a candidate. */
export type ReconcileAction =
  | { readonly kind: 'create'; readonly name: string }
  | {
      readonly kind: 'update'
      readonly target: KnownRecord
      readonly name: string
      readonly description: string
      readonly body: string
      /** Whether words that were there before are in it too. */
      readonly keepsWords: boolean
      readonly likeness: number
    }
  | { readonly kind: 'no_op'; readonly target: KnownRecord }
  | { readonly kind: Refusal; readonly target: KnownRecord; readonly likeness: number }

type Refusal = 'manual_protected' | 'less_trusted' | 'stale'

/**
 * Decides what becomes of a candidate beside the records there are. Pure.
 *
 * Has a record of the type said the same, nothing is done. One with a description at least {@link SAME_RECORD} alike (the
 * most alike, then the newest), or the one of the same single value, is updated; where a person wrote it, or who is
 * believed more, nothing is written, and no second one beside it. Another single value takes the place of the one
 * there was; all else is put on top of what was said before, so that nothing is lost. Else a record is made, under a
 * name that is free.
 *
 * @param day a time as YYYY-MM-DD
 */
export function reconcile(
  known: readonly KnownRecord[],
  candidate: BelievedCandidate,
  day: (at: number) => string,
): ReconcileAction {
  const tokens = descriptionTokens(candidate.description)
  const likes = known
    .filter(({ type }) => type === candidate.type)
    .map((record): Likeness => {
      const own = descriptionTokens(record.description)
      return { record, tokens: own, likeness: likenessOfTokens(own, tokens) }
    })
  const equal = newest(likes.filter(({ record }) => saysTheSame(record, candidate)))
  if (equal !== undefined) return { kind: 'no_op', target: equal.record }
  const alike = likes.filter(({ likeness }) => likeness >= SAME_RECORD)
  const valued = likes.find(({ record }) => isOfValue(record, candidate))
  const best = valued ?? newest(alike.filter(({ likeness }) => likeness === most(alike)))
  const names = new Set(known.map(({ name }) => nameForm(name)))
  if (best === undefined) return { kind: 'create', name: freeName(candidate, names) }
  const { record: target, likeness } = best
  const isOlder = candidate.cited.at !== null && candidate.cited.at < (target.saidAt ?? -Infinity)
  const isReplaced = best === valued && toldParts(target.body).length <= 1
  if (target.provenance === 'manual') return { kind: 'manual_protected', target, likeness }
  if (rank(candidate.trust) > rank(target.trust)) return { kind: 'less_trusted', target, likeness }
  if (isOlder && best === valued) return { kind: 'stale', target, likeness }
  const dayOf = (at: number | null | undefined) => (at == null ? null : day(at))
  const body = isReplaced
    ? candidate.body
    : isOlder
      ? toldUnder(candidate.body, target.body, dayOf(candidate.cited.at))
      : toldAnew(candidate.body, target.body, dayOf(target.saidAt))
  // Else it would be as good as a third, which neither of them is.
  const isBetween = alike.some(
    (other) => other !== best && likenessOfTokens(other.tokens, best.tokens) < SAME_RECORD,
  )
  names.delete(nameForm(target.name))
  const said =
    isOlder || isBetween
      ? target
      : {
          name: isSingleValueName(target.name) ? target.name : freeName(candidate, names),
          description: candidate.description,
        }
  const { name, description } = said
  return { kind: 'update', target, name, description, body, keepsWords: !isReplaced, likeness }
}

interface Likeness {
  readonly record: KnownRecord
  readonly tokens: ReadonlySet<string>
  readonly likeness: number
}

/** Two descriptions, or words that it quotes already; a single value may have come back since. */
function saysTheSame({ description, body }: KnownRecord, candidate: BelievedCandidate): boolean {
  if (plainForm(description) === plainForm(candidate.description)) return true
  return candidate.isSingleValue !== true && tells(body, candidate.cited.text)
}

function isOfValue({ name }: KnownRecord, candidate: BelievedCandidate): boolean {
  return candidate.isSingleValue === true && nameForm(name) === nameForm(candidate.name)
}

function rank(trust: Trust): number {
  return trusts.indexOf(trust)
}

function most(likes: readonly Likeness[]): number {
  return likes.reduce((highest, { likeness }) => Math.max(highest, likeness), 0)
}

function newest(likes: readonly Likeness[]): Likeness | undefined {
  return likes.reduce<Likeness | undefined>(
    (latest, one) => (latest === undefined || one.record.updatedAt > latest.record.updatedAt ? one : latest),
    undefined,
  )
}

/** Without what does not change what it says: case, width, spaces, punctuation. */
export function plainForm(text: string): string {
  return normalise(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
}

/** The name of a single value is free for that value alone. */
function freeName({ name, isSingleValue }: BelievedCandidate, taken: ReadonlySet<string>): string {
  const isReserved = isSingleValueName(name) && isSingleValue !== true
  if (!isReserved && !taken.has(nameForm(name))) return name
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const numbered = `${clip(name, NAME_MAX_CHARS - end.length).trimEnd()}${end}`
    if (!taken.has(nameForm(numbered))) return numbered
  }
}
