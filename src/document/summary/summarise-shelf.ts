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
  type SummaryText,
  type VersionToSummarise,
  versionsWithout,
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
 * Gives the documents of a shelf a summary, for who chooses among them: to each that has none what it says of itself;
 * then, where a model is the summariser, what that writes of those that no model has written of yet, newest first, one
 * after the other, for {@link MODEL_TIME_MS} and {@link MOST_WRITTEN} documents at most: the rest comes with a later call. For the background, after an import, an edit or a publication:
 * never rejects, and nothing fails with it. A summary stands with its version, so one that comes late is in no other's
 * place.
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
  const before = turns.get(store)?.catch(() => undefined) ?? Promise.resolve()
  const turn = before.then(() => summarise(summarising, reach, scope))
  turns.set(store, turn)
  await turn
}

const turns = new WeakMap<Spine['store'], Promise<void>>()

/** After this, no further summary is asked for: whoever closes the store waits for it. */
const MODEL_TIME_MS = 60_000
/** A large library must not use up the tokens of the day, which questions need too. */
const MOST_WRITTEN = 20

async function summarise({ spine, models }: Summarising, reach: Reach, scope: SummaryScope): Promise<void> {
  try {
    await keepOwn(spine, reach, scope)
    if (models.nameOf('summariser') !== undefined) await keepWritten({ spine, models }, reach, scope)
  } catch (error) {
    // A store that is full or busy says so to whom it concerns; a document goes without.
    if (!(error instanceof MemoryError)) throw error
  }
}

async function keepOwn(spine: Spine, reach: Reach, scope: SummaryScope): Promise<void> {
  const versions = await spine.store.read(versionsWithout, scope, 'summary')
  if (versions.length === 0) return
  const { ownSummary } = await import('./own-summary.js')
  for (let at = 0; at < versions.length; at += PAGE) {
    const found: Kept[] = []
    for (const version of versions.slice(at, at + PAGE)) {
      const text = await spine.store.read(readForSummary, version)
      const body = text === undefined ? null : ownSummary(text.beginning)
      if (text !== undefined && body !== null) found.push({ version, text, body, author: null })
    }
    await keep(spine, reach, found)
  }
}

const PAGE = 50

async function keepWritten({ spine, models }: Summarising, reach: Reach, scope: SummaryScope): Promise<void> {
  const until = spine.env.now() + MODEL_TIME_MS
  const waiting = await spine.store.read(versionsWithout, scope, 'author')
  for (const version of waiting.slice(0, MOST_WRITTEN)) {
    if (spine.env.now() >= until) return
    const text = await spine.store.read(readForSummary, version)
    if (text === undefined) continue
    const written = await modelSummary(models, reach, text)
    // What is down, or used up, is so for the others too.
    if (written === 'ended') return
    if (written !== 'none') await keep(spine, reach, [{ version, text, ...written }])
  }
}

interface Kept {
  readonly version: VersionToSummarise
  readonly text: SummaryText
  readonly body: string
  readonly author: string | null
}

async function keep(spine: Spine, reach: Reach, found: readonly Kept[]): Promise<void> {
  const [first] = found
  if (first === undefined) return
  const on = inBank(reach, first.version.bank)
  await write(spine, on, 'knowledge.summarise', 'knowledge.write', function* keeping() {
    const ids = new Set<string>()
    let kept = 0
    for (const one of found) {
      if (!(yield* keepSummary(one.version, one))) continue
      ids.add(one.version.document)
      kept += 1
    }
    return { result: undefined, effect: { ids: [...ids], counts: { document_summary: kept } } }
  })
}
