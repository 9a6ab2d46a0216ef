import { addQuotingItems } from '../../items/add-quoting-items.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { pagesOf } from '../../store/pages-of.js'
import { inBytes, sql } from '../../store/sql.js'
import { all, batch, get, run, type Tx } from '../../store/statement.js'
import { hex } from '../../text/hex.js'
import { anchorKey } from '../reading/anchor-key.js'
import type { PreparedSection, PreparedVersion } from './prepare-version.js'

interface OwnDocument {
  readonly id: ItemId
  readonly rid: number
}

/** Adds the sections of a document that it does not have yet, in no index. Answers the row numbers of all, in their order. */
export function* addSections(
  reach: Reach,
  document: OwnDocument,
  sections: readonly PreparedSection[],
): Tx<number[]> {
  const rids: number[] = []
  for (const page of pagesOf(sections)) rids.push(...(yield* addPage(reach, document, page)))
  return rids
}

function* addPage(reach: Reach, { id, rid }: OwnDocument, page: readonly PreparedSection[]): Tx<number[]> {
  const bank = reach.writes
  const known = yield* all<{ identity: Uint8Array; rid: number }>(sql`
    select identity, rid from item
    where bank = ${bank} and identity ${inBytes(page.map(({ item }) => item.identity))}`)
  const rids = new Map(known.map((row) => [hex(row.identity), row.rid]))
  const fresh = page.filter(({ item }) => !rids.has(hex(item.identity)))
  const added = yield* addQuotingItems(
    reach,
    fresh.map(({ item }) => item),
  )
  if (fresh.length > 0)
    yield* batch(
      fresh.flatMap(({ item, contextChars }, index) => {
        const sectionRid = added[index] ?? 0
        rids.set(hex(item.identity), sectionRid)
        return [
          run(sql`
            insert into section (bank, item_rid, document_rid, context_chars)
            values (${bank}, ${sectionRid}, ${rid}, ${contextChars})`),
          run(sql`
            insert into lineage (bank, item_id, source_id, role) values (${bank}, ${item.id}, ${id}, 'derived')`),
        ]
      }),
    )
  return page.map(({ item }) => rids.get(hex(item.identity)) ?? 0)
}

/** Writes a version of a document down, by the row numbers of its sections. */
export function* insertVersion(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  documentRid: number,
  {
    number,
    at,
    version,
    rids,
  }: {
    readonly number: number
    readonly at: number
    readonly version: PreparedVersion
    readonly rids: readonly number[]
  },
): Tx<void> {
  const { bytes, chars, lines, tokens } = version.size
  const row = yield* get<{ rid: number }>(sql`
    insert into document_version
      (bank, item_rid, number, title, content_hash, bytes, chars, lines, tokens, sections, at)
    values (${bank}, ${documentRid}, ${number}, ${version.title}, ${version.contentHash}, ${bytes}, ${chars}, ${lines},
      ${tokens}, ${version.size.sections}, ${at})
    returning rid`)
  if (row === undefined) throw new Error('an insert returned no row number')
  if (version.summary !== null)
    yield* run(sql`
      insert into document_summary (bank, version_rid, body, author)
      values (${bank}, ${row.rid}, ${version.summary}, null)`)
  let seq = 0
  for (const page of pagesOf(version.sections)) {
    yield* batch(
      page.map(({ place, parent }) => {
        const { part, level, anchor, heading, line, lines, start, end, tokens } = place
        const statement = run(sql`
          insert into document_section (bank, version_rid, seq, item_rid, part, level, parent, anchor_key, anchor, heading,
            line, lines, start, chars, tokens)
          values (${bank}, ${row.rid}, ${seq}, ${rids[seq] ?? 0}, ${part}, ${level}, ${parent},
            ${anchorKey(spine, bank, anchor)}, ${anchor}, ${heading}, ${line}, ${lines}, ${start}, ${end - start}, ${tokens})`)
        seq += 1
        return statement
      }),
    )
  }
}
