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
  readonly sections: number
  /** Estimated. */
  readonly tokens: number
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
    documents: yield* withSizes(page),
    total: visible.length,
    next: more ? (page.at(-1)?.id ?? null) : null,
  }
}

interface Size {
  readonly rid: number
  readonly sections: number
  readonly tokens: number
  readonly summary: string | null
}

function* withSizes(page: readonly ShownDocument[]): Tx<MappedDocument[]> {
  const sizes = new Map<string, Size>()
  for (const bank of new Set(page.map((one) => one.bank))) {
    const versions = page.filter((one) => one.bank === bank).map(({ versionRid }) => versionRid)
    const rows = yield* all<Size>(sql`
      select v.rid, v.sections, v.tokens, s.body as summary from document_version v
      left join document_summary s on s.bank = v.bank and s.version_rid = v.rid
      where v.bank = ${bank} and v.rid ${inInt(versions)}`)
    for (const row of rows) sizes.set(`${bank} ${row.rid}`, row)
  }
  return page.map((document) => {
    const size = sizes.get(`${document.bank} ${document.versionRid}`)
    if (size === undefined) throw new Error('a document without its version')
    const { sections, tokens, summary } = size
    return { ...document, sections, tokens, summary }
  })
}
