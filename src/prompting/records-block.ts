import { estimateTokens } from '../text/tokens.js'
import { RECALL_MAX, recallRecords } from '../user/memory-recall/memory-recall.js'
import { recordText } from '../user/memory-recall/recall-block.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

/**
 * The records that concern what is asked, whole where they have room, else what they are. No model chooses them unless
 * the caller says so: it would be asked before each prompt.
 */
export async function recordsBlock(
  { spine, reach, records, models, readLog, signal }: PromptWorld,
  ask: string,
  { budgetTokens, select }: { readonly budgetTokens: number; readonly select: 'auto' | 'lexical' },
): Promise<Gathered> {
  // What is placed is counted as used when the prompt is, not when it is looked for.
  const silent = { ...readLog, record: () => undefined }
  const wanted = { request: ask, limit: RECALL_MAX, select, signal }
  const found = await recallRecords({ spine, records, models, readLog: silent }, reach, wanted)
  const missing = found.failure?.detail ?? found.missing.model
  return {
    items: found.records.map(({ id, origin, trust, record }) => {
      const whole = recordText(record, BODY_CHARS)
      const isLong = estimateTokens(whole) > budgetTokens
      const text = isLong ? `${recordText(record, 0)} (record_read gives the whole)` : whole
      return memoryItem({ id, text, origin, trust, at: record.updatedAt }, spine.zone)
    }),
    ...(missing === undefined ? {} : { missing }),
  }
}

const BODY_CHARS = 8_000
