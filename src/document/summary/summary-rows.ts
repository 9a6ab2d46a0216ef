import type { ItemId } from '../../items/item.js'
import type { BankId } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { sectionTexts } from '../library/version-text.js'

export const SUMMARY_MAX_CHARS = 400

/** A version of a document, which is to have a summary. */
export interface VersionToSummarise {
  readonly bank: BankId
  readonly document: ItemId
  readonly version: number
}

/**
 * The versions of a shelf that are shown or wait for review, and that no model has written a summary of: newest first. Of
 * one document alone where one is named.
 */
export function* versionsUnwritten({
  bank,
  document,
}: {
  readonly bank: BankId
  readonly document?: ItemId | undefined
}): Tx<VersionToSummarise[]> {
  const meant = document === undefined ? sql`` : sql`and d.item_id = ${document}`
  const rows = yield* all<{ document: ItemId; version: number }>(sql`
    select d.item_id as document, v.number as version
    from document d
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid
      and (v.number = d.latest or v.number = d.published)
    left join document_summary s on s.bank = v.bank and s.version_rid = v.rid
    where d.bank = ${bank} ${meant} and s.author is null
    order by v.rid desc limit ${VERSIONS_READ}`)
  return rows.map((row) => ({ bank, ...row }))
}

/** Of a larger library, the rest comes another time. */
const VERSIONS_READ = 100

/** What a summary is made of. */
export interface SummaryText {
  readonly title: string
  readonly headings: readonly string[]
  /** How the document begins, as it stands there. */
  readonly beginning: string
  /** By which the version is known again: row numbers may go to another. */
  readonly contentHash: Uint8Array
}

/** Undefined where the version is gone. */
export function* readForSummary(wanted: VersionToSummarise): Tx<SummaryText | undefined> {
  const version = yield* findVersion(wanted)
  if (version === undefined) return undefined
  const { rid, title, contentHash } = version
  const headings = yield* all<{ heading: string }>(sql`
    select heading from document_section
    where bank = ${wanted.bank} and version_rid = ${rid} and part = 0 and level between 1 and 3
    order by seq limit ${HEADINGS_READ}`)
  const page = yield* sectionTexts(wanted.bank, rid, 0)
  return {
    title,
    headings: headings.map(({ heading }) => heading),
    beginning: clip(page.map(({ text }) => text).join(''), CHARS_READ),
    contentHash,
  }
}

const HEADINGS_READ = 40
const CHARS_READ = 24_000

/** What a model wrote, of which text. */
export interface WrittenSummary {
  readonly text: SummaryText
  readonly body: string
  readonly author: string
}

/** Puts a summary with its version, if that is still there, and no model has written of it meanwhile. */
export function* keepSummary(
  wanted: VersionToSummarise,
  { text, body, author }: WrittenSummary,
): Tx<boolean> {
  const version = yield* findVersion(wanted)
  if (version === undefined || Buffer.compare(version.contentHash, text.contentHash) !== 0) return false
  if (version.author !== null) return false
  yield* run(sql`delete from document_summary where bank = ${wanted.bank} and version_rid = ${version.rid}`)
  yield* run(sql`
    insert into document_summary (bank, version_rid, body, author)
    values (${wanted.bank}, ${version.rid}, ${body}, ${author})`)
  return true
}

interface VersionRow {
  readonly rid: number
  readonly title: string
  readonly contentHash: Uint8Array
  readonly author: string | null
}

function findVersion({ bank, document, version }: VersionToSummarise) {
  return get<VersionRow>(sql`
    select v.rid, v.title, v.content_hash as "contentHash", s.author
    from document d
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid and v.number = ${version}
    left join document_summary s on s.bank = v.bank and s.version_rid = v.rid
    where d.bank = ${bank} and d.item_id = ${document}`)
}
