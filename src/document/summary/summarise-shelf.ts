import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import { type BankId, inBank, type Reach } from '../../reach.js'
import { modelSummary } from './model-summary.js'
import {
  keepSummary,
  readForSummary,
  type VersionToSummarise,
  versionsUnwritten,
  type WrittenSummary,
} from './summary-rows.js'

export interface Summarising {
  readonly spine: Spine
  readonly models: ChatModels
}

/** What is to be looked through for versions without a summary. */
export interface SummaryScope {
  readonly bank: BankId
  /** This one alone: to walk the shelf for each of its documents would take the square of their number. */
  readonly document?: ItemId | undefined
}

/**
 * Lets the summariser, where a model is one, write a summary of the documents of a shelf that no model has written of yet,
 * in the place of what they say of themselves: newest first, one after the other, for {@link MODEL_TIME_MS} and
 * {@link MOST_WRITTEN} documents at most; the rest comes with a later call. For the background, after an import, an edit
 * or a publication: never rejects, and nothing fails with it. A summary stands with its version, so one that comes late is
 * in no other's place.
 *
 * @param reach of who imported: its tokens are used
 */
export async function summariseShelf(
  summarising: Summarising,
  reach: Reach,
  scope: SummaryScope,
): Promise<void> {
  const { store } = summarising.spine
  // One at a time for a store: who imports a folder file by file asks no model for all of them at once.
  const before = turns.get(store.whole)?.catch(() => undefined) ?? Promise.resolve()
  const turn = before.then(() => summarise(summarising, reach, scope))
  turns.set(store.whole, turn)
  await turn
}

const turns = new WeakMap<Spine['store'], Promise<void>>()

/** After this, no further summary is asked for: whoever closes the store waits for it. */
const MODEL_TIME_MS = 60_000
/** A large library must not use up the tokens of the day, which questions need too. */
const MOST_WRITTEN = 20

async function summarise(summarising: Summarising, reach: Reach, scope: SummaryScope): Promise<void> {
  if (summarising.models.nameOf('summariser') === undefined) return
  try {
    await keepWritten(summarising, reach, scope)
  } catch (error) {
    // A store that is full or busy says so to whom it concerns; the document keeps what it says of itself.
    if (!(error instanceof MemoryError)) throw error
  }
}

async function keepWritten({ spine, models }: Summarising, reach: Reach, scope: SummaryScope): Promise<void> {
  const until = spine.env.now() + MODEL_TIME_MS
  const waiting = await spine.store.read(versionsUnwritten, scope)
  for (const version of waiting.slice(0, MOST_WRITTEN)) {
    if (spine.env.now() >= until) return
    const text = await spine.store.read(readForSummary, version)
    if (text === undefined) continue
    const written = await modelSummary(models, reach, text)
    // What is down, or used up, is so for the others too.
    if (written === 'ended') return
    if (written !== 'none') await keep(spine, reach, version, { text, ...written })
  }
}

async function keep(
  spine: Spine,
  reach: Reach,
  version: VersionToSummarise,
  written: WrittenSummary,
): Promise<void> {
  const on = inBank(reach, version.bank)
  await write(spine, on, 'knowledge.summarise', 'knowledge.write', function* keeping() {
    const isKept = yield* keepSummary(version, written)
    const effect = { ids: isKept ? [version.document] : [], counts: { document_summary: isKept ? 1 : 0 } }
    return { result: undefined, effect }
  })
}
