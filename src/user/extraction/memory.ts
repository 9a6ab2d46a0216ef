import type { Party } from './extracted.js'

export type Gender = 'she' | 'he' | null

/** Who speaks and whom a text spoke of, for what a pronoun means. */
export interface Memory {
  /** Persons in the order they were last spoken of, the latest last. */
  readonly persons: { readonly party: Party; readonly gender: Gender }[]
  /** The last thing or team that was a subject. */
  thing: Party | null
  /** Whom `I` means: the one who speaks, in a dialogue one of those named. */
  self: Party
  /** Whom `you` means: nobody, but in a dialogue. */
  addressee: Party | null
  /** The only other one who takes part in a dialogue. */
  third: Party | null
}

export function createMemory(): Memory {
  return { persons: [], thing: null, self: 'speaker', addressee: null, third: null }
}

/** Older ones are forgotten. */
const REMEMBERED_MAX = 16

/** The latest person that the pronoun can mean, but for some. */
export function resolve({ persons }: Memory, gender: Gender, but: readonly Party[] = []): Party | null {
  for (let at = persons.length - 1; at >= 0; at--) {
    const person = persons[at]!
    if (but.includes(person.party)) continue
    if (gender === null || person.gender === null || person.gender === gender) return person.party
  }
  return null
}

/** Keeps a person as the one spoken of last. */
export function remember({ persons }: Memory, party: Party, gender: Gender = null): void {
  if (party === 'speaker') return
  const at = persons.findIndex((person) => person.party === party)
  const known = at < 0 ? undefined : persons.splice(at, 1)[0]
  persons.push({ party, gender: known?.gender ?? gender })
  if (persons.length > REMEMBERED_MAX) persons.shift()
}
