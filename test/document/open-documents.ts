import { readOutline } from '../../src/document/outline/read-outline.js'
import type { DocumentDraft } from '../../src/document/prepare-version.js'
import {
  type Saved,
  type SaveOptions,
  type SaveTarget,
  saveDocument,
} from '../../src/document/save-document.js'
import type { Spine } from '../../src/items/spine.js'
import { documentBankOf, inBank, type Reach, reachOf } from '../../src/reach.js'

/** Ann, at work on her own documents. */
export const annsShelf: Reach = inBank(reachOf({ user: 'ann' }), documentBankOf('ann'))

export function draftOf(text: string): DocumentDraft {
  const outline = readOutline(text)
  return { text, bytes: Buffer.byteLength(text), outline, title: outline.title ?? 'Untitled' }
}

export function save(
  spine: Spine,
  text: string,
  target: SaveTarget,
  options: Partial<SaveOptions> = {},
): Promise<Saved> {
  return saveDocument(spine, annsShelf, draftOf(text), target, { operation: 'knowledge.import', ...options })
}
