import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { DocumentVersion } from '../document.js'
import type { ShownDocument } from '../document-rows.js'
import { asKnownTo, type DocumentName, managedDocument, manages } from '../managed-document.js'
import { type VersionOutline, versionOutline } from '../reading/version-outline.js'
import { compareVersions, type VersionComparison } from './compare-versions.js'
import { type DocumentEvent, documentEventsOf, publishedAt, wasPublished } from './document-event.js'
import { type TextPage, versionTextPage } from './version-text.js'

export interface DescriptionWanted extends DocumentName {
  /** The version that is looked at; else the one that answered at `asOf`, else the latest. */
  readonly version?: number | undefined
  /** Milliseconds UTC. */
  readonly asOf?: number | undefined
  /** The text of that version, from this character on. */
  readonly from?: number | undefined
  readonly maxChars: number
  readonly hasOutline: boolean
  /** What is new in it against this version, or against the published one. */
  readonly against?: number | 'published' | undefined
}

export interface DocumentDescription {
  readonly document: ShownDocument
  /** Null where none answered at that time. */
  readonly version: DocumentVersion | null
  /** The newest first, at most {@link LISTED}. */
  readonly versions: readonly DocumentVersion[]
  /** The newest first, at most {@link LISTED}. */
  readonly events: readonly DocumentEvent[]
  readonly text: TextPage | null
  readonly outline: VersionOutline | null
  readonly comparison: (VersionComparison & { readonly from: number; readonly to: number }) | null
}

const LISTED = 100
const LISTED_CHANGES = 200

/**
 * A document with its history, and the text of a version or what is new in it. Of the system's documents, everyone but the
 * administrator sees what is published, and what was at another time. Throws `not_found`.
 */
export function* describeDocument(
  spine: Spine,
  reach: Reach,
  wanted: DescriptionWanted,
): Tx<DocumentDescription> {
  const document = yield* managedDocument(spine, reach, wanted)
  const { bank, rid } = document
  const isManaged = manages(reach, document.shelf)
  const events = yield* documentEventsOf(bank, rid)
  const number = wantedNumber(document, events, wanted, isManaged)
  const mayRead = (one: number) => isManaged || wasPublished(events, one)
  const version = number === null ? null : yield* oneVersion(document, number, mayRead)
  const seen = isManaged ? sql`1 = 1` : sql`v.number = ${document.published}`
  return {
    document: yield* asKnownTo(reach, document),
    version,
    versions: yield* versionsOf(document, seen),
    events: isManaged ? events.slice(-LISTED).reverse() : [],
    text:
      version === null || wanted.from === undefined
        ? null
        : yield* versionTextPage(bank, version, { from: wanted.from, maxChars: wanted.maxChars }),
    outline: version !== null && wanted.hasOutline ? yield* versionOutline(bank, version.rid) : null,
    comparison: version === null ? null : yield* comparisonWith(document, version, wanted, mayRead),
  }
}

function wantedNumber(
  { latest, published }: ShownDocument,
  events: readonly DocumentEvent[],
  { version, asOf }: DescriptionWanted,
  isManaged: boolean,
): number | null {
  if (version !== undefined) return version
  if (asOf !== undefined) return publishedAt(events, asOf)
  return isManaged ? latest : published
}

function* comparisonWith(
  document: ShownDocument,
  version: DocumentVersion,
  { against }: DescriptionWanted,
  mayRead: (number: number) => boolean,
): Tx<DocumentDescription['comparison']> {
  if (against === undefined) return null
  const number = against === 'published' ? document.published : against
  if (number === null) {
    throw new MemoryError(
      'not_found',
      'no version of the document is published, so there is nothing to compare with',
      'give the number of a version, as `versions` lists them',
    )
  }
  const from = yield* oneVersion(document, number, mayRead)
  const comparison = yield* compareVersions(document.bank, from.rid, version.rid, LISTED_CHANGES)
  return { ...comparison, from: from.number, to: version.number }
}

/** Throws `not_found`, whether there is no such version or the caller may not know of it. */
function* oneVersion(
  document: ShownDocument,
  number: number,
  mayRead: (number: number) => boolean,
): Tx<DocumentVersion> {
  const [version] = mayRead(number) ? yield* versionsOf(document, sql`v.number = ${number}`) : []
  if (version !== undefined) return version
  throw new MemoryError(
    'not_found',
    `${document.title} has no version ${number}`,
    'knowledge.show lists its versions',
  )
}

function* versionsOf({ bank, rid }: ShownDocument, matching: Sql): Tx<DocumentVersion[]> {
  const rows = yield* all<{
    rid: number
    number: number
    title: string
    summary: string | null
    summaryBy: string | null
    at: number
    bytes: number
    chars: number
    lines: number
    tokens: number
    sections: number
  }>(sql`
    select v.rid, v.number, v.title, m.body as summary, m.author as "summaryBy", v.at, v.bytes, v.chars, v.lines, v.tokens, v.sections
    from document_version v left join document_summary m on m.bank = v.bank and m.version_rid = v.rid
    where v.bank = ${bank} and v.item_rid = ${rid} and ${matching} order by v.number desc limit ${LISTED}`)
  return rows.map(({ bytes, chars, lines, tokens, sections, ...row }) => ({
    ...row,
    size: { bytes, chars, lines, tokens, sections },
  }))
}
