import type { ItemId } from '../../items/item.js'
import { actorLabel, type Reach } from '../../reach.js'
import { deleteExtractions } from '../../recalls/delete-extractions.js'
import { inInt, inText, sql } from '../../store/sql.js'
import { all, column, get, run, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'
import type { RecordType } from '../records/record.js'
import type { CueKind } from './cue.js'

/** What came of one extraction: codes, numbers and ids, and no word of what was read. */
export interface ExtractionEntry {
  readonly id: string
  /** Milliseconds UTC. */
  readonly at: number
  /** `rules`, or the model's name. */
  readonly extractor: string
  readonly outcome: ExtractionOutcome
  /** A code: why it was skipped or failed. */
  readonly reason: string | null
  /** How many pairs of user and assistant were looked at. */
  readonly pairs: number
  readonly cues: Readonly<Partial<Record<CueKind, number>>>
  readonly steps: readonly ExtractionStep[]
}

export type ExtractionOutcome = 'done' | 'skipped' | 'failed'

/** What came of one candidate. */
export interface ExtractionStep {
  readonly outcome: StepOutcome
  readonly type: RecordType | null
  readonly salience: number | null
  /** With the record it met, from 0 to 1. */
  readonly likeness: number | null
  /** The record that was made, changed or met. */
  readonly item: ItemId | null
}

export const stepOutcomes = [
  'created',
  'updated',
  'no_op',
  'manual_protected',
  'less_trusted',
  'stale',
  'forgotten',
  'conflict',
  'failed',
  'malformed',
  'uncited',
  'unsupported',
  'unsafe',
  'secret',
  'low_salience',
  'too_many',
] as const

export type StepOutcome = (typeof stepOutcomes)[number]

/** Writes one extraction, and drops those that are too old. */
export function* keepExtraction(reach: Reach, entry: ExtractionEntry): Tx<void> {
  const bank = reach.writes
  const made = yield* get<{ rid: number }>(sql`
    insert into extraction (bank, id, at, actor, extractor, outcome, reason, pairs, cues)
    values (${bank}, ${entry.id}, ${entry.at}, ${actorLabel(reach.actor)}, ${entry.extractor}, ${entry.outcome},
      ${entry.reason}, ${entry.pairs}, ${JSON.stringify(entry.cues)})
    returning rid`)
  if (made === undefined) throw new Error('an insert returned no row number')
  for (const [seq, { outcome, type, salience, likeness, item }] of entry.steps.entries()) {
    const similarity = likeness === null ? null : Math.round(100 * likeness)
    yield* run(sql`
      insert into extraction_step (bank, extraction_rid, seq, outcome, type, salience, similarity, item_id)
      values (${bank}, ${made.rid}, ${seq}, ${outcome}, ${type}, ${salience}, ${similarity}, ${item})`)
  }
  const old = yield* column<number>(
    sql`select rid from extraction where bank = ${bank} and at < ${entry.at - KEPT_MS}`,
  )
  if (old.length > 0) yield* deleteExtractions(bank, old)
}

const KEPT_MS = 30 * DAY_MS

/** An extraction as it is kept. */
export interface KeptExtraction extends ExtractionEntry {
  readonly rid: number
  readonly actor: string
  readonly steps: readonly KeptStep[]
}

export interface KeptStep extends ExtractionStep {
  /** The record is gone by now. */
  readonly isForgotten: boolean
}

/** The extractions of the caller's own bank, newest first. */
export function* readExtractions(
  { writes: bank }: Reach,
  limit: number,
  now: number,
  before: { readonly at: number; readonly rid: number } = { at: now + DAY_MS, rid: Number.MAX_SAFE_INTEGER },
): Tx<KeptExtraction[]> {
  const rows = yield* all<Row>(sql`
    select rid, id, at, actor, extractor, outcome, reason, pairs, cues from extraction
    where bank = ${bank} and at <= ${before.at} and (at < ${before.at} or rid < ${before.rid})
    order by at desc, rid desc limit ${limit}`)
  const steps = yield* all<StepRow>(sql`
    select extraction_rid, outcome, type, salience, similarity, item_id from extraction_step
    where bank = ${bank} and extraction_rid ${inInt(rows.map(({ rid }) => rid))}
    order by extraction_rid, seq`)
  const items = steps.flatMap(({ item_id }) => (item_id === null ? [] : [item_id]))
  const present = new Set(
    yield* column<string>(sql`select id from item where bank = ${bank} and id ${inText(items)}`),
  )
  return rows.map(({ cues, ...row }) => ({
    ...row,
    cues: JSON.parse(cues),
    steps: steps
      .filter(({ extraction_rid }) => extraction_rid === row.rid)
      .map(({ outcome, type, salience, similarity, item_id }) => ({
        outcome,
        type,
        salience,
        likeness: similarity === null ? null : similarity / 100,
        item: item_id,
        isForgotten: item_id !== null && !present.has(item_id),
      })),
  }))
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly at: number
  readonly actor: string
  readonly extractor: string
  readonly outcome: ExtractionOutcome
  readonly reason: string | null
  readonly pairs: number
  readonly cues: string
}

interface StepRow {
  readonly extraction_rid: number
  readonly outcome: StepOutcome
  readonly type: RecordType | null
  readonly salience: number | null
  readonly similarity: number | null
  readonly item_id: ItemId | null
}
