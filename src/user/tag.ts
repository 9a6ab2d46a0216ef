import { MemoryError } from '../errors.js'
import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'
import { searchForm } from '../text/search-form.js'
import { wellFormed } from '../text/well-formed.js'

/** A word under which notes are kept together. */
export interface Tag {
  /** As it was given, without the `#`. */
  readonly name: string
  /** Keyed hash of its search form: `Work`, `#work` and `WORK` are one tag. The index holds no readable name. */
  readonly key: Uint8Array
}

/** Tags of one note. */
export const TAGS_MAX = 32
/** UTF-16 units of a tag, its `#` not counted. */
export const TAG_MAX_CHARS = 64

/** The tags of a bank that are meant, each once, in the order given. Throws `invalid_input`. */
export function readTags(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  given: readonly string[],
): Tag[] {
  const tags = new Map<string, Tag>()
  for (const text of given) {
    const name = wellFormed(text).replace(/^\s*#/, '').trim()
    const form = searchForm(name).trim()
    if (form === '' || name.length > TAG_MAX_CHARS || /\p{Cc}/u.test(name)) throw unusable()
    if (!tags.has(form)) tags.set(form, { name, key: identityOf(identityKey, [bank, 'tag', form]) })
  }
  if (tags.size > TAGS_MAX) throw tooMany()
  return [...tags.values()]
}

export function tooMany(): MemoryError {
  return new MemoryError('invalid_input', `a note has at most ${TAGS_MAX} tags`, 'keep to those you look for')
}

function unusable(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'not a usable tag',
    `give each 1 to ${TAG_MAX_CHARS} characters, with or without #, without control characters`,
  )
}
