import type { BankId } from '../../reach.js'
import { sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { joinedPart } from './joined-part.js'
import { type SectionRow, sectionRows } from './section-rows.js'

export interface VersionOutline {
  /** In the order of the document, each with all of its parts. */
  readonly sections: readonly SectionRow[]
  /** False where there are more than {@link LISTED} places. */
  readonly isComplete: boolean
}

const LISTED = 5_000

/** The sections of any version, published or not. */
export function* versionOutline(bank: BankId, versionRid: number): Tx<VersionOutline> {
  const rows = yield* sectionRows({ bank, versionRid }, sql`1 = 1`, LISTED + 1)
  const sections: SectionRow[] = []
  for (const row of rows.slice(0, LISTED)) {
    const last = sections.at(-1)
    if (row.part > 0 && last !== undefined) sections[sections.length - 1] = joinedPart(last, row)
    else sections.push(row)
  }
  return { sections, isComplete: rows.length <= LISTED }
}
