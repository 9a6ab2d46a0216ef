import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import { normalise } from '../../text/fold.js'
import type { NewRecord } from './record.js'
import { fileKeyForm } from './slug.js'

type Keyed = Pick<Spine, 'identityKey'>
type Words = Pick<NewRecord, 'name' | 'description' | 'body'>

/** By which a name is found: case, width and runs of spaces do not matter. */
export function nameKey({ identityKey }: Keyed, bank: string, name: string): Uint8Array {
  return identityOf(identityKey, [bank, 'record name', nameForm(name)])
}

/** By which a file's name is found, as a file system would that knows no case. */
export function fileKey({ identityKey }: Keyed, bank: string, file: string): Uint8Array {
  return identityOf(identityKey, [bank, 'record file', fileKeyForm(file)])
}

/**
 * What makes it the same record when it comes again: its name, and what it says. Of one without a body, that is its
 * description.
 */
export function recordIdentity({ name, description, body }: Words): readonly string[] {
  return [nameForm(name), body, ...(body === '' ? [description] : [])]
}

/** {@link recordIdentity} as it stands in the store. */
export function recordIdentityIn({ identityKey }: Keyed, bank: string, words: Words): Uint8Array {
  return identityOf(identityKey, [bank, 'record', ...recordIdentity(words)])
}

/** As names are told apart. */
export function nameForm(name: string): string {
  return normalise(name).toLowerCase().replace(/\s+/g, ' ').trim()
}
