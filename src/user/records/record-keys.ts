import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import { normalise } from '../../text/fold.js'
import { fileKeyForm } from './slug.js'

type Keyed = Pick<Spine, 'identityKey'>

/** By which a name is found: case, width and runs of spaces do not matter. */
export function nameKey({ identityKey }: Keyed, bank: string, name: string): Uint8Array {
  return identityOf(identityKey, [
    bank,
    'record name',
    normalise(name).toLowerCase().replace(/\s+/g, ' ').trim(),
  ])
}

/** By which a file's name is found, as a file system would that knows no case. */
export function fileKey({ identityKey }: Keyed, bank: string, file: string): Uint8Array {
  return identityOf(identityKey, [bank, 'record file', fileKeyForm(file)])
}

/** What makes it the same record when it comes again: where it stands, and what it says. */
export function recordIdentity(file: string, body: string): readonly string[] {
  return [fileKeyForm(file), body]
}
