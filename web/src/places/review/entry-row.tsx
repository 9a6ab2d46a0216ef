import { Highlight } from '../../parts/highlight.js'
import { Time } from '../../parts/time.js'
import type { Entry } from './entry.js'
import { sayEntry } from './say-entry.js'
import { t } from './words.js'

interface EntryRowProps {
  readonly entry: Entry
  /** Elsewhere, as where only one kind is shown. */
  readonly isKindSaid: boolean
}

/** What waits, in two lines: what it says, then what it is and what it stands against. */
export function EntryRow({ entry, isKindSaid }: EntryRowProps) {
  const { line, beside } = sayEntry(entry)
  return (
    <div class="row-two">
      <div class="row-line">
        <span class="clip row-grow">
          <Highlight text={line.replace(/[\r\n\t]+/g, ' ')} spans={[]} maxChars={160} />
        </span>
      </div>
      <div class="row-line meta entry-meta">
        {!isKindSaid && <span class="entry-kind">{t(`one_${entry.kind}`)}</span>}
        <span class="clip row-grow">{beside}</span>
        {entry.at !== null && <Time at={entry.at} />}
      </div>
    </div>
  )
}
