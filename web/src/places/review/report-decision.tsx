import { hrefHere } from '../../location/location.js'
import type { Entry, EntryOf } from './entry.js'
import { reportLines } from './report-lines.js'
import { sayEntry } from './say-entry.js'
import { t } from './words.js'

export interface ReportDecisionProps {
  readonly entry: EntryOf<'reflection'>
  /** What waits: where the report names one of them, it is said in words. */
  readonly entries: readonly Entry[]
}

/** What the memory found about itself, as it was kept; what it names can be opened. */
export function ReportDecision({ entry, entries }: ReportDecisionProps) {
  const waiting = new Map(entries.flatMap((one) => ('id' in one ? [[one.id, one] as const] : [])))
  return (
    <div class="report">
      {reportLines(entry.item.text).map(({ text, id, rest }, index) => {
        const waits = id === null ? undefined : waiting.get(id)
        if (id === null) return text === '' ? null : <p key={index}>{text}</p>
        return (
          <p key={index} class="report-about">
            {waits === undefined ? (
              <a class="link mono" href={hrefHere({ on: `item:${id}` })}>
                {id}
              </a>
            ) : (
              <a class="link" href={hrefHere({ entry: waits.key, kind: null })}>
                {sayEntry(waits).line}
              </a>
            )}{' '}
            <span class="meta">{rest}</span>
          </p>
        )
      })}
      <p class="meta">
        <a class="link" href={hrefHere({ on: `item:${entry.item.id}` })}>
          {t('one_reflection')}
        </a>
      </p>
    </div>
  )
}
