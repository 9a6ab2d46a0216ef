import type { Spine } from '../../items/spine.js'
import type { BankId, Reach } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { documentBanks } from '../shelves.js'
import { taskDocuments } from '../tasks/task-documents.js'
import { visibleDocument, visibleTo } from '../tasks/visible-documents.js'

/** The sections of one shelf that may answer. What others there hold decides nothing: no rank, no count. */
export interface SectionSet {
  readonly bank: BankId
  readonly sections: number
  /** Sum of their lengths, as the index counts them. */
  readonly words: number
  /** Row numbers of their texts; undefined where the index of the shelf holds no others. */
  readonly textRids: ReadonlySet<number> | undefined
}

export interface SetWanted {
  readonly task: string
  /** Of one document alone: its id, source or title. */
  readonly document?: string | undefined
}

/** The sections that a task may ask, of each shelf that has any. Throws `not_found` for a document that is not visible. */
export function* sectionSets(spine: Spine, reach: Reach, { task, document }: SetWanted): Tx<SectionSet[]> {
  if (document !== undefined) {
    const { bank, versionRid } = yield* visibleDocument(spine, reach, { task, document })
    return [yield* setOf(bank, [versionRid])]
  }
  const attached = yield* taskDocuments(spine, reach, task)
  const sets: SectionSet[] = []
  for (const bank of documentBanks(reach)) {
    const whole = yield* get<{ items: number; words: number }>(
      sql`select items, words from bank where bank = ${bank}`,
    )
    if (whole === undefined || whole.items === 0) continue
    const { items, words } = whole
    const shelf: SectionSet = { bank, sections: items, words, textRids: undefined }
    if (attached.isEverything) {
      sets.push(shelf)
      continue
    }
    const versions = yield* all<{ rid: number; sections: number }>(sql`
      select v.rid, (select count(*) from document_section p where p.bank = v.bank and p.version_rid = v.rid) as sections
      from document d
      join document_version v on v.bank = d.bank and v.item_rid = d.item_rid and v.number = d.published
      where d.bank = ${bank} and ${visibleTo(attached)}`)
    if (versions.length === 0) continue
    const sections = versions.reduce((sum, version) => sum + version.sections, 0)
    // The index holds published sections alone: as many are all of them.
    sets.push(
      sections === items
        ? shelf
        : yield* setOf(
            bank,
            versions.map(({ rid }) => rid),
          ),
    )
  }
  return sets
}

function* setOf(bank: BankId, versionRids: readonly number[]): Tx<SectionSet> {
  const rows = yield* all<{ rid: number; length: number }>(sql`
    select t.rid, t.length from document_section p
    join item i on i.bank = p.bank and i.rid = p.item_rid and i.quotes = 0
    join item_terms t on t.bank = i.bank and t.rid = i.text_rid
    where p.bank = ${bank} and p.version_rid ${inInt(versionRids)}`)
  return {
    bank,
    sections: rows.length,
    words: rows.reduce((sum, { length }) => sum + length, 0),
    textRids: new Set(rows.map(({ rid }) => rid)),
  }
}
