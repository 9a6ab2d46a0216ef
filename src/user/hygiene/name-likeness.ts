import { fold } from '../../text/fold.js'

/** Why two names may be of one and the same. */
export type NameLikeness = 'spelling' | 'initials' | 'initial' | 'given_name'

/**
 * Whether two names may name one person: by spelling (`José`, `jose`), initials (`SL`, `Sam Lee`), an initial for the
 * given name (`S. Lee`), or the given name alone (`Sam`). Symmetric. A guess, to be looked at by someone.
 */
export function nameLikeness(a: string, b: string): NameLikeness | undefined {
  const [one, other] = [partsOf(a), partsOf(b)]
  if (one.length === 0 || other.length === 0) return undefined
  if (one.join('') === other.join('')) return 'spelling'
  const [short, long] = one.join('').length < other.join('').length ? [a, b] : [b, a]
  const [few, many] = [partsOf(short), partsOf(long)]
  if (many.length < 2) return undefined
  if (isInitials(short) && few.join('') === many.map(firstLetter).join('')) return 'initials'
  if (few.length === 1) return few[0] === many[0] && !isHan(many[0]) ? 'given_name' : undefined
  const isSameFamily = few.at(-1) === many.at(-1)
  return isSameFamily && few[0]?.length === 1 && few[0] === firstLetter(many[0] ?? '') ? 'initial' : undefined
}

/** `SL`, `S.L.`, `JRO`: two to four capitals and nothing else. */
export function isInitials(name: string): boolean {
  return /^\p{Lu}(?:[.\s]{0,2}\p{Lu}){1,3}\.?$/u.test(name.trim())
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
