import type { Spine } from '../../items/spine.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import type { Reach } from '../../reach.js'
import type { RecordStore } from '../records/record-store.js'
import type { ExtractionStep } from './extraction-log.js'

/** What extraction needs of a call. */
export interface ExtractionCall {
  readonly spine: Spine
  readonly reach: Reach
  readonly records: RecordStore
  readonly models: ChatModels
  readonly signal?: AbortSignal | undefined
  /** Under which it is logged; a new one when absent. */
  readonly id?: string
}

/** What came of a candidate, with the record's name, which the log does not hold. */
export interface ResultStep extends ExtractionStep {
  readonly name: string | null
}
