import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'
import { clip } from '../text/clip.js'
import { searchForm } from '../text/search-form.js'
import { wellFormed } from '../text/well-formed.js'
import type { EntityType } from './entity-type.js'

export interface EntityName {
  /** As it was given, on one line. */
  readonly name: string
  /** Keyed hash of its search form: `Acme`, `ACME` and `acme` are one name. The index holds no readable name. */
  readonly key: Uint8Array
}

/** UTF-16 units; what is longer is no name, and is known by its beginning. */
export const NAME_MAX_CHARS = 200

export function entityName({ identityKey }: KeyHolder, bank: string, given: string): EntityName {
  const name = clip(wellFormed(given).replace(SPACES, ' ').trim(), NAME_MAX_CHARS)
  return { name, key: identityOf(identityKey, [bank, 'entity', nameForm(name)]) }
}

/** The key of the one who speaks, whom no name can claim. */
export function speakerKey({ identityKey }: KeyHolder, bank: string): Uint8Array {
  return identityOf(identityKey, [bank, 'speaker'])
}

/** Whether someone speaks of themselves. */
export function isSelf(name: string): boolean {
  return SELF.has(nameForm(name))
}

/** In which names are compared. */
export function nameForm(name: string): string {
  return searchForm(name).trim()
}

/** Whether one name is some of another's words, or the end of one that is written without spaces. */
export function isPartOfName(part: string, whole: string): boolean {
  const short = nameForm(part)
  const long = nameForm(whole)
  if (short === '' || short.length >= long.length) return false
  return ` ${long} `.includes(` ${short} `) || (HAN.test(long) && long.endsWith(short))
}

/** What an entity is called for short; undefined where that is not clear. */
export function shortNameOf(type: EntityType | null, name: string): string | undefined {
  if (type === 'person') return givenNameOf(name)
  return type === 'project' ? PROJECT.exec(name)?.[1] : undefined
}

/** `Atlas` for Project Atlas. */
const PROJECT = /^(?:project\s+(?=\S)|项目)(\S.*)$/iu

/** `Sarah` for Sarah Chen, `小明` for 王小明. */
function givenNameOf(name: string): string | undefined {
  if (HAN.test(name)) return [...name].length === HAN_NAME_CHARS ? [...name].slice(1).join('') : undefined // slice-ok: whole characters
  const words = name.split(' ').filter((word) => !TITLES.has(word.toLowerCase().replace('.', '')))
  const [first] = words
  return first !== undefined && words.length > 1 && GIVEN.test(first) ? first : undefined
}

type KeyHolder = Pick<Spine, 'identityKey'>

const SPACES = /\s+/g
const SELF: ReadonlySet<string> = new Set(['you', 'me', 'i', 'myself', '我'])
const HAN = /^\p{Script=Han}+$/u
/** A family name of one character and a given name of two. */
const HAN_NAME_CHARS = 3
/** No initials. */
const GIVEN = /^\p{L}[\p{L}'’-]+$/u
const TITLES: ReadonlySet<string> = new Set([
  'dr',
  'mr',
  'mrs',
  'ms',
  'miss',
  'prof',
  'professor',
  'sir',
  'madam',
])
