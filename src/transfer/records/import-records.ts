import { MemoryError } from '../../errors.js'
import { knownOutcome } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import { trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import type { NewRecord, RecordType } from '../../user/records/record.js'
import { nameKey, recordIdentity } from '../../user/records/record-keys.js'
import type { Authorship, ListedRecord, RecordStore } from '../../user/records/record-store.js'
import { checkedRecord } from '../../user/records/record-text.js'
import { fileKeyForm, fileOfName, numberedFile } from '../../user/records/slug.js'
import type { Problem } from '../problem.js'
import { allRecords } from './all-records.js'
import { recordOfEntity } from './knowledge-graph.js'
import { readRecordSources } from './read-record-sources.js'
import type { FilePlace, GivenFile, RecordEntry } from './record-entry.js'
import { createRecordReport, type RecordOutcome, type RecordReport } from './record-report.js'

export interface ImportRecordsOptions {
  /** You vouch that they are your own words. */
  readonly asMine: boolean
  /** Whether a record of the same name takes over what is said of it now. */
  readonly update: boolean
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
  const judge = await createJudge(call, options)
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

/** What is to become of one record. */
interface Due {
  readonly place: FilePlace
  readonly record: NewRecord
  readonly createdAt: number | null
  readonly isTyped: boolean
  readonly step: 'create' | 'update' | 'repeated' | 'differs' | 'forgotten'
  /** The record that is there already. */
  readonly known?: { readonly id: string; readonly revision: number }
}

type Entry = Extract<RecordEntry, { kind: 'record' }>

/** Settles the name of each, and what it would change, in the order of the sources: twice the same gives twice the same. */
async function createJudge(
  { spine, reach, records }: { readonly spine: Spine; readonly reach: Reach; readonly records: RecordStore },
  { update, type }: ImportRecordsOptions,
): Promise<(entry: Entry) => Promise<Due>> {
  const bank = reach.writes
  const keyOf = (name: string) => Buffer.from(nameKey(spine, bank, name)).toString('latin1')
  const known = new Map<string, ListedRecord>()
  const files = new Set<string>()
  for await (const listed of allRecords(records, reach)) {
    known.set(keyOf(listed.name), listed)
    files.add(fileKeyForm(listed.file))
  }
  const given = new Map<string, NewRecord>()

  /** The file that a new record of this name would get, and those that it would have got in an emptier store. */
  const filesOf = (name: string): readonly string[] => {
    const tried: string[] = []
    for (let attempt = 1; ; attempt += 1) {
      const file = numberedFile(fileOfName(name), attempt)
      tried.push(file)
      if (!files.has(fileKeyForm(file))) return tried
    }
  }

  return async ({ place, record: candidate, entity }) => {
    const { createdAt, isTyped } = candidate
    const due = (record: NewRecord, step: Due['step']): Due => ({ place, record, createdAt, isTyped, step })
    const said = checkedRecord({
      name: candidate.name,
      description: candidate.description,
      type: isTyped ? candidate.type : type,
      body: candidate.body,
    })
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? said.name : `${clip(said.name, NUMBERED_NAME_CHARS).trim()} (${number})`
      const record =
        number === 1
          ? said
          : entity === undefined
            ? { ...said, name }
            : checkedRecord(recordOfEntity(entity, { name }))
      const key = keyOf(name)
      const there = known.get(key)
      const kept = there === undefined ? undefined : (await records.read(reach, there.id)).record
      const twin = given.get(key)
      if (twin === undefined) given.set(key, record)
      if ([kept, twin].some((one) => one !== undefined && isSame(one, record))) return due(record, 'repeated')
      if (twin !== undefined) continue
      if (there !== undefined && kept !== undefined) {
        const { id } = there
        return { ...due(record, update ? 'update' : 'differs'), known: { id, revision: kept.revision } }
      }
      const tried = filesOf(name)
      const identities = tried.map((file) =>
        identityOf(spine.identityKey, [bank, 'record', ...recordIdentity(file, record.body)]),
      )
      const file = tried.at(-1)
      if (file !== undefined) files.add(fileKeyForm(file))
      const wasForgotten = await spine.store.read(isAnyForgotten, reach, identities)
      return due(record, wasForgotten ? 'forgotten' : 'create')
    }
  }
}

// The longest name, but for ` (9999)`.
const NUMBERED_NAME_CHARS = 112

/** The same words, whatever number its name got. */
function isSame(one: NewRecord, other: NewRecord): boolean {
  return one.description === other.description && one.type === other.type && one.body === other.body
}

function* isAnyForgotten(reach: Reach, identities: readonly Uint8Array[]): Tx<boolean> {
  for (const identity of identities) {
    const outcome = yield* knownOutcome(reach, { identity })
    if (outcome?.outcome === 'forgotten') return true
  }
  return false
}

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
