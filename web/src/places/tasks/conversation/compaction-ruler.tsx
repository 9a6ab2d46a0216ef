import { Clock } from './clock.js'
import { LongText } from './long-text.js'
import type { TranscriptEvent } from './transcript-window.js'
import { t } from './words.js'

/** Where the older part became a summary: what stands above it, the model sees as this from here on. */
export function CompactionRuler({
  event,
  session,
}: {
  readonly event: TranscriptEvent
  readonly session: string
}) {
  return (
    <div class="fold compaction">
      <details>
        <summary class="ruler ruler-strong">
          <span class="ruler-text">{t('compacted')}</span>
        </summary>
        <div class="fold-body">
          <p class="meta">{t('compactedHint')}</p>
          <LongText event={event} session={session}>
            {(text) => <p class="verbatim fold-quiet">{withoutFence(text)}</p>}
          </LongText>
        </div>
      </details>
      <Clock event={event} />
    </div>
  )
}

/** The marks by which a model tells a summary from what is said. */
function withoutFence(text: string): string {
  return text.replace(/^<recollect-memory[^>\n]*>\n/, '').replace(/\n<\/recollect-memory>\s*$/, '')
}
