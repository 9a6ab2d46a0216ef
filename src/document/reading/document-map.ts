import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { ShownDocument } from '../document-rows.js'
import { visibleDocuments } from '../tasks/visible-documents.js'

export interface MapWanted {
  readonly task: string
  readonly limit: number
  /** Id of the last document of the page before. */
  readonly after?: string | undefined
}

export interface MappedDocument extends ShownDocument {
  readonly summary: string | null
}

export interface DocumentMap {
  /** By title. */
  readonly documents: readonly MappedDocument[]
  readonly total: number
  readonly next: string | null
}

/** What a task may ask: titles, summaries and sizes, no bodies. Throws `invalid_input` where `after` is none of them. */
export function* documentMap(spine: Spine, reach: Reach, { task, limit, after }: MapWanted): Tx<DocumentMap> {
  const visible = yield* visibleDocuments(spine, reach, task)
  const last = visible.findIndex(({ id }) => id === after)
  if (after !== undefined && last === -1) {
    throw new MemoryError(
      'invalid_input',
      'the page before ended with no document of this task',
      'give `next` of that page as it is, or begin anew without it',
    )
  }
  const begin = last + 1
  const page = visible.slice(begin, begin + limit)
  const more = begin + page.length < visible.length
  return {
    documents: yield* withSummaries(page),
    total: visible.length,
    next: more ? (page.at(-1)?.id ?? null) : null,
  }
}

function* withSummaries(page: readonly ShownDocument[]): Tx<MappedDocument[]> {
  const summaries = new Map<string, string>()
  for (const bank of new Set(page.map((one) => one.bank))) {
    const versions = page.filter((one) => one.bank === bank).map(({ versionRid }) => versionRid)
    const rows = yield* all<{ rid: number; body: string }>(sql`
      select s.version_rid as rid, s.body from document_summary s
      where s.bank = ${bank} and s.version_rid ${inInt(versions)}`)
    for (const { rid, body } of rows) summaries.set(`${bank} ${rid}`, body)
  }
  return page.map((document) => ({
    ...document,
    summary: summaries.get(`${document.bank} ${document.versionRid}`) ?? null,
  }))
}
