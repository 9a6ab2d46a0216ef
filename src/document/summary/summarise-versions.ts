import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import { inBank, type Reach } from '../../reach.js'
import { modelSummary } from './model-summary.js'
import { ownSummary } from './own-summary.js'
import { keepSummary, readForSummary, type SummaryText, type VersionToSummarise } from './summary-rows.js'

export interface Summarising {
  readonly spine: Spine
  readonly models: ChatModels
}

/**
 * Gives versions a summary of at most {@link SUMMARY_MAX_CHARS} characters, for who chooses among documents: first, for
 * all, what a document says of itself; then, where a model is the summariser, what that writes, one after the other and
 * for {@link MODEL_TIME_MS} at most. For the background, after an import, an edit or a publication: never rejects, and
 * nothing fails with it. A summary stands with its version, so one that comes late is in no other's place.
 *
 * @param reach of who imported: its tokens are used
 */
export async function summariseVersions(
  { spine, models }: Summarising,
  reach: Reach,
  versions: readonly VersionToSummarise[],
): Promise<void> {
  // One at a time for a store: who imports a folder file by file asks no model for all of them at once.
  const turn = (turns.get(spine.store) ?? Promise.resolve()).then(() =>
    summarise({ spine, models }, reach, versions),
  )
  turns.set(spine.store, turn)
  await turn
}

const turns = new WeakMap<Spine['store'], Promise<void>>()

/** After this, no further summary is asked for; a publication asks for those that are still missing. */
const MODEL_TIME_MS = 60_000

async function summarise(
  { spine, models }: Summarising,
  reach: Reach,
  versions: readonly VersionToSummarise[],
): Promise<void> {
  const waiting: { readonly version: VersionToSummarise; readonly text: SummaryText }[] = []
  const until = spine.env.now() + MODEL_TIME_MS
  try {
    const isOff = models.nameOf('summariser') === undefined
    for (const version of versions) {
      const text = await spine.store.read(readForSummary, version)
      if (text === undefined) continue
      const body = text.author === undefined ? await ownSummary(text.beginning) : null
      if (body !== null) await keep(spine, reach, version, { text, body, author: null })
      if (!isOff && typeof text.author !== 'string') waiting.push({ version, text })
    }
    for (const { version, text } of waiting) {
      if (spine.env.now() >= until) return
      const written = await modelSummary(models, reach, text)
      if (written === 'none') continue
      // What is down, or used up, is so for the others too.
      if (written === 'ended') return
      await keep(spine, reach, version, { text, ...written })
    }
  } catch (error) {
    // A store that is full or busy says so to whom it concerns; a document goes without.
    if (!(error instanceof MemoryError)) throw error
  }
}

interface Kept {
  readonly text: SummaryText
  readonly body: string
  readonly author: string | null
}

async function keep(spine: Spine, reach: Reach, version: VersionToSummarise, kept: Kept): Promise<void> {
  await write(
    spine,
    inBank(reach, version.bank),
    'knowledge.summarise',
    'knowledge.write',
    function* keeping() {
      const isKept = yield* keepSummary(version, kept)
      return {
        result: undefined,
        effect: { ids: isKept ? [version.document] : [], counts: { document_summary: Number(isKept) } },
      }
    },
  )
}
