import { clip } from '../text/clip.js'
import { parseMoment } from '../text/parse-moment.js'
import { wellFormed } from '../text/well-formed.js'
import { RemoteFailure, type RemoteKind, remoteKinds } from './remote-provider.js'

/** One answer, as it is taken. */
export interface RemoteText {
  readonly text: string
  readonly kind: RemoteKind
  readonly id: string | null
  /** Milliseconds UTC. */
  readonly at: number | null
  readonly score: number | null
}

/**
 * What is usable of an answer: of a list, what has a text, clipped, at most `limit` of them. Throws {@link RemoteFailure}
 * for what is no list, and for a list of which nothing is usable.
 */
export function readAnswers(
  answer: unknown,
  {
    kinds,
    limit,
    zone,
  }: { readonly kinds: readonly RemoteKind[]; readonly limit: number; readonly zone: string },
): readonly RemoteText[] {
  if (!Array.isArray(answer)) throw new RemoteFailure('its answer is no list of memories')
  const texts = answer.slice(0, LOOKED_AT).flatMap((one) => readOne(one, kinds, zone)) // slice-ok: a list
  if (texts.length === 0 && answer.length > 0)
    throw new RemoteFailure('nothing in its answer is a memory of the kind that was asked for')
  return texts.slice(0, limit) // slice-ok: a list
}

const LOOKED_AT = 200
const TEXT_MAX_CHARS = 4_000
const ID_MAX_CHARS = 200

function readOne(one: unknown, kinds: readonly RemoteKind[], zone: string): RemoteText[] {
  const field = fieldsOf(one)
  const [text, kind, id, score] = ['text', 'kind', 'id', 'score'].map(field)
  if (typeof text !== 'string' || text.trim() === '') return []
  const [only] = kinds
  const known = remoteKinds.find((name) => name === kind) ?? (kind === undefined ? only : undefined)
  if (known === undefined || !kinds.includes(known)) return []
  return [
    {
      text: clip(wellFormed(text.trim()), TEXT_MAX_CHARS),
      kind: known,
      id:
        typeof id === 'string' || typeof id === 'number' ? clip(wellFormed(String(id)), ID_MAX_CHARS) : null,
      at: readAt(field('at'), zone),
      score: typeof score === 'number' && Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : null,
    },
  ]
}

/** Only what the answer has itself, whatever its fields are called. */
function fieldsOf(one: unknown): (name: string) => unknown {
  if (typeof one !== 'object' || one === null) return () => undefined
  return (name) => (Object.hasOwn(one, name) ? Reflect.get(one, name) : undefined)
}

function readAt(at: unknown, zone: string): number | null {
  const ms = typeof at === 'string' && at.length <= 64 ? parseMoment(at, { zone }) : at
  return typeof ms === 'number' && Math.abs(ms) < FAR_MS ? Math.round(ms) : null
}

// Within years that can be shown.
const FAR_MS = 60_000_000_000_000
