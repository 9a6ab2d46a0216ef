import { fold } from '../../text/fold.js'

/** Why two names may be of one and the same. */
export type NameLikeness = 'spelling' | 'initials' | 'initial' | 'given_name'

/** A name as it is compared: folding it for each comparison took most of the time. */
export interface ReadName {
  readonly parts: readonly string[]
  /** The parts as one word. */
  readonly joined: string
  /** `SL`, `S.L.`, `JRO`: two to four capitals and nothing else. */
  readonly isInitials: boolean
}

export function readName(name: string): ReadName {
  const parts = partsOf(name)
  const isInitials = /^\p{Lu}(?:[.\s]{0,2}\p{Lu}){1,3}\.?$/u.test(name.trim())
  return { parts, joined: parts.join(''), isInitials }
}

/**
 * Whether two names may name one person: by spelling (`José`, `jose`), initials (`SL`, `Sam Lee`), an initial for the
 * given name (`S. Lee`), or the given name alone (`Sam`). Symmetric. A guess, to be looked at by someone.
 */
export function nameLikeness(a: ReadName, b: ReadName): NameLikeness | undefined {
  if (a.parts.length === 0 || b.parts.length === 0) return undefined
  if (a.joined === b.joined) return 'spelling'
  const [short, long] = a.joined.length < b.joined.length ? [a, b] : [b, a]
  const [few, many] = [short.parts, long.parts]
  if (many.length < 2) return undefined
  if (short.isInitials && short.joined === many.map(firstLetter).join('')) return 'initials'
  if (few.length === 1) return few[0] === many[0] && !isHan(many[0]) ? 'given_name' : undefined
  const isSameFamily = few.at(-1) === many.at(-1)
  return isSameFamily && few[0]?.length === 1 && few[0] === firstLetter(many[0] ?? '') ? 'initial' : undefined
}

/** Hyphens and apostrophes part nothing: `Meyer-Lindt` is one family name. */
function partsOf(name: string): string[] {
  return fold(name)
    .replace(/[-'’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '')
}

function firstLetter(part: string): string {
  return String.fromCodePoint(part.codePointAt(0) ?? 0)
}

function isHan(part: string | undefined): boolean {
  return part !== undefined && /\p{Script=Han}/u.test(part)
}
