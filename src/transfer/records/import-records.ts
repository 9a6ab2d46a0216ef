import { MemoryError } from '../../errors.js'
import { trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { RecordType } from '../../user/records/record.js'
import type { Authorship, RecordStore } from '../../user/records/record-store.js'
import type { Problem } from '../problem.js'
import { createRecordJudge, type Due } from './judge-records.js'
import { readRecordSources } from './read-record-sources.js'
import type { GivenFile } from './record-entry.js'
import { createRecordReport, type RecordOutcome, type RecordReport } from './record-report.js'

export interface ImportRecordsOptions {
  /** You vouch that they are your own words. */
  readonly asMine: boolean
  /** Whether a record of the same name takes over what is said of it now. */
  readonly update: boolean
  /** Of a source that names users, the memories of this one alone. */
  readonly of?: string | undefined
  readonly dryRun: boolean
  /** Of those that do not say what they are for. */
  readonly type: RecordType
  readonly zone: string
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  readonly progress: (records: number) => void
}

/**
 * Takes memories of other systems, and our own files, in as records. Importing again changes nothing; what is called
 * like a record that says something else is reported and left, unless `update` is given. What was forgotten stays so,
 * and what is wrong with one file or line never stops the rest.
 */
export async function importRecords(
  call: { readonly spine: Spine; readonly reach: Reach; readonly records: RecordStore },
  files: AsyncIterable<GivenFile> | Iterable<GivenFile>,
  options: ImportRecordsOptions,
): Promise<RecordReport> {
  const { progress, signal } = options
  const report = createRecordReport(options)
  const judge = await createRecordJudge(call, options)
  let batch: Due[] = []
  let settled = 0

  const settle = async () => {
    const outcomes = options.dryRun ? batch.map(outcomeOf) : await writeBatch(call, batch, options)
    for (const [index, { place, record, isTyped }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) continue
      if (typeof outcome === 'string') report.settle(place, record, outcome, isTyped)
      else report.fail(place, outcome)
    }
    settled += batch.length
    batch = []
    progress(settled)
    signal?.throwIfAborted()
  }

  for await (const entry of readRecordSources(files, options)) {
    if (entry.kind === 'form') report.take(entry.form)
    else if (entry.kind === 'user') report.meet(entry.user)
    else if (entry.kind === 'left out') report.leaveOut(entry.reason)
    else if (entry.kind === 'problem') report.fail(entry.place, entry.problem)
    else {
      try {
        batch.push(await judge(entry))
      } catch (error) {
        if (!isOfTheRecord(error)) throw error
        report.fail(entry.place, { reason: 'the record', detail: error.message })
        continue
      }
      if (batch.length === BATCH) await settle()
    }
  }
  await settle()
  return report.result()
}

// Written at once they share their commits.
const BATCH = 64

const outcomes = {
  create: 'added',
  update: 'updated',
  repeated: 'repeated',
  differs: 'differs',
  forgotten: 'forgotten',
} as const satisfies Record<Due['step'], RecordOutcome>

function outcomeOf({ step }: Due): RecordOutcome {
  return outcomes[step]
}

/** All at once, each by itself: one that fails is told, and the others stay. */
function writeBatch(
  { reach, records }: { readonly reach: Reach; readonly records: RecordStore },
  batch: readonly Due[],
  { asMine }: ImportRecordsOptions,
): Promise<(RecordOutcome | Problem)[]> {
  const origin = asMine ? 'user' : 'import'
  const by: Authorship = {
    provenance: 'manual',
    origin,
    trust: trustOf(origin, []),
    operation: 'record.import',
  }
  return Promise.all(
    batch.map(async (due): Promise<RecordOutcome | Problem> => {
      const { step, record, createdAt, known } = due
      try {
        if (step === 'create') {
          const made = createdAt === null ? {} : { createdAt }
          await records.write(reach, { kind: 'create', record, by, ...made })
        } else if (step === 'update' && known !== undefined) {
          const { name: _, ...change } = record
          await records.write(reach, {
            kind: 'update',
            which: known.id,
            change,
            by,
            revision: known.revision,
          })
        }
        return outcomeOf(due)
      } catch (error) {
        if (!isOfTheRecord(error)) throw error
        return { reason: 'the record', detail: error.message }
      }
    }),
  )
}

/** What says something about one record, and nothing about the next. */
function isOfTheRecord(error: unknown): error is MemoryError {
  return (
    error instanceof MemoryError &&
    ['invalid_input', 'too_large', 'conflict', 'not_found'].includes(error.code)
  )
}
