import type { Reach } from '../../reach.js'
import { allRecords } from '../../user/records/all-records.js'
import type { MemoryRecord } from '../../user/records/record.js'
import type { RecordStore } from '../../user/records/record-store.js'
import { writeRecordFile } from '../../user/records/write-record-file.js'
import { entityOf, saidBeside } from './knowledge-graph.js'

export const recordExportForms = ['markdown', 'server-memory'] as const

export type RecordExportForm = (typeof recordExportForms)[number]

/** Where records come from, and who is told of them. */
export interface RecordExport {
  readonly records: RecordStore
  readonly reach: Reach
  readonly signal: AbortSignal | undefined
  readonly progress: (records: number) => void
}

/**
 * The caller's records as lines: `markdown` has a file a line, `{"path", "content"}`, as `record.import` reads them;
 * `server-memory` is the file of the MCP memory server, entities and then their relations.
 */
export async function* exportRecords(source: RecordExport, form: RecordExportForm): AsyncGenerator<string> {
  yield* form === 'markdown' ? filesOf(source) : graphOf(source)
}

async function* filesOf(source: RecordExport): AsyncGenerator<string> {
  for await (const { record, trust } of recordsOf(source)) {
    // Its id is this store's alone: two copies in one folder would be told for one.
    const bytes = await writeRecordFile(record.file, { ...record, isNamed: true, trust, id: null })
    yield `${JSON.stringify({ path: record.file, content: Buffer.from(bytes).toString() })}\n`
  }
}

async function* graphOf(source: RecordExport): AsyncGenerator<string> {
  // The server takes any order; people look for entities first.
  const relations: string[] = []
  for await (const { record } of recordsOf(source)) {
    const { name, type, observations, relations: out } = entityOf(record)
    // The server drops what it does not know; then the entity speaks for itself.
    const beside = saidBeside(record)
    const own = beside === undefined ? {} : { record: beside }
    if (type !== undefined || beside !== undefined)
      yield `${JSON.stringify({ type: 'entity', name, entityType: type ?? '', observations, ...own })}\n`
    for (const { type: relationType, to } of out)
      relations.push(`${JSON.stringify({ type: 'relation', from: name, to, relationType })}\n`)
  }
  yield* relations
}

/** One that is deleted meanwhile is left out. */
async function* recordsOf({ records, reach, signal, progress }: RecordExport): AsyncGenerator<MemoryRecord> {
  let done = 0
  for await (const { id } of allRecords(records, reach)) {
    signal?.throwIfAborted()
    const record = await records.read(reach, id).catch((error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    })
    done += 1
    progress(done)
    if (record !== undefined) yield record
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_found'
}
