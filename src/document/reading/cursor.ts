import { MemoryError } from '../../errors.js'
import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import type { ShownDocument } from '../document-rows.js'

/** Where in a document reading goes on. */
export interface ReadingPlace {
  /** Position in the version's outline. */
  readonly seq: number
  /** In the text there, UTF-16 units. */
  readonly offset: number
}

type Keyed = Pick<Spine, 'identityKey'>

/** Names a place in this version of a document; it opens no other. */
export function cursorAt(spine: Keyed, document: ShownDocument, { seq, offset }: ReadingPlace): string {
  return [document.version, seq, offset, sealOf(spine, document, { seq, offset })].join('.')
}

/** Throws `conflict` for a cursor of another version, and `invalid_input` for what is no cursor of this document. */
export function placeOf(spine: Keyed, document: ShownDocument, cursor: string): ReadingPlace {
  const [, version, seq, offset, seal] = CURSOR.exec(cursor) ?? []
  const place = { seq: Number(seq), offset: Number(offset) }
  if (version !== undefined && seal === sealOf(spine, { ...document, version: Number(version) }, place)) {
    if (Number(version) === document.version) return place
    throw new MemoryError(
      'conflict',
      `the document has changed: version ${document.version} answers now, the cursor is of version ${version}`,
      'read on from the beginning of the section, or from the outline',
    )
  }
  throw new MemoryError(
    'invalid_input',
    'cursor: none of this document',
    'give `next` of the page before as it is, with the same document',
  )
}

const CURSOR = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.([\w-]{22})$/

/** Keyed: nobody makes up a place. */
function sealOf({ identityKey }: Keyed, { bank, id, version }: ShownDocument, place: ReadingPlace): string {
  const parts = [bank, 'cursor', id, String(version), String(place.seq), String(place.offset)]
  return Buffer.from(identityOf(identityKey, parts)).toString('base64url')
}
