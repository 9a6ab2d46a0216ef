import { documentRows, type ShownDocument } from '../../src/document/document-rows.js'
import type { DocumentDraft } from '../../src/document/library/prepare-version.js'
import {
  type Saved,
  type SaveOptions,
  type SaveTarget,
  saveDocument,
} from '../../src/document/library/save-document.js'
import { versionText } from '../../src/document/library/version-text.js'
import { readOutline } from '../../src/document/outline/read-outline.js'
import { ownSummary } from '../../src/document/summary/own-summary.js'
import type { Spine } from '../../src/items/spine.js'
import { documentBankOf, inBank, type Reach, reachOf } from '../../src/reach.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'

/** Ann, at work on her own documents. */
export const annsShelf: Reach = inBank(reachOf({ user: 'ann' }), documentBankOf('ann'))

export function draftOf(text: string): DocumentDraft {
  const outline = readOutline(text)
  const title = outline.title ?? 'Untitled'
  return { text, bytes: Buffer.byteLength(text), outline, title, summary: ownSummary(text) }
}

export function save(
  spine: Spine,
  text: string,
  target: SaveTarget,
  options: Partial<SaveOptions> = {},
): Promise<Saved> {
  return saveDocument(spine, annsShelf, draftOf(text), target, { operation: 'knowledge.import', ...options })
}

/** Every document of Ann's, in the order in which they came. */
export async function shown(spine: Spine): Promise<ShownDocument[]> {
  const rows = await spine.store.read(documentRows, annsShelf.writes, sql`1 = 1`)
  return rows.sort((a, b) => a.rid - b.rid)
}

/** The texts of all versions of one of them. */
export async function textsOf(spine: Spine, source: string): Promise<string[]> {
  const one = (await shown(spine)).find((document) => document.source === source)
  const versions = await spine.store.query(
    column<number>(sql`
      select rid from document_version where bank = ${annsShelf.writes} and item_rid = ${one?.rid ?? 0} order by number`),
  )
  const texts: string[] = []
  for (const rid of versions) texts.push(await spine.store.read(versionText, annsShelf.writes, rid))
  return texts
}
